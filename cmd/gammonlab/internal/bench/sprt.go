package bench

import (
	"errors"
	"io"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/games"
	"gammonlab/evalbench/report"
	"gammonlab/evalbench/tournament"
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
		Flags:  append(games.GameFlags(new(tournament.Test), tournament.Record{}), games.ResultsFlag(), htmlFlag()),
		Action: cliutil.NoArguments(runSPRT),
	}
}

// runSPRT runs the command.
func runSPRT(c *cli.Context) error {
	test := &tournament.Test{Workers: cliutil.Workers(c)}
	if err := games.Read(c, test); err != nil {
		return err
	}
	if err := cliutil.Opened(test.Open(cliutil.Opener(c))); err != nil {
		return err
	}
	trace := new(report.TestTrace)
	if c.String("html") != "" {
		test.Each = trace.Add
	}
	ledger, err := games.OpenLedger(c, test.Settings())
	if err != nil {
		return err
	}
	verdict, err := games.RunTest(c, test, ledger)
	err = errors.Join(err, ledger.Close())
	if verdict == nil || verdict.Pairs == 0 {
		return err
	}
	err = errors.Join(err, writeHTML(c, func(w io.Writer) error {
		return report.Test(w, test, verdict, trace, report.SettingsOf(cliutil.CommandLine(c), test))
	}))
	return errors.Join(err, cliutil.PrintEither(c, test.Record(verdict), func() string { return test.Text(verdict) }))
}
