// Package bearoff has the commands that make, check and show bear-off databases.
package bearoff

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/bearoff/generate"
)

// Command returns the group of commands.
func Command() *cli.Command {
	return &cli.Command{
		Name:        "bearoff",
		Usage:       "create, verify and query bear-off databases",
		Subcommands: []*cli.Command{generateGroup(), verifyCommand(), showCommand()},
	}
}

// generateGroup returns the group of commands that make databases, which are kinds of work.
func generateGroup() *cli.Command {
	return &cli.Command{
		Name:  "generate",
		Usage: "create a bear-off database in gnubg's format",
		Description: `The commands create databases of three kinds. --dry-run prints the number of records, the size of
the file, and the time that the database will take on this machine, estimated by making a small
one.`,
	}
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
