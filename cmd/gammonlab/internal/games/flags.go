// Package games has the flags of commands that play games between players: rules,
// players, the file of results, and sequential tests.
package games

import (
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/internal/setting"
)

// GameFlags returns the flags of commands that play games: those of the settings of a
// struct, given a pointer to it, and of how the command works. The value has the type of
// the result.
func GameFlags(settings, result any) []cli.Flag {
	return slices.Concat(RulesFlags(settings), []cli.Flag{cliutil.WorkersFlag(), cliutil.JSONFlag(result)}, cliutil.PoolFlags())
}

// RulesFlags returns the flags of a struct of settings with rules, given a pointer to it,
// without the settings of the given names.
func RulesFlags(settings any, except ...setting.Name) []cli.Flag {
	return append(cliutil.FlagsOf(settings, except...), &cli.BoolFlag{Name: "dmp", Category: cliutil.RulesGroup, Usage: "play double match point; short for --match 1"})
}

// Read sets a struct of settings with rules, given a pointer to it.
func Read(c *cli.Context, settings any) error {
	given := map[setting.Name]string{}
	if c.Bool("dmp") {
		if c.IsSet("match") {
			return cliutil.Usagef("--dmp is --match 1, want only one of them")
		}
		given["match"] = "1"
	}
	return cliutil.ReadSettings(c, settings, given)
}

// ConditionsFromFlags returns the settings that all games share, with the databases and
// the match equity table. The variant is that of the flag, if there is one, otherwise the
// given one.
func ConditionsFromFlags(c *cli.Context, variant board.Variant) (evalbench.Conditions, error) {
	var of evalbench.Conditions
	if err := Read(c, &of); err != nil {
		return of, err
	}
	if !c.IsSet("variant") {
		of.Variant = variant
	}
	return of, cliutil.Opened(named.Open(&of, cliutil.Opener(c)))
}

// ResultsFlag returns the flag that names the file of games.
func ResultsFlag() cli.Flag {
	return &cli.StringFlag{Name: "results", Category: cliutil.OutputGroup, Usage: "keep the games in `FILE`; games in it are not played again"}
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
