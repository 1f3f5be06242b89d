package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/evalbench/report"
	"gammonlab/evalbench/stats"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/progress"
)

func benchSPRTCommand() *cli.Command {
	return &cli.Command{
		Name:  "sprt",
		Usage: "play two players until it is known who is better",
		Description: `Plays pairs of games, as bench match does and with its players, until a
sequential test (SPRT) decides between two hypotheses: H0, that a scores the first
of the bounds or less, and H1, that it scores the second or more. H1 is accepted
wrongly in a share alpha of tests, H0 in a share beta. Bounds are points per game
(--equity) or, by the share of games won, a difference of Elo ratings (--elo).

The number of games is not known beforehand: the nearer the bounds, the more.
The result does not depend on the number of workers, nor on interruptions if
--results keeps the games. --html writes a page: the verdict in words, the course of
the test, figures and settings.

Example:
   gammonlab bench sprt --a net:new.safetensors --b net:default
   gammonlab bench sprt --a net:new.safetensors --b net:default --equity -0.01,0.01 --results new.sprt`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "a", Usage: "first `PLAYER`, required"},
			&cli.StringFlag{Name: "b", Usage: "second `PLAYER`, required"},
			htmlFlag(),
		}, testFlags(), gameFlags()),
		Action: benchSPRT,
	}
}

// testFlags are the flags of commands that test sequentially.
func testFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "equity", DefaultText: defaultBounds, Usage: "`BOUNDS` in points per game, joined by a comma"},
		&cli.StringFlag{Name: "elo", Usage: "`BOUNDS` in Elo, joined by a comma, in place of points"},
		&cli.Float64Flag{Name: "alpha", Value: 0.05, Usage: "chance to find a better when it is not"},
		&cli.Float64Flag{Name: "beta", Value: 0.05, Usage: "chance not to find a better when it is"},
		&cli.IntFlag{Name: "max-games", Value: 1_000_000, Usage: "games after which the test gives up"},
		resultsFlag(),
	}
}

// defaultBounds are those of points per game: none better, and better by as much
// as ten thousand pairs can show.
const defaultBounds = "0,0.02"

// benchSPRT runs the command.
func benchSPRT(c *cli.Context) error {
	if err := noArguments(c); err != nil {
		return err
	}
	if err := require(c, "a", "b"); err != nil {
		return err
	}
	if c.String("a") == c.String("b") {
		return usagef("--a and --b are the same player: no test tells them apart")
	}
	test, err := testFromFlags(c)
	if err != nil {
		return err
	}
	trace := new(report.TestTrace)
	if c.String("html") != "" {
		test.Each = trace.Add
	}
	databases, err := databasesFromFlag(c)
	if err != nil {
		return err
	}
	if test.A, err = contestant("a", c.String("a"), databases); err != nil {
		return err
	}
	if test.B, err = contestant("b", c.String("b"), databases); err != nil {
		return err
	}
	ledger, err := ledgerFromFlags(c, board.Backgammon, databases)
	if err != nil {
		return err
	}
	verdict, err := runTest(c, test, ledger)
	err = errors.Join(err, ledger.Close())
	if verdict == nil || verdict.Pairs == 0 {
		return err
	}
	record := test.Record(verdict, ledger.Settings())
	err = errors.Join(err, writeHTML(c, func(w io.Writer) error {
		return report.Test(w, test, verdict, trace, ledger.Settings(), testSettings(c, test, ledger))
	}))
	if c.Bool("json") {
		return errors.Join(err, printJSON(c.App.Writer, record))
	}
	_, printErr := fmt.Fprint(c.App.Writer, test.Text(verdict))
	return errors.Join(err, printErr)
}

// runTest runs the test and shows how far it is.
func runTest(c *cli.Context, test *tournament.Test, ledger *tournament.Ledger) (*tournament.Verdict, error) {
	var bar *progress.Bar
	test.Progress = func(v *tournament.Verdict) {
		if bar == nil {
			bar = progress.New(c.App.ErrWriter, "sprt", "games", 2*int64(test.MaxPairs), progress.Start(2*int64(v.Pairs-1)))
		}
		bar.Set(2 * int64(v.Pairs))
		if v.Pairs%(notedGames/2) == 0 {
			bar.Note(fmt.Sprintf("a %+.3f ± %.3f ppg, LLR %.2f (%.2f to %.2f)",
				v.Points.Center, v.Points.Margin(), v.LLR, v.Lower, v.Upper))
		}
	}
	verdict, err := test.Run(c.Context, ledger)
	if bar != nil {
		bar.Finish()
	}
	return verdict, resumableGames(c, err)
}

// testFromFlags returns the test that the flags ask for, without its players.
func testFromFlags(c *cli.Context) (*tournament.Test, error) {
	n, err := workers(c)
	if err != nil {
		return nil, err
	}
	test := &tournament.Test{
		Hypotheses: stats.Hypotheses{Alpha: c.Float64("alpha"), Beta: c.Float64("beta")},
		MaxPairs:   c.Int("max-games") / 2, Workers: n,
	}
	if games := c.Int("max-games"); games < 2 || games%2 != 0 {
		return nil, usagef("--max-games is %d, want an even number, for pairs", games)
	}
	flag, text := "equity", c.String("equity")
	switch {
	case c.IsSet("elo") && c.IsSet("equity"):
		return nil, usagef("--elo contradicts --equity")
	case c.IsSet("elo"):
		flag, text, test.Unit = "elo", c.String("elo"), tournament.Share
	case text == "":
		text = defaultBounds
	}
	if test.E0, test.E1, err = parseBounds(text); err != nil {
		return nil, usagef("--%s: %w", flag, err)
	}
	if test.Unit == tournament.Share {
		test.E0, test.E1 = stats.OfElo(test.E0), stats.OfElo(test.E1)
	}
	if err := test.Hypotheses.Validate(); err != nil {
		return nil, usagef("%s: %w", c.Command.FullName(), err)
	}
	return test, nil
}

// parseBounds reads two numbers.
func parseBounds(text string) (e0, e1 float64, err error) {
	first, second, both := strings.Cut(text, ",")
	e0, err0 := strconv.ParseFloat(strings.TrimSpace(first), 64)
	e1, err1 := strconv.ParseFloat(strings.TrimSpace(second), 64)
	if !both || err0 != nil || err1 != nil || !(e0 < e1) || math.IsInf(e0, 0) || math.IsInf(e1, 0) {
		return 0, 0, fmt.Errorf("%q, want two numbers such as %s, the lower first", text, defaultBounds)
	}
	return e0, e1, nil
}
