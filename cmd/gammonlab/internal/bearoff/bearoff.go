// Package bearoff has the commands that make, check and show bear-off databases.
package bearoff

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/bearoff/generate"
	"gammonlab/engine/databases"
)

// Command returns the group of commands.
func Command() *cli.Command {
	return &cli.Command{
		Name:        "bearoff",
		Usage:       "create, verify and query bear-off databases",
		Subcommands: []*cli.Command{generateCommand(), verifyCommand(), showCommand()},
	}
}

func generateCommand() *cli.Command {
	return &cli.Command{
		Name:  "generate",
		Usage: "create a bear-off database in gnubg's format",
		Description: `The commands create databases of three kinds. --dry-run prints the number of records, the size of
the file, and the time that the database will take on this machine, estimated by making a small
one.`,
		Subcommands: []*cli.Command{
			generateKind[databases.OneSided](&cli.Command{
				Name:  "one-sided",
				Usage: "create a one-sided database: distribution of the number of rolls",
				Description: `Creates the same database as gnubg's makebearoff with the same settings, byte for byte. With 8
points or more, an interrupted command resumes if it is run again.

Example:
   gammonlab bearoff generate one-sided --points 6 os6.bd`,
			}),
			generateKind[databases.TwoSided](&cli.Command{
				Name:  "two-sided",
				Usage: "create a two-sided database: equities with and without the cube",
				Description: `Creates the same database as gnubg's makebearoff with the same settings, byte for byte. With
more than 8 checkers on 6 points, an interrupted command resumes if it is run again.

Example:
   gammonlab bearoff generate two-sided --points 6 --checkers 6 ts6.bd`,
			}),
			generateKind[databases.Hyper](&cli.Command{
				Name:  "hyper",
				Usage: "create a hypergammon database by value iteration",
				Description: `Creates the same database as gnubg's makehyper, byte for byte. It recomputes all positions
until no equity changes by more than --stop-change. If interrupted, run the same command again
to resume; at most a minute of work is lost.

Example:
   gammonlab bearoff generate hyper --checkers 2 hyper2.bd`,
			}),
		},
	}
}

// generateKind returns the command that makes the database of settings of type S.
func generateKind[S any, P interface {
	*S
	databases.Settings
}](command *cli.Command) *cli.Command {
	command.ArgsUsage = "FILE"
	command.Flags = append(cliutil.FlagsOf(new(S)), cliutil.WorkersFlag(), cliutil.JSONFlag(databases.Made{}, databases.Plan{}),
		&cli.BoolFlag{Name: "dry-run", Usage: "print the size of the database and an estimate of the time, and create nothing; FILE may be omitted"})
	command.Action = func(c *cli.Context) error {
		settings := P(new(S))
		if c.Bool("dry-run") {
			return planned(c, settings)
		}
		path, err := cliutil.FileArgument(c)
		if err != nil {
			return err
		}
		if err := cliutil.ReadSettings(c, settings, nil); err != nil {
			return err
		}
		bar := cliutil.NewBar(c, "bearoff", "positions")
		err = settings.Make(c.Context, path, cliutil.Workers(c), bar.Sweep)
		bar.Finish()
		if err != nil {
			return cliutil.ResumableFile(err, path)
		}
		made, err := databases.Read(path)
		if err != nil {
			return err
		}
		return cliutil.PrintResult(c, made)
	}
	return command
}

// planned prints what the database of the settings will need.
func planned(c *cli.Context, settings databases.Settings) error {
	if c.NArg() > 1 {
		return cliutil.Usagef("unexpected argument %q: one file at a time", c.Args().Get(1))
	}
	if err := cliutil.ReadSettings(c, settings, nil); err != nil {
		return err
	}
	plan, err := settings.Plan(c.Context, cliutil.Workers(c))
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, plan)
}

func verifyCommand() *cli.Command {
	return &cli.Command{
		Name:      "verify",
		Usage:     "check the structure of a database and recompute a sample of entries",
		ArgsUsage: "FILE",
		Description: `Checks the structure of the file, and recomputes a sample of its entries from the entries one
roll later.

Example:
   gammonlab bearoff verify os6.bd`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "sample", Value: 10_000, Usage: "number `N` of entries to recompute; 0 for all"},
			cliutil.SeedFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(generate.VerifyReport{}),
		},
		Action: runVerify,
	}
}

// runVerify runs the command.
func runVerify(c *cli.Context) error {
	path, err := cliutil.FileArgument(c)
	if err != nil {
		return err
	}
	sample := c.Int("sample")
	if sample < 0 {
		return cliutil.Usagef("--sample is %d, want 0 or more", sample)
	}
	bar := cliutil.NewBar(c, "bearoff", "entries")
	report, err := generate.Verify(c.Context, path, generate.VerifyOptions{
		Sample: sample, Seed: c.Uint64("seed"), Workers: cliutil.Workers(c), Progress: bar.Report,
	})
	bar.Finish()
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, &report)
}
