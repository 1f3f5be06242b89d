package cliutil

import (
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/farm"
	"gammonlab/farm/submit"
	"gammonlab/farm/wire"
	"gammonlab/internal/plaintext"
)

// ServerFlags returns the flags to connect to the server of a farm.
func ServerFlags(usage string) []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "pool", Usage: usage},
		&cli.StringFlag{Name: "key", EnvVars: []string{"GAMMONLAB_KEY_FILE"}, Usage: "key `FILE` for the server"},
		&cli.StringFlag{Name: "token", Usage: "token `FILE`, for servers that use a token instead of keys"},
		&cli.StringFlag{Name: "ca", Usage: "`FILE` of CA certificates to verify the server with"},
	}
}

// ServerFromFlags returns the connection options of ServerFlags.
func ServerFromFlags(c *cli.Context) wire.Options {
	return wire.Options{URL: c.String("pool"), Key: c.String("key"), Token: c.String("token"), CA: c.String("ca")}
}

// PoolUsage is the text about --pool in descriptions of commands with PoolFlags.
const PoolUsage = `With --pool the workers of a gammonlab server do the work; with --workers N this machine
also works, on N cores. The command waits while the server cannot be reached. The output is identical, and an interrupted command may resume
with or without --pool. See docs/farm.md.`

// defaultShard is the default time that a core takes for a shard.
const defaultShard = 15 * time.Second

// PoolFlags returns the flags of a command that can give its work to the workers of a
// server.
func PoolFlags() []cli.Flag {
	return Group(FarmGroup, append(ServerFlags("distribute the work to the workers of the server at `URL`, such as nats://host:4222"),
		&cli.IntFlag{Name: "quorum", Value: 1, Usage: "with --pool, compute each part on `N` workers with different keys and compare the results"},
		&cli.Float64Flag{Name: "audit", Value: 0.005, Usage: "with --pool, recompute this `SHARE` of the results here, and each worker's first result"},
		&cli.DurationFlag{Name: "shard", Value: defaultShard, Usage: "with --pool, divide the work into parts that take one core about `TIME`"},
	)...)
}

// PoolNames lists the names of [PoolFlags].
func PoolNames() []string {
	var names []string
	for _, f := range PoolFlags() {
		names = append(names, f.Names()[0])
	}
	return names
}

// The least value of --shard, and the least time that a worker may be silent before
// another worker gets its shard. This time is otherwise twice that of a shard.
const (
	leastShard   = 10 * time.Millisecond
	leastAckWait = 2 * time.Second
)

// CheckPool returns an error for wrong values of [PoolFlags], and for flags without effect.
func CheckPool(c *cli.Context) error {
	if !c.IsSet("pool") {
		for _, name := range PoolNames() {
			if c.IsSet(name) && name != "key" { // the environment may set the key for all commands
				return Usagef("--%s is for --pool", name)
			}
		}
		return nil
	}
	audit, quorum, shard := c.Float64("audit"), c.Int("quorum"), c.Duration("shard")
	switch {
	case !(audit >= 0 && audit <= 1):
		return Usagef("--audit is %v, want a share from 0 to 1", audit)
	case quorum < 1 || quorum > 9:
		return Usagef("--quorum is %d, want 1 to 9", quorum)
	case shard < leastShard || shard > time.Hour:
		return Usagef("--shard is %v, want %v to 1h", shard, leastShard)
	}
	return nil
}

// PoolFromFlags returns the pool that the flags name, nil without --pool, and a function
// that closes it. With --pool, --workers is the number of goroutines of this process that
// work too; the default is none. The bar shows the state of the farm. If out is not "", a
// file beside it records which worker did which work.
func PoolFromFlags(c *cli.Context, bar *Bar, out string) (farm.Pool, func(), error) {
	nothing := func() {}
	if err := CheckPool(c); err != nil || !c.IsSet("pool") {
		return nil, nothing, err
	}
	o := submit.Options{Audit: c.Float64("audit"), Quorum: c.Int("quorum"), Shard: c.Duration("shard"), Status: bar.Farm}
	o.AckWait = max(2*o.Shard, leastAckWait)
	if c.IsSet("workers") {
		o.LocalWorkers = Workers(c)
	}
	if out != "" {
		o.Ledger = out + ".pool.jsonl"
	}
	client, err := wire.DialPatiently(c.Context, ServerFromFlags(c), func(waited time.Duration, why error) {
		bar.Farm(submit.Status{Note: fmt.Sprintf("waiting for the server for %v, Ctrl-C stops: %v", waited.Round(time.Second), why)})
	})
	if err != nil {
		return nil, nothing, err
	}
	return submit.New(client, o), client.Close, nil
}

// Farm shows the number of workers and cores of a server: after the bar or, before the
// bar is shown, as a line when they change.
func (b *Bar) Farm(s submit.Status) {
	text := plaintext.Counted(s.Workers, "worker", "workers") + " with " + plaintext.Counted(s.Cores, "core", "cores")
	if s.Note != "" {
		text = s.Note
	}
	switch {
	case b.bar != nil:
		b.mu.Lock()
		b.farm = text
		b.mu.Unlock()
		b.Note(b.note)
	case text != b.farm:
		b.farm = text
		fmt.Fprintf(b.c.App.ErrWriter, "%s: %s\n", b.label, text)
	}
}
