package farm

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench"
	"gammonlab/evalbench/analyses"
	"gammonlab/farm"
	"gammonlab/farm/wire"
	"gammonlab/farm/worker"
	"gammonlab/internal/cachefolder"
	"gammonlab/nets/kernel"
	"gammonlab/work"
)

// kinds returns the kinds of jobs that workers do: those of all kinds of work.
func kinds() []farm.Kind {
	var all []farm.Kind
	add := func(k farm.Kind) {
		if !slices.ContainsFunc(all, func(of farm.Kind) bool { return of.Name == k.Name }) {
			all = append(all, k)
		}
	}
	for _, e := range work.All() {
		if e.Farm != nil {
			add(e.Farm())
		}
	}
	add(analyses.Kind()) // of analyze
	return all
}

// defaultServer is the address of a server on this machine.
const defaultServer = "nats://127.0.0.1:4222"

// Worker returns the command worker.
func Worker() *cli.Command {
	return &cli.Command{
		Name:  "worker",
		Usage: "compute shards of the jobs of a server",
		Description: `Connects to a gammonlab server and computes shards of jobs that commands with --pool submitted.
Workers may start and end at any time. If a worker is killed, another computes its shards.

Before a job, a worker computes a shard with a known result, and refuses the job if its own
result differs. It opens no port, runs only the kinds of work in --kinds, and reads only the
job files in --cache. Ctrl-C or SIGTERM ends it after its current shards, at the latest after
--grace.

Example:
   gammonlab worker --pool nats://host:4222 --key worker.nk
   gammonlab worker --pool nats://host:4222 --key worker.nk --cores 4 --nice --until-idle 10m`,
		Flags: append(serverFlagsOfClients(),
			&cli.IntFlag{Name: "cores", Value: runtime.NumCPU(), DefaultText: "all", Usage: "number `N` of shards to compute in parallel"},
			&cli.StringFlag{Name: "kinds", Usage: "accept only jobs of these `KINDS`, joined by commas: " + strings.Join(KindNames(), ", ") + " (default: all)"},
			&cli.StringFlag{Name: "name", DefaultText: "that of the machine", Usage: "worker `NAME` in lists"},
			&cli.BoolFlag{Name: "nice", Usage: "run at low priority"},
			&cli.IntFlag{Name: "max-jobs", Usage: "maximum number `N` of jobs at a time; 0 for no limit"},
			&cli.DurationFlag{Name: "until-idle", Usage: "exit after `TIME` without work, such as 10m; 0 for never"},
			&cli.DurationFlag{Name: "grace", Value: 20 * time.Second, Usage: "after a signal, `TIME` to finish shards"},
			&cli.StringFlag{Name: "cache", DefaultText: "the user's cache folder", Usage: "cache `FOLDER` for files of jobs"},
			&cli.BoolFlag{Name: "once", Usage: "exit after one shard"},
			logFlag(),
		),
		Action: cliutil.NoArguments(runWorker),
	}
}

// serverFlagsOfClients returns the flags of commands that connect to a server. These
// commands also take the server's URL by --server, which scripts of farms use.
func serverFlagsOfClients() []cli.Flag {
	flags := cliutil.ServerFlags("server `URL` (default: " + defaultServer + ")")
	flags[0].(*cli.StringFlag).Aliases = []string{"server"}
	return flags
}

// serverFromFlags returns the connection options for the server.
func serverFromFlags(c *cli.Context) wire.Options {
	o := cliutil.ServerFromFlags(c)
	if o.URL == "" {
		o.URL = defaultServer
	}
	return o
}

// KindNames returns the names of the kinds, without their versions.
func KindNames() []string {
	var names []string
	for _, k := range kinds() {
		names = append(names, baseName(k.Name))
	}
	return names
}

// baseName returns the name of a kind without its version.
func baseName(kind string) string {
	name, _, _ := strings.Cut(kind, "/")
	return name
}

// runWorker runs the command.
func runWorker(c *cli.Context) error {
	o, err := workerOptions(c)
	if err != nil {
		return err
	}
	if c.Bool("nice") {
		if err := beNice(); err != nil {
			return err
		}
	}
	var closeLog func() error
	if o.Log, closeLog, err = openLog(c); err != nil {
		return err
	}
	defer closeLog()
	cliutil.EndWithin(c, o.Grace+5*time.Second)
	server := serverFromFlags(c)
	server.Wait = true
	client, err := wire.Dial(c.Context, server)
	if err != nil {
		return err
	}
	defer client.Close()
	o.Log.Info("worker", "server", server.URL, "key", client.Key(), "cores", o.Cores, "class", o.Class)
	return worker.Run(c.Context, client, o)
}

// workerOptions returns the options of the flags.
func workerOptions(c *cli.Context) (worker.Options, error) {
	o := worker.Options{Cores: c.Int("cores"), Cache: c.String("cache"), Name: c.String("name"), Class: kernel.Class(),
		Grace: c.Duration("grace"), UntilIdle: c.Duration("until-idle"), MaxJobs: c.Int("max-jobs"), Once: c.Bool("once")}
	o.Signature = func(ctx context.Context) error { return checkSignature(ctx, o.Cores) }
	switch {
	case o.Cores < 1 || o.Cores > 1<<12:
		return o, cliutil.Usagef("--cores is %d, want 1 to %d", o.Cores, 1<<12)
	case o.MaxJobs < 0:
		return o, cliutil.Usagef("--max-jobs is %d, want 0 or more", o.MaxJobs)
	case o.Grace < 0 || o.UntilIdle < 0:
		return o, cliutil.Usagef("--grace and --until-idle want a time of 0 or more")
	}
	if o.Name == "" {
		o.Name, _ = os.Hostname() // no error, because the name is only informative
	}
	if o.Cache == "" {
		folder, err := cachefolder.Path()
		if err != nil {
			return o, cliutil.Usagef("%w, or name a folder by --cache", err)
		}
		o.Cache = folder
	}
	var err error
	o.Kinds, err = chosenKinds(c.String("kinds"))
	return o, err
}

// chosenKinds returns the kinds with the names, all for an empty text.
func chosenKinds(names string) ([]farm.Kind, error) {
	all := kinds()
	if names == "" {
		return all, nil
	}
	var some []farm.Kind
	for name := range strings.SplitSeq(names, ",") {
		i := slices.IndexFunc(all, func(k farm.Kind) bool { return baseName(k.Name) == strings.TrimSpace(name) })
		if i < 0 {
			return nil, cliutil.Usagef("--kinds has %q, want of: %s", name, strings.Join(KindNames(), ", "))
		}
		some = append(some, all[i])
	}
	return some, nil
}

// checkSignature returns an error if the play of this machine differs from the expected
// signature.
func checkSignature(ctx context.Context, cores int) error {
	got, err := evalbench.Signature(ctx, cores)
	if err == nil && got != evalbench.WantSignature {
		err = fmt.Errorf("the signature of this machine is %016x and should be %016x: it does not compute right", got, uint64(evalbench.WantSignature))
	}
	return err
}
