// Package games has the flags of commands that play games between players: rules,
// players, the file of results, and sequential tests.
package games

import (
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/cube"
	"gammonlab/evalbench"
)

// GameFlags returns the flags of commands that play games. The value has the type of
// their result.
func GameFlags(result any) []cli.Flag {
	return slices.Concat(RulesFlags(), []cli.Flag{cliutil.VariantFlag(board.Backgammon.String()),
		cliutil.BearoffFlag(), cliutil.SeedFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(result)}, cliutil.PoolFlags())
}

// RulesFlags returns the flags of the rules.
func RulesFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "cubeful", Usage: "play money games with the doubling cube"},
		&cli.BoolFlag{Name: "jacoby", Value: true, Usage: "with --cubeful, Jacoby rule: gammons count only after a double"},
		&cli.IntFlag{Name: "match", Usage: "play matches to `N` points; 0 for money games"},
		&cli.IntFlag{Name: "max-beavers", Usage: "with --cubeful, maximum number `N` of beavers after a double; 0 for none"},
		&cli.BoolFlag{Name: "dmp", Usage: "play double match point; short for --match 1"},
		cliutil.METFlag(),
	}
}

// RulesFromFlags returns the rules of the flags.
func RulesFromFlags(c *cli.Context) (evalbench.Rules, error) {
	rules := evalbench.Rules{
		Cube: c.Bool("cubeful"), Jacoby: c.Bool("cubeful") && c.Bool("jacoby"), Beavers: c.Int("max-beavers"), Length: c.Int("match"),
	}
	switch {
	case c.IsSet("match") && (rules.Length < 1 || rules.Length > board.MaxMatchLength):
		return rules, cliutil.Usagef("--match is %d, want a match to 1 to %d points", rules.Length, board.MaxMatchLength)
	case c.Bool("dmp") && c.IsSet("match"):
		return rules, cliutil.Usagef("--dmp is --match 1, want only one of them")
	case rules.Cube && (c.Bool("dmp") || c.IsSet("match")):
		return rules, cliutil.Usagef("--cubeful is for money games, want no --match or --dmp: matches have their own cube")
	case c.IsSet("jacoby") && !rules.Cube:
		return rules, cliutil.Usagef("--jacoby needs --cubeful")
	case c.IsSet("max-beavers") && !rules.Cube:
		return rules, cliutil.Usagef("--max-beavers needs --cubeful")
	case rules.Beavers < 0 || rules.Beavers > game.MaxBeavers:
		return rules, cliutil.Usagef("--max-beavers is %d, want 0 to %d", rules.Beavers, game.MaxBeavers)
	case c.IsSet("met") && !c.IsSet("match"):
		return rules, cliutil.Usagef("--met needs --match")
	case c.Bool("dmp"):
		rules.Length = 1
	}
	if name := c.String("met"); name != cube.DefaultMET {
		var err error
		rules.MET, err = cube.FindMET(name)
		return rules, err
	}
	return rules, nil
}

// ResultsFlag returns the flag that names the file of games.
func ResultsFlag() cli.Flag {
	return &cli.StringFlag{Name: "results", Usage: "keep the games in `FILE`; games in it are not played again"}
}

// PoolUsage is the text about --pool in descriptions of commands that play games.
const PoolUsage = cliutil.PoolUsage + `
Players that are other programs cannot be used with --pool.`

// ResumableGames adds a text on how to resume to the error of an interruption.
func ResumableGames(c *cli.Context, err error) error {
	path := c.String("results")
	if path == "" {
		return cliutil.Resumable(err, "no games are kept; with --results FILE they are kept, and the same command resumes")
	}
	return cliutil.Resumable(err, "the games are kept in %s; resume with the same command", path)
}
