// Package study has the commands with which players study their own errors: exercises are
// collected from records, asked until the player knows them, listed and exported.
package study

import (
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/study"
)

// defaultFile is the default file of exercises.
const defaultFile = "study.tst"

// Command returns the command study.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "study",
		Usage: "practise your own errors as exercises",
		Description: `Shows a position of the exercises of study add and asks for the play or cube action. Then it
prints the cost of your choice, the best choices, and the choice in the game.

Exercises that are due come first, then new ones, at most --new a day. The better your choice,
the later the exercise is repeated (SM-2); a choice that costs 0.02 or more is also repeated in
the same session. Every choice is saved at once; q ends the session.

Example:
   gammonlab study add --name Anna matches/
   gammonlab study
   gammonlab study --new 3 --file anna.tst`,
		Flags: []cli.Flag{
			fileFlag(), dayFlag(),
			&cli.IntFlag{Name: "new", Value: newADay, Usage: "start at most `N` new exercises a day"},
		},
		Action:      cliutil.NoArguments(runAsk, "file"),
		Subcommands: []*cli.Command{addCommand(), listCommand(), exportCommand()},
	}
}

func fileFlag() cli.Flag {
	return &cli.StringFlag{Name: "file", Value: defaultFile, Usage: "exercise `FILE`; your progress is in FILE.progress.json"}
}

func dayFlag() cli.Flag {
	return &cli.StringFlag{Name: "day", DefaultText: "today", Usage: "use `DAY` as today's date, such as 2026-11-22"}
}

// dayFromFlag returns the day of the flag, by default today.
func dayFromFlag(c *cli.Context) (study.Day, error) {
	if !c.IsSet("day") {
		return study.DayOf(time.Now()), nil
	}
	day, err := study.ParseDay(c.String("day"))
	if err != nil {
		return "", cliutil.Usagef("--day: %w", err)
	}
	return day, nil
}

// load reads the exercises and the progress of the player.
func load(c *cli.Context) ([]study.Exercise, *study.Progress, error) {
	all, err := study.Load(c.String("file"))
	if err != nil {
		return nil, nil, err
	}
	progress, err := study.LoadProgress(c.String("file"))
	return all, progress, err
}
