package main

import (
	"fmt"
	"slices"
	"strings"

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

// legalPlays returns the plays of a roll, none when the game is over.
func legalPlays(pos board.Position, roll board.Roll) []board.Play {
	if pos.Result() != 0 {
		return nil
	}
	return board.Plays(pos, roll)
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
	write := map[string]func(*rowWriter, *moveList) error{
		formatCSV: writeMovesCSV, formatText: writeMovesText, formatJSON: writeMovesJSON,
	}[format]
	header := ""
	if format == formatCSV {
		header = movesHeader
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
		return write(out, newMoveList(s.pos, roll))
	})
}

// moveList holds the legal plays of a roll, sorted by the ID of the result.
type moveList struct {
	pos   board.Position
	roll  board.Roll
	moves []move
}

type move struct {
	id   string // of the result
	play board.Play
}

func newMoveList(pos board.Position, roll board.Roll) *moveList {
	l := &moveList{pos: pos, roll: roll}
	for _, play := range legalPlays(pos, roll) {
		l.moves = append(l.moves, move{play.Result.ID(), play})
	}
	slices.SortFunc(l.moves, func(a, b move) int { return strings.Compare(a.id, b.id) })
	return l
}

// ids returns the position IDs of the results, none as an empty list.
func (l *moveList) ids() []string {
	ids := make([]string, 0, len(l.moves))
	for _, m := range l.moves {
		ids = append(ids, m.id)
	}
	return ids
}

// movesHeader names the columns of the CSV form, which scripts rely on.
const movesHeader = "position_id,dice,moves,result_ids"

func writeMovesCSV(out *rowWriter, l *moveList) error {
	return out.row(fmt.Appendf(nil, "%s,%v,%d,%s", l.pos.ID(), l.roll, len(l.moves), strings.Join(l.ids(), ";")))
}

func writeMovesJSON(out *rowWriter, l *moveList) error {
	return out.json(struct {
		ID        string   `json:"position_id"`
		Dice      string   `json:"dice"`
		Moves     int      `json:"moves"`
		ResultIDs []string `json:"result_ids"`
	}{l.pos.ID(), l.roll.String(), len(l.moves), l.ids()})
}

func writeMovesText(out *rowWriter, l *moveList) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %v  legal plays: %d\n", l.pos.ID(), l.roll, len(l.moves))
	for _, m := range l.moves {
		fmt.Fprintf(&b, "%s  %s\n", m.id, board.FormatPlay(l.pos, m.play))
	}
	return out.block(b.String())
}
