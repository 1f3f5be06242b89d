package main

import (
	"github.com/urfave/cli/v2"

	"gammonlab/board"
)

func movesCommand() *cli.Command {
	return &cli.Command{
		Name:      "moves",
		Usage:     "list the legal plays of a roll",
		ArgsUsage: positionArgs,
		Description: `Prints the distinct positions that legal plays of the roll lead to, as position
IDs seen by the opponent, who is then on roll; no play, no position.

` + positionUsage + `
The dice may come with the position; --dice overrides them.

Example:
   gammonlab moves --dice 31 4HPwATDgc/ABMA
   gammonlab moves --dice 31 --format csv - < positions.txt`,
		Flags: append(formatFlags(formatCSV, formatText, formatJSON),
			diceFlag(), variantFlag(board.Backgammon.String())),
		Action: moves,
	}
}

func diceFlag() cli.Flag {
	return &cli.StringFlag{Name: "dice", Usage: "`ROLL` to play, two digits such as 31"}
}

// diceOf returns the value of the dice flag, or else the dice that came with
// the position, the zero Roll if there are none.
func diceOf(c *cli.Context, s spot) (board.Roll, error) {
	if !c.IsSet("dice") {
		return s.dice, nil
	}
	roll, err := board.ParseRoll(c.String("dice"))
	if err != nil {
		return roll, usagef("--dice: %w", err)
	}
	return roll, nil
}

// moves runs the command.
func moves(c *cli.Context) error {
	format, err := chosenFormat(c, formatCSV, formatText, formatJSON)
	if err != nil {
		return err
	}
	if _, err := diceOf(c, spot{}); err != nil { // before standard input is read
		return err
	}
	variant, err := variantOr(c, board.Backgammon)
	if err != nil {
		return err
	}
	header := ""
	if format == formatCSV {
		header = board.PlayListHeader
	}
	out := newRowWriter(c.App.Writer, header)
	return eachPosition(c, variant, out, func(s spot) error {
		roll, err := diceOf(c, s)
		if err != nil {
			return err
		}
		if roll == (board.Roll{}) {
			return usagef("no dice: give --dice, or a position that they come with")
		}
		plays := board.NewPlayList(s.pos, roll)
		if format == formatCSV {
			return out.row(plays.CSV())
		}
		return out.result(format, plays)
	})
}
