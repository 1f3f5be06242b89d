package dice

import (
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/dice/fairness"
)

func testCommand() *cli.Command {
	return &cli.Command{
		Name:      "test",
		Usage:     "test the fairness of dice",
		ArgsUsage: "[MATCH… | FOLDER… | -]",
		Description: `Tests the dice of recorded games, of all players together and of each player. Records may have
any format of analyze; folders are searched at any depth. --rng tests a generator instead, and
--dice-file the rolls in a file.

The tests are: chi-square of single dice and of the 21 rolls; runs of totals above and below 7;
correlation of the totals of successive rolls; doubles; and separately the first rolls of games,
which are never doubles. --model adds the mean luck of a roll, and jokers and anti-jokers: rolls
that gain or lose more than 0.3 points of normalised equity against the mean over all rolls, the
limit of analyze and gnubg. The expected number with fair dice is computed for each position.
Tests with too few rolls are omitted.

The exit code is 0 for any result. docs/dice.md has the formulas.

Example:
   gammonlab dice test match.mat
   gammonlab dice test --model default matches/
   gammonlab dice test --rng isaac --seed 7 -n 1000000`,
		Flags: []cli.Flag{
			rngFlag(""), seedFlag(), rollsFlag(100_000),
			&cli.StringFlag{Name: "dice-file", Usage: "test the rolls in `FILE`, two digits each"},
			&cli.StringFlag{Name: "model", Usage: "also measure luck and jokers with `MODEL`: " + cliutil.ModelForms()},
			cliutil.BearoffFlag(), cliutil.METFlag(),
			&cli.IntFlag{Name: "limit", Value: 10, Usage: "list the `N` players with the most rolls; 0 for all"},
			cliutil.JSONFlag(fairness.Report{}),
		},
		Action: test,
	}
}

// test runs the command.
func test(c *cli.Context) error {
	sources := 0
	for _, given := range []bool{c.IsSet("rng"), c.IsSet("dice-file"), c.NArg() > 0} {
		if given {
			sources++
		}
	}
	if sources != 1 {
		return cliutil.Usagef("want records, --rng or --dice-file, and one of these only")
	}
	if err := refuse(c, "rng", "seed", "count"); err != nil {
		return err
	}
	var report *fairness.Report
	var err error
	switch {
	case c.IsSet("rng"):
		report, err = testGenerator(c)
	case c.IsSet("dice-file"):
		report, err = testFile(c, c.String("dice-file"))
	default:
		report, err = testRecords(c)
	}
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, report)
}

// refuse returns an error for flags without the flag that they need, and for flags of
// records without records.
func refuse(c *cli.Context, owner string, flags ...string) error {
	for _, name := range flags {
		if c.IsSet(name) && !c.IsSet(owner) {
			return cliutil.Usagef("--%s has no effect without --%s", name, owner)
		}
	}
	for _, name := range []string{"model", "limit"} {
		if c.IsSet(name) && c.NArg() == 0 {
			return cliutil.Usagef("--%s has no effect without records", name)
		}
	}
	for _, name := range []string{"bearoff", "met"} {
		if c.IsSet(name) && !c.IsSet("model") {
			return cliutil.Usagef("--%s has no effect without --model", name)
		}
	}
	return nil
}

// testGenerator tests the dice of a generator.
func testGenerator(c *cli.Context) (*fairness.Report, error) {
	d, n, err := generator(c)
	if err != nil {
		return nil, err
	}
	bar := cliutil.NewBar(c, "dice", "rolls")
	bar.Begin(0, int64(n))
	defer bar.Finish()
	var s fairness.Sample
	for i := range n {
		r, err := d.Roll()
		if err != nil {
			return nil, err
		}
		s.Add(r)
		if i&0xfff == 0xfff {
			bar.Set(int64(i + 1))
			if c.Context.Err() != nil {
				return nil, c.Context.Err()
			}
		}
	}
	bar.Set(int64(n))
	return fairness.NewReport(nameOf(c), []fairness.Group{s.Group("")}), nil
}

// testFile tests the rolls of a file.
func testFile(c *cli.Context, path string) (*fairness.Report, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var s fairness.Sample
	d := board.NewFileDice(path, file)
	for {
		r, err := d.Roll()
		switch {
		case errors.Is(err, board.ErrNoRolls):
			return fairness.NewReport(fmt.Sprintf("the file %s", path), []fairness.Group{s.Group("")}), nil
		case err != nil:
			return nil, err
		}
		s.Add(r)
	}
}
