// Package bearoff has the commands that make, check and show bear-off databases.
package bearoff

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/bearoff"
	"gammonlab/internal/plaintext"
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
		Name:        "generate",
		Usage:       "create a bear-off database in gnubg's format",
		Subcommands: []*cli.Command{generateOneSidedCommand(), generateTwoSidedCommand(), generateHyperCommand()},
	}
}

func generateOneSidedCommand() *cli.Command {
	return &cli.Command{
		Name:      "one-sided",
		Usage:     "create a one-sided database: distribution of the number of rolls",
		ArgsUsage: "FILE",
		Description: `Creates the same database as gnubg's makebearoff with the same settings, byte for byte. With 8
points or more, an interrupted command resumes if it is run again.

Example:
   gammonlab bearoff generate one-sided --points 6 os6.bd`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "points", Value: 6, Usage: "checkers on the first `N` points, 1 to 13"},
			&cli.BoolFlag{Name: "no-gammon", Usage: "omit the number of rolls to bear off the first checker"},
			&cli.BoolFlag{Name: "uncompressed", Usage: "do not compress zeros"},
			&cli.BoolFlag{Name: "normal", Usage: "store only means and standard deviations (normal approximation)"},
			cliutil.WorkersFlag(), cliutil.JSONFlag(generated{}),
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
		Usage:     "create a two-sided database: equities with and without the cube",
		ArgsUsage: "FILE",
		Description: `Creates the same database as gnubg's makebearoff with the same settings, byte for byte. With
more than 8 checkers on 6 points, an interrupted command resumes if it is run again.

Example:
   gammonlab bearoff generate two-sided --points 6 --checkers 6 ts6.bd`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "points", Value: 6, Usage: "checkers on the first `N` points"},
			&cli.IntFlag{Name: "checkers", Value: 6, Usage: "number `N` of checkers of each side, 1 to 11"},
			&cli.BoolFlag{Name: "cubeless", Usage: "omit equities with the cube"},
			cliutil.WorkersFlag(), cliutil.JSONFlag(generated{}),
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
		Usage:     "create a hypergammon database by value iteration",
		ArgsUsage: "FILE",
		Description: `Creates the same database as gnubg's makehyper, byte for byte. It recomputes all positions
until no equity changes by more than --stop-change. If interrupted, run the same command again
to resume; at most a minute of work is lost.

Example:
   gammonlab bearoff generate hyper --checkers 2 hyper2.bd`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "checkers", Value: 3, Usage: "number `N` of checkers of each side, 1 to 3"},
			cliutil.EquityFlag("stop-change", bearoff.HyperThreshold, "stop when no equity changes by more than `EQUITY`"),
			cliutil.WorkersFlag(), cliutil.JSONFlag(generated{}),
		},
		Action: func(c *cli.Context) error {
			return makeBearoff(c, func(path string, workers int, bar *cliutil.Bar) error {
				return bearoff.GenerateHyper(c.Context, path, bearoff.HyperOptions{
					Checkers: c.Int("checkers"), Threshold: cliutil.Equity(c, "stop-change"),
					Workers: workers, Progress: bar.Sweep,
				})
			})
		},
	}
}

// generated is the result of a command that makes a database.
type generated struct {
	Out      string `json:"out"`
	Kind     string `json:"kind"`
	Points   int    `json:"points"`   // highest point of a checker
	Checkers int    `json:"checkers"` // maximal number of each side
}

// Text returns a line.
func (g *generated) Text() string {
	return fmt.Sprintf("%s: %s, %d %s on %d %s\n", g.Out, g.Kind,
		g.Checkers, plaintext.Noun(g.Checkers, "checker", "checkers"), g.Points, plaintext.Noun(g.Points, "point", "points"))
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
	if err != nil {
		return cliutil.ResumableFile(err, path)
	}
	header, err := bearoff.ReadHeader(path)
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, &generated{path, header.Kind.String(), header.Points, header.Checkers})
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
			cliutil.SeedFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(bearoff.VerifyReport{}),
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
