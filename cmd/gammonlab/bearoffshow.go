package main

import (
	"github.com/urfave/cli/v2"

	"gammonlab/board"
)

func bearoffShowCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show what databases know of endings",
		ArgsUsage: positionArgs,
		Description: `Prints for each side how many rolls it takes to bear off, with the chances of
each number and of the number to bear off the first checker; the chance to win;
and the money equities without cube and with, and the cube action they mean,
where a database has them. One-sided databases know one side at a time; the
chance to win that follows takes both sides to bear off as fast as they can.

` + positionUsage + `

Example:
   gammonlab bearoff show 2x0AAOi2AQAAAA
   gammonlab bearoff show CgAAEAEAAAAAAA
   gammonlab bearoff show --bearoff hyper3.bd --variant hypergammon3 ADAAAQAkIAAAAA`,
		Flags:  append(formatFlags(formatText, formatJSON), bearoffFlag(), variantFlag(board.Backgammon.String())),
		Action: bearoffShow,
	}
}

// bearoffShow runs the command.
func bearoffShow(c *cli.Context) error {
	format, err := chosenFormat(c, formatText, formatJSON)
	if err != nil {
		return err
	}
	variant, err := variantOr(c, board.Backgammon)
	if err != nil {
		return err
	}
	databases, err := databasesFromFlag(c)
	if err != nil {
		return err
	}
	out := newRowWriter(c.App.Writer, "")
	return eachPosition(c, variant, out, func(s spot) error {
		e, err := databases.Report(s.pos)
		if err != nil {
			return err
		}
		return out.result(format, e)
	})
}
