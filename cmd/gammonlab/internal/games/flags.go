// Package games has the flags of commands that have players play each other, and what
// they mean: what is played for, the players, the file of results, sequential tests.
package games

import (
	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/cube"
	"gammonlab/evalbench"
)

// GameFlags are the flags of commands that play games: which, and how.
func GameFlags() []cli.Flag {
	return append(FormFlags(), cliutil.VariantFlag(board.Backgammon.String()),
		cliutil.BearoffFlag(), cliutil.SeedFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag())
}

// FormFlags say what is played for.
func FormFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "cube", Usage: "money games with the doubling cube"},
		&cli.BoolFlag{Name: "jacoby", Value: true, Usage: "with --cube: gammons do not count before the cube is turned"},
		&cli.IntFlag{Name: "match", Usage: "matches to `N` points"},
		&cli.IntFlag{Name: "beavers", Usage: "with --cube: at most `N` beavers answer a double"},
		&cli.BoolFlag{Name: "dmp", Usage: "double match point: matches to 1 point"},
		cliutil.METFlag(),
	}
}

// FormFromFlags returns what is played for.
func FormFromFlags(c *cli.Context) (evalbench.Form, error) {
	form := evalbench.Form{
		Cube: c.Bool("cube"), Jacoby: c.Bool("cube") && c.Bool("jacoby"), Beavers: c.Int("beavers"), Length: c.Int("match"),
	}
	switch {
	case c.IsSet("match") && (form.Length < 1 || form.Length > board.MaxMatchLength):
		return form, cliutil.Usagef("--match is %d, want a match to 1 to %d points", form.Length, board.MaxMatchLength)
	case c.Bool("dmp") && c.IsSet("match"):
		return form, cliutil.Usagef("--dmp is --match 1, want only one of them")
	case form.Cube && (c.Bool("dmp") || c.IsSet("match")):
		return form, cliutil.Usagef("--cube is for money games, want no --match or --dmp: matches have their own cube")
	case c.IsSet("jacoby") && !form.Cube:
		return form, cliutil.Usagef("--jacoby needs --cube")
	case c.IsSet("beavers") && !form.Cube:
		return form, cliutil.Usagef("--beavers needs --cube")
	case form.Beavers < 0 || form.Beavers > evalbench.MaxBeavers:
		return form, cliutil.Usagef("--beavers is %d, want 0 to %d", form.Beavers, evalbench.MaxBeavers)
	case c.IsSet("met") && !c.IsSet("match"):
		return form, cliutil.Usagef("--met needs --match")
	case c.Bool("dmp"):
		form.Length = 1
	}
	if name := c.String("met"); name != cube.DefaultMET {
		var err error
		form.MET, err = cube.FindMET(name)
		return form, err
	}
	return form, nil
}

func ResultsFlag() cli.Flag {
	return &cli.StringFlag{Name: "results", Usage: "`FILE` that keeps the games; what it holds is not played again"}
}

// ResumableGames says how to go on with games after an interruption.
func ResumableGames(c *cli.Context, err error) error {
	path := c.String("results")
	if path == "" {
		return cliutil.Resumable(err, "the games are not kept: with --results FILE they are, and the same command resumes")
	}
	return cliutil.Resumable(err, "the games are kept in %s, resume with the same command", path)
}
