package bench

import (
	"errors"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/games"
	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/evalbench/report"
)

func sprtCommand() *cli.Command {
	return &cli.Command{
		Name:  "sprt",
		Usage: "play two players until a sequential test decides which is better",
		Description: `Plays pairs of games as bench match does, until a sequential probability ratio test (SPRT)
accepts one of two hypotheses: H0, player a scores at most the first bound, or H1, player a
scores at least the second bound. The test accepts H1 wrongly with probability alpha, and H0
wrongly with probability beta. Bounds are points per game (--equity) or differences of Elo
ratings (--elo), by the share of games won.

The number of games depends on the results; closer bounds need more games. The result does
not depend on the number of workers, nor on interruptions if --results keeps the games.
--html writes a page with the verdict, the course of the test, figures and settings.

` + games.PoolUsage + `

Example:
   gammonlab bench sprt --a net:new.safetensors --b net:default
   gammonlab bench sprt --a net:new.safetensors --b net:default --equity -0.01,0.01 --results new.sprt`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "a", Usage: "first `PLAYER`, required"},
			&cli.StringFlag{Name: "b", Usage: "second `PLAYER`, required"},
			htmlFlag(),
		}, games.TestFlags(), games.GameFlags(new(evalbench.Conditions), tournament.Record{})),
		Action: cliutil.NoArguments(runSPRT, "a", "b"),
	}
}

// runSPRT runs the command.
func runSPRT(c *cli.Context) error {
	if c.String("a") == c.String("b") {
		return cliutil.Usagef("--a and --b are the same player: no test tells them apart")
	}
	test, err := games.TestFromFlags(c)
	if err != nil {
		return err
	}
	trace := new(report.TestTrace)
	if c.String("html") != "" {
		test.Each = trace.Add
	}
	conditions, err := games.ConditionsFromFlags(c, board.Backgammon)
	if err != nil {
		return err
	}
	databases := conditions.Bearoff.Databases
	if test.A, err = games.ParsePlayer(c, "a", c.String("a"), databases); err != nil {
		return err
	}
	if test.B, err = games.ParsePlayer(c, "b", c.String("b"), databases); err != nil {
		return err
	}
	ledger, err := games.OpenLedger(c, tournament.Settings{Conditions: conditions})
	if err != nil {
		return err
	}
	verdict, err := games.RunTest(c, test, ledger)
	err = errors.Join(err, ledger.Close())
	if verdict == nil || verdict.Pairs == 0 {
		return err
	}
	record := test.Record(verdict, ledger.Settings())
	err = errors.Join(err, writeHTML(c, func(w io.Writer) error {
		return report.Test(w, test, verdict, trace, ledger.Settings(), report.TestSettings(cliutil.CommandLine(c), test, ledger))
	}))
	return errors.Join(err, cliutil.PrintEither(c, record, func() string { return test.Text(verdict) }))
}
