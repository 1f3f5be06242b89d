// Package games has the flags of commands that play games between players by hand: rules, the
// file of results, and sequential tests.
package games

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/setting"
)

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

// ResultsFlag returns the flag that names the file of games.
func ResultsFlag() cli.Flag {
	return &cli.StringFlag{Name: "results", Category: cliutil.OutputGroup, Usage: "keep the games in `FILE`; games in it are not played again"}
}

// ResumableGames adds a text on how to resume to the error of an interruption.
func ResumableGames(c *cli.Context, err error) error {
	path := c.String("results")
	if path == "" {
		return cliutil.Resumable(err, "no games are kept; with --results FILE they are kept, and the same command resumes")
	}
	return cliutil.Resumable(err, "the games are kept in %s; resume with the same command", path)
}
