package main

import (
	"encoding/json"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/engine/cube"
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
		formatCSV:  func(dst []byte, e *cube.Evaluation) ([]byte, error) { return e.AppendCSV(dst), nil },
		formatText: func(dst []byte, e *cube.Evaluation) ([]byte, error) { return append(dst, e.Text()...), nil },
		formatJSON: func(dst []byte, e *cube.Evaluation) ([]byte, error) {
			line, err := json.Marshal(e)
			return append(append(dst, line...), '\n'), err
		},
	}[format]}
	out := newRowWriter(c.App.Writer, "")
	if out.blocks = format == formatText; format == formatCSV {
		out.header = cube.EvaluationHeader(job.cubeful || stakes.described)
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

// evaluation is a position with what it is worth.
type evaluation struct {
	spot
	line  int // of standard input
	worth cube.Evaluation
}

// evalWriter appends an evaluation in one of the formats.
type evalWriter func(dst []byte, e *cube.Evaluation) ([]byte, error)
