// Package bearoff has the commands that make, check and show databases of endings.
package bearoff

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/bearoff"
)

// Command returns the group of commands.
func Command() *cli.Command {
	return &cli.Command{
		Name:        "bearoff",
		Usage:       "make, check and read databases of endings",
		Subcommands: []*cli.Command{generateCommand(), verifyCommand(), showCommand()},
	}
}

func generateCommand() *cli.Command {
	return &cli.Command{
		Name:        "generate",
		Usage:       "make a database in gnubg's format",
		Subcommands: []*cli.Command{generateOneSidedCommand(), generateTwoSidedCommand(), generateHyperCommand()},
	}
}

func generateOneSidedCommand() *cli.Command {
	return &cli.Command{
		Name:      "one-sided",
		Usage:     "how many rolls a side of up to 15 checkers needs",
		ArgsUsage: "FILE",
		Description: `Makes the database that gnubg's makebearoff makes with the same settings, byte
for byte. A run of 8 points or more that is stopped goes on when it is started
again.

Example:
   gammonlab bearoff generate one-sided --points 6 os6.bd`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "points", Value: 6, Usage: "points that checkers can be on, 1 to 13"},
			&cli.BoolFlag{Name: "no-gammon", Usage: "leave out the rolls to bear off the first checker"},
			&cli.BoolFlag{Name: "uncompressed", Usage: "store zeros too"},
			&cli.BoolFlag{Name: "normal", Usage: "means and standard deviations only"},
			cliutil.WorkersFlag(),
		},
		Action: func(c *cli.Context) error {
			return makeBearoff(c, func(path string, workers int, bar *cliutil.Bar) error {
				return bearoff.GenerateOneSided(c.Context, path, bearoff.OneSidedOptions{
					Points: c.Int("points"), NoGammon: c.Bool("no-gammon"), Uncompressed: c.Bool("uncompressed"),
					Normal: c.Bool("normal"), Workers: workers, Progress: bar.Report,
				})
			})
		},
	}
}

func generateTwoSidedCommand() *cli.Command {
	return &cli.Command{
		Name:      "two-sided",
		Usage:     "equities of small bearoffs, with and without cube",
		ArgsUsage: "FILE",
		Description: `Makes the database that gnubg's makebearoff makes with the same settings, byte
for byte. A run of more than 8 checkers on 6 points that is stopped goes on when
it is started again.

Example:
   gammonlab bearoff generate two-sided --points 6 --checkers 6 ts6.bd`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "points", Value: 6, Usage: "points that checkers can be on"},
			&cli.IntFlag{Name: "checkers", Value: 6, Usage: "checkers of each side, 1 to 11"},
			&cli.BoolFlag{Name: "cubeless", Usage: "leave out the equities with a cube"},
			cliutil.WorkersFlag(),
		},
		Action: func(c *cli.Context) error {
			return makeBearoff(c, func(path string, workers int, bar *cliutil.Bar) error {
				return bearoff.GenerateTwoSided(c.Context, path, bearoff.TwoSidedOptions{
					Points: c.Int("points"), Checkers: c.Int("checkers"), Cubeless: c.Bool("cubeless"),
					Workers: workers, Progress: bar.Report,
				})
			})
		},
	}
}

func generateHyperCommand() *cli.Command {
	return &cli.Command{
		Name:      "hyper",
		Usage:     "all of hypergammon, by value iteration",
		ArgsUsage: "FILE",
		Description: `Makes the database that gnubg's makehyper makes, byte for byte. Positions are
computed over and over until none changes by more than the threshold. A run that
is stopped goes on when it is started again; it loses a minute at most.

Example:
   gammonlab bearoff generate hyper --checkers 2 hyper2.bd`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "checkers", Value: 3, Usage: "checkers of each side, 1 to 3"},
			&cli.Float64Flag{Name: "stop-change", Value: bearoff.HyperThreshold, Usage: "largest change at which to stop"},
			cliutil.WorkersFlag(),
		},
		Action: func(c *cli.Context) error {
			return makeBearoff(c, func(path string, workers int, bar *cliutil.Bar) error {
				return bearoff.GenerateHyper(c.Context, path, bearoff.HyperOptions{
					Checkers: c.Int("checkers"), Threshold: c.Float64("stop-change"),
					Workers: workers, Progress: bar.Sweep,
				})
			})
		},
	}
}

// makeBearoff makes the file that the command's one argument names.
func makeBearoff(c *cli.Context, make func(path string, workers int, bar *cliutil.Bar) error) error {
	path, err := cliutil.FileArgument(c)
	if err != nil {
		return err
	}
	bar := cliutil.NewBar(c, "bearoff", "positions")
	err = make(path, cliutil.Workers(c), bar)
	bar.Finish()
	return cliutil.ResumableFile(err, path)
}

func verifyCommand() *cli.Command {
	return &cli.Command{
		Name:      "verify",
		Usage:     "check the structure of a database and recompute a sample of it",
		ArgsUsage: "FILE",
		Description: `Checks the file as a whole, and computes a sample of its entries again from
those that a roll leads to.

Example:
   gammonlab bearoff verify os6.bd`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "sample", Value: 10_000, Usage: "`ENTRIES` to compute again, 0 for all"},
			cliutil.SeedFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(),
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
	report, err := bearoff.Verify(c.Context, path, bearoff.VerifyOptions{
		Sample: sample, Seed: c.Uint64("seed"), Workers: cliutil.Workers(c), Progress: bar.Report,
	})
	bar.Finish()
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, &report)
}
