package games

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/evalbench/stats"
	"gammonlab/evalbench/tournament"
)

// NotedGames is the number of games between updates of the result beside the progress
// bar.
const NotedGames = 500

// TestFlags returns the flags of commands that run sequential tests.
func TestFlags() []cli.Flag {
	return append(cliutil.Group("Test",
		&cli.StringFlag{Name: "equity", DefaultText: defaultBounds, Usage: "hypotheses: `BOUNDS`, two equities a game, joined by a comma"},
		&cli.StringFlag{Name: "elo", Usage: "hypotheses: `BOUNDS` in Elo, joined by a comma, instead of --equity"},
		&cli.Float64Flag{Name: "alpha", Value: 0.05, Usage: "error level `P`: chance to accept H1 if H0 is true"},
		&cli.Float64Flag{Name: "beta", Value: 0.05, Usage: "error level `P`: chance to accept H0 if H1 is true"},
		&cli.IntFlag{Name: "max-games", Value: 1_000_000, Usage: "stop the test after `N` games"},
	), ResultsFlag())
}

// defaultBounds are the default bounds in points per game: no difference, and the least
// difference that about ten thousand pairs can show.
const defaultBounds = "0,0.02"

// RunTest runs the test and shows its progress.
func RunTest(c *cli.Context, test *tournament.Test, ledger *tournament.Ledger) (*tournament.Verdict, error) {
	bar := cliutil.NewBar(c, "sprt", "games")
	pool, close, err := cliutil.PoolFromFlags(c, bar, c.String("results"))
	if err != nil {
		return nil, err
	}
	defer close()
	test.Pool = pool
	test.Progress = func(v *tournament.Verdict) {
		bar.Begin(2*int64(v.Pairs-1), 2*int64(test.MaxPairs))
		bar.Set(2 * int64(v.Pairs))
		if v.Pairs%(NotedGames/2) == 0 {
			bar.Note(fmt.Sprintf("a %+.3f ± %.3f ppg, LLR %.2f (%.2f to %.2f)",
				v.Points.Center, v.Points.Margin(), v.LLR, v.Lower, v.Upper))
		}
	}
	verdict, err := test.Run(bar.Watch(c.Context), ledger)
	bar.Finish()
	return verdict, ResumableGames(c, err)
}

// TestFromFlags returns the test of the flags, without its players.
func TestFromFlags(c *cli.Context) (*tournament.Test, error) {
	test := &tournament.Test{
		Hypotheses: stats.Hypotheses{Alpha: c.Float64("alpha"), Beta: c.Float64("beta")},
		MaxPairs:   c.Int("max-games") / 2, Workers: cliutil.Workers(c),
	}
	if games := c.Int("max-games"); games < 2 || games%2 != 0 {
		return nil, cliutil.Usagef("--max-games is %d, want an even number, for pairs", games)
	}
	flag, text := "equity", c.String("equity")
	switch {
	case c.IsSet("elo") && c.IsSet("equity"):
		return nil, cliutil.Usagef("--elo contradicts --equity")
	case c.IsSet("elo"):
		flag, text, test.Unit = "elo", c.String("elo"), tournament.Share
	case text == "":
		text = defaultBounds
	}
	var err error
	parse := engine.ParseEquity
	if flag == "elo" {
		parse = func(text string) (float64, error) { return strconv.ParseFloat(text, 64) }
	}
	if test.E0, test.E1, err = parseBounds(text, parse); err != nil {
		return nil, cliutil.Usagef("--%s: %w", flag, err)
	}
	if test.Unit == tournament.Share {
		test.E0, test.E1 = stats.OfElo(test.E0), stats.OfElo(test.E1)
	}
	if err := test.Hypotheses.Validate(); err != nil {
		return nil, cliutil.Usagef("%w", err)
	}
	return test, nil
}

// parseBounds reads two numbers.
func parseBounds(text string, parse func(text string) (float64, error)) (e0, e1 float64, err error) {
	first, second, both := strings.Cut(text, ",")
	e0, err0 := parse(strings.TrimSpace(first))
	e1, err1 := parse(strings.TrimSpace(second))
	if !both || err0 != nil || err1 != nil || !(e0 < e1) || math.IsInf(e0, 0) || math.IsInf(e1, 0) {
		return 0, 0, fmt.Errorf("%q, want two numbers such as %s, the lower first", text, defaultBounds)
	}
	return e0, e1, nil
}
