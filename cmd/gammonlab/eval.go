package main

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/internal/plaintext"
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

With --cubeful, or any of the flags on the cube and the score, it also prints the
equity with the cube of the player on roll, who may double first: normalised, 1 is
a game won at the present cube. In matches MWC is the chance to win it.

` + positionUsage + `

Example:
   gammonlab eval 4HPwATDgc/ABMA
   gammonlab eval --plies 2 4HPwATDgc/ABMA
   gammonlab eval --match 5 --score 1-3 4HPwATDgc/ABMA
   gammonlab eval --model default --plies 0 --format csv - < positions.txt`,
		Flags: slices.Concat(formatFlags(formatCSV, formatText, formatJSON),
			[]cli.Flag{modelFlag(), bearoffFlag(), variantFlag("the model's")}, searchFlags(false),
			[]cli.Flag{cubefulFlag()}, stateFlags(), []cli.Flag{metFlag()}),
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
	stakes, err := stakesFromFlags(c)
	if err != nil {
		return err
	}
	job := &evalJob{variant: variant, stakes: stakes, cubeful: c.Bool("cubeful"), write: map[string]evalWriter{
		formatCSV: appendEvalCSV, formatText: appendEvalText, formatJSON: appendEvalJSON,
	}[format]}
	out := newRowWriter(c.App.Writer, "")
	if out.blocks = format == formatText; format == formatCSV {
		out.header = evalHeader
		if job.cubeful || stakes.described {
			out.header += evalCubeful
		}
	}
	if readsLines(c) {
		answerer, err := job.answerer(searcher, out, c.App.ErrWriter)
		if err != nil {
			return err
		}
		return out.finish(answerer.run(c))
	}
	w := job.worker(searcher)
	return eachPosition(c, variant, out, func(s spot) error {
		var to lineAnswers
		if err := w.evaluate(c.Context, []evaluation{{spot: s}}, &to); err != nil {
			return err
		}
		if len(to.bad) > 0 {
			return to.bad[0].err
		}
		return out.answer(to.text)
	})
}

// evaluation is a position with the evaluator's answer.
type evaluation struct {
	spot
	line   int // of standard input
	class  engine.Class
	p      engine.Probabilities
	plies  int          // how far was looked ahead
	stakes *cube.Stakes // nil without the cube
	value  float64      // with it
}

// cubeful returns the normalised equity with the cube, and the chance to win the
// match; nil for what there is not.
func (e *evaluation) cubeful() (equity *float32, mwc *float64) {
	if e.stakes == nil {
		return nil, nil
	}
	x := float32(e.stakes.Equity(e.value))
	if s := e.stakes.State(); s.IsMatch() {
		mwc = &e.value
	}
	return &x, mwc
}

// evalHeader names the columns of the CSV form, which scripts rely on.
const evalHeader = "position_id,class,win,win_gammon,win_backgammon,lose_gammon,lose_backgammon,equity"

// evalCubeful names the one that there is with the cube.
const evalCubeful = ",cubeful_equity"

// evalWriter appends an evaluation in one of the formats.
type evalWriter func(dst []byte, e *evaluation) ([]byte, error)

func appendEvalCSV(dst []byte, e *evaluation) ([]byte, error) {
	dst = append(e.pos.AppendID(dst), ',')
	dst = append(dst, e.class.String()...)
	for _, v := range e.p {
		dst = plaintext.AppendFixed(append(dst, ','), v, 6)
	}
	dst = plaintext.AppendFixed(append(dst, ','), e.p.Equity(), 6)
	if equity, _ := e.cubeful(); equity != nil {
		dst = plaintext.AppendFixed(append(dst, ','), *equity, 6)
	}
	return append(dst, '\n'), nil
}

func appendEvalJSON(dst []byte, e *evaluation) ([]byte, error) {
	j := struct {
		ID     string `json:"position_id"`
		Class  string `json:"class"`
		Stakes string `json:"stakes,omitempty"`
		engine.Chances
		Cubeful *float32 `json:"cubeful_equity,omitempty"` // normalised
		MWC     *float64 `json:"mwc,omitempty"`            // chance to win the match
	}{ID: e.pos.ID(), Class: e.class.String(), Chances: engine.NewChances(&e.p, e.p.Equity())}
	if j.Cubeful, j.MWC = e.cubeful(); j.Cubeful != nil {
		j.Stakes = e.stakes.Words()
	}
	line, err := json.Marshal(j)
	return append(append(dst, line...), '\n'), err
}

func appendEvalText(dst []byte, e *evaluation) ([]byte, error) {
	head, row := "Equity", plaintext.Signed(e.p.Equity(), 3)
	equity, mwc := e.cubeful()
	if equity != nil {
		head, row = "Cubeless  Cubeful", "  "+row+"   "+plaintext.Signed(*equity, 3)
	}
	if mwc != nil {
		head, row = head+"      MWC", row+fmt.Sprintf("  %7s", plaintext.Percentage(*mwc))
	}
	return fmt.Appendf(dst, "%s\n       %s   %s\n%d-ply  %s   %s\n",
		cube.DrawPosition(&e.pos, board.Roll{}, e.class.String(), e.stakes),
		engine.ProbabilityHeader, head, e.plies, e.p.Columns(), row), nil
}
