package main

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine"
)

func evalCommand() *cli.Command {
	return &cli.Command{
		Name:      "eval",
		Usage:     "say what positions are worth",
		ArgsUsage: positionArgs,
		Description: `Prints the five probabilities of the player on roll before the dice, to win, win
a gammon or more, win a backgammon, lose a gammon or more, lose a backgammon,
and the cubeless money equity. With --plies it looks ahead: the mean over all
rolls, after the plays that are best without looking ahead.

` + positionUsage + `

Example:
   gammonlab eval 4HPwATDgc/ABMA
   gammonlab eval --plies 2 4HPwATDgc/ABMA
   gammonlab eval --model default --plies 0 --format csv - < positions.txt`,
		Flags: slices.Concat(formatFlags(formatCSV, formatText, formatJSON),
			[]cli.Flag{modelFlag(), bearoffFlag(), variantFlag("the model's")}, searchFlags(false)),
		Action: eval,
	}
}

// eval runs the command.
func eval(c *cli.Context) error {
	format, err := chosenFormat(c, formatCSV, formatText, formatJSON)
	if err != nil {
		return err
	}
	searcher, variant, err := searcherFromFlags(c)
	if err != nil {
		return err
	}
	write := map[string]func(*rowWriter, *evaluation) error{
		formatCSV: writeEvalCSV, formatText: writeEvalText, formatJSON: writeEvalJSON,
	}[format]
	header := ""
	if format == formatCSV {
		header = evalHeader
	}
	out := newRowWriter(c.App.Writer, header)
	var one [1]engine.Probabilities
	return eachPosition(c, variant, out, func(s spot) error {
		if err := searcher.EvaluateContext(c.Context, one[:], []board.Position{s.pos}); err != nil {
			return err
		}
		return write(out, &evaluation{s.pos, searcher.Static().ClassOf(&s.pos), one[0], searcher.Options().Plies})
	})
}

// evaluation is a position with the evaluator's answer.
type evaluation struct {
	pos   board.Position
	class engine.Class
	p     engine.Probabilities
	plies int // how far was looked ahead
}

// evalHeader names the columns of the CSV form, which scripts rely on.
const evalHeader = "position_id,class,win,win_gammon,win_backgammon,lose_gammon,lose_backgammon,equity"

func writeEvalCSV(out *rowWriter, e *evaluation) error {
	line := e.pos.AppendID(nil)
	line = append(line, ',')
	line = append(line, e.class.String()...)
	for _, v := range append(e.p[:], e.p.Equity()) {
		line = appendFixed(append(line, ','), v, 6)
	}
	return out.row(line)
}

func writeEvalJSON(out *rowWriter, e *evaluation) error {
	return out.json(struct {
		ID    string `json:"position_id"`
		Class string `json:"class"`
		outcome
	}{e.pos.ID(), e.class.String(), newOutcome(&e.p, e.p.Equity())})
}

func writeEvalText(out *rowWriter, e *evaluation) error {
	return out.block(fmt.Sprintf("%s\n       %s   Equity\n%d-ply  %s   %s\n",
		drawPosition(&e.pos, board.Roll{}, e.class.String()),
		probabilityHeader, e.plies, probabilityColumns(&e.p), signed(e.p.Equity(), 3)))
}
