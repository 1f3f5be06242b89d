package serve

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/farm/wire"
)

// poolToken is the flag for the token of the farm's server. The flag token is for the
// pages.
const poolToken = "pool-token"

// farmFlags returns the flags that select the farm to show.
func farmFlags() []cli.Flag {
	flags := cliutil.ServerFlags("show jobs and workers of the server at `URL`, such as nats://host:4222")
	for _, f := range flags {
		if f, ok := f.(*cli.StringFlag); ok && f.Name == "token" {
			f.Name = poolToken
		}
	}
	return flags
}

// dialFarm returns the client of the farm of the flags, nil for none. The farm's server
// may start later.
func dialFarm(c *cli.Context) (*wire.Client, error) {
	if c.String("pool") == "" {
		for _, name := range []string{poolToken, "ca"} { // the environment may set the key for all commands
			if c.IsSet(name) {
				return nil, cliutil.Usagef("--%s is for --pool", name)
			}
		}
		return nil, nil
	}
	o := cliutil.ServerFromFlags(c)
	o.Token, o.Wait, o.Keep = c.String(poolToken), true, true
	return wire.Dial(c.Context, o)
}
