package main

import (
	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/td"
)

func featuresCommand() *cli.Command {
	return &cli.Command{
		Name:        "features",
		Usage:       "show what nets see of a position",
		Subcommands: []*cli.Command{featuresListCommand(), featuresShowCommand(), featuresAblateCommand()},
	}
}

func featuresListCommand() *cli.Command {
	return &cli.Command{
		Name:  "list",
		Usage: "list the feature sets",
		Description: `Prints the feature sets with their versions and numbers of inputs. Wherever a
set is asked for, names joined by + stand for the inputs of several together, such
as perspective196+gnubg-contact250.

Example:
   gammonlab features list`,
		Flags:  []cli.Flag{jsonFlag()},
		Action: featuresList,
	}
}

// featuresList runs the command.
func featuresList(c *cli.Context) error {
	if err := noArguments(c); err != nil {
		return err
	}
	return printResult(c, features.List())
}

func featuresShowCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show the inputs of positions",
		ArgsUsage: positionArgs,
		Description: `Prints the inputs that a feature set makes of positions: number, name, value and
meaning. Inputs that are 0 are left out unless --all is given.

` + positionUsage + `

Example:
   gammonlab features show --set tesauro198 4HPwATDgc/ABMA`,
		Flags: append(formatFlags(formatText, formatJSON),
			&cli.StringFlag{Name: "set", Value: td.DefaultConfig().Features, Usage: "feature `SET`, or several joined by +, see features list"},
			&cli.BoolFlag{Name: "all", Usage: "inputs that are 0, too"},
			variantFlag(board.Backgammon.String())),
		Action: featuresShow,
	}
}

// featuresShow runs the command.
func featuresShow(c *cli.Context) error {
	format, err := chosenFormat(c, formatText, formatJSON)
	if err != nil {
		return err
	}
	set, err := features.Lookup(c.String("set"))
	if err != nil {
		return usagef("--set: %w", err)
	}
	variant, err := variantOr(c, board.Backgammon)
	if err != nil {
		return err
	}
	out := newRowWriter(c.App.Writer, "")
	return eachPosition(c, variant, out, func(s spot) error {
		return out.result(format, features.NewReport(set, &s.pos, c.Bool("all")))
	})
}
