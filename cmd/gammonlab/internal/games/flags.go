// Package games has the flags of commands that play games between players: rules,
// players, the file of results, and sequential tests.
package games

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
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

// Read sets a struct of settings with rules, given a pointer to it. Players may be in a
// file.
func Read(c *cli.Context, settings any) error {
	given := map[setting.Name]string{}
	if c.Bool("dmp") {
		if c.IsSet("match") {
			return cliutil.Usagef("--dmp is --match 1, want only one of them")
		}
		given["match"] = "1"
	}
	if list := slices.Clone(c.StringSlice("players")); list != nil {
		for i := range list {
			var err error
			if list[i], err = playersText(list[i]); err != nil {
				return fmt.Errorf("--players: %w", err)
			}
		}
		given["players"] = strings.Join(list, ",")
	}
	return cliutil.ReadSettings(c, settings, given)
}

// playersText returns the players of a file with one player per line, where # begins a
// comment, joined by commas. If there is no such file, it returns the value.
func playersText(value string) (string, error) {
	text, err := os.ReadFile(value)
	if errors.Is(err, fs.ErrNotExist) || err != nil && strings.Contains(value, ",") {
		return value, nil
	}
	var players []string
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line != "" {
			players = append(players, line)
		}
	}
	return strings.Join(players, ","), err
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
