package analyse

import (
	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// Moves returns the command moves.
func Moves() *cli.Command {
	return &cli.Command{
		Name:      "moves",
		Usage:     "list the legal plays of a roll",
		ArgsUsage: cliutil.PositionArgs,
		Description: `Prints the distinct positions after the legal plays of a roll, as position IDs from the
point of view of the opponent, who is then on roll. Without a legal play it prints none.

` + cliutil.PositionUsage + `
If ID contains the dice, --dice is optional and overrides them.

Example:
   gammonlab moves --dice 31 4HPwATDgc/ABMA
   gammonlab moves --dice 31 --format csv - < positions.txt`,
		Flags: append(cliutil.FormatFlags([]any{board.PlayList{}}, cliutil.FormatCSV, cliutil.FormatText, cliutil.FormatJSON),
			diceFlag(), cliutil.VariantFlag(board.Backgammon.String())),
		Action: moves,
	}
}

func diceFlag() cli.Flag {
	return &cli.StringFlag{Name: "dice", Usage: "`ROLL`, two digits such as 31"}
}

// diceOf returns the value of the flag dice or, without it, the dice of the position: the
// zero Roll if there are none.
func diceOf(c *cli.Context, s *board.XGID) (board.Roll, error) {
	if !c.IsSet("dice") {
		return s.Match.Dice, nil
	}
	roll, err := board.ParseRoll(c.String("dice"))
	if err != nil {
		return roll, cliutil.Usagef("--dice: %w", err)
	}
	return roll, nil
}

// moves runs the command.
func moves(c *cli.Context) error {
	format, err := cliutil.FormatFromFlags(c, cliutil.FormatCSV, cliutil.FormatText, cliutil.FormatJSON)
	if err != nil {
		return err
	}
	if _, err := diceOf(c, &board.XGID{}); err != nil { // before reading standard input
		return err
	}
	variant := cliutil.VariantOr(c, board.Backgammon)
	header := ""
	if format == cliutil.FormatCSV {
		header = board.PlayListHeader
	}
	out := cliutil.NewRowWriter(c.App.Writer, header)
	return cliutil.EachPosition(c, variant, out, func(s *board.XGID) error {
		roll, err := diceOf(c, s)
		if err != nil {
			return err
		}
		if roll == (board.Roll{}) {
			return cliutil.Usagef("no dice: give --dice, or a position that they come with")
		}
		plays := board.NewPlayList(s.Position, roll)
		if format == cliutil.FormatCSV {
			return out.Row(plays.CSV())
		}
		return out.Result(format, plays)
	})
}
