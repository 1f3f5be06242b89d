// Package analyse has the commands for positions and recorded matches: eval, moves, hint,
// rollout, analyze and cube.
package analyse

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
)

// Eval returns the command eval.
func Eval() *cli.Command {
	return &cli.Command{
		Name:      "eval",
		Usage:     "evaluate positions",
		ArgsUsage: cliutil.PositionArgs,
		Description: `Prints the five probabilities of the player on roll before the dice (to win, win a gammon
or more, win a backgammon, lose a gammon or more, lose a backgammon) and the cubeless money
equity. With --plies N it searches N plies: the mean over all rolls, after the best plays
by 0-ply evaluation.

With --cubeful, with a flag for the cube or the score, or if ID contains the score of a match, it
also prints the cubeful equity of the player on roll, who may double first. It is normalised: 1 is
a game won at the present cube. In matches, MWC is the match-winning chance. The format csv has
cubeful equities only with flags.

Races and bear-offs have counts in the formats text and json: the pips, the effective pips if a
database contains the side, and the counts of Thorp, Keith, Isight and Kleinman, with the cube
decisions of a money game that each recommends.

` + cliutil.PositionUsage + `

Example:
   gammonlab eval 4HPwATDgc/ABMA
   gammonlab eval --plies 2 4HPwATDgc/ABMA
   gammonlab eval --match 5 --score 1-3 4HPwATDgc/ABMA
   gammonlab eval --model default --plies 0 --format csv - < positions.txt`,
		Flags: slices.Concat(cliutil.FormatFlags([]any{cube.Evaluation{}}, cliutil.FormatCSV, cliutil.FormatText, cliutil.FormatJSON),
			cliutil.StrengthFlags(0, "filter"), []cli.Flag{cubefulFlag()}, stateFlags(), []cli.Flag{cliutil.METFlag()}),
		Action: eval,
	}
}

// eval runs the command.
func eval(c *cli.Context) error {
	format, err := cliutil.FormatFromFlags(c, cliutil.FormatCSV, cliutil.FormatText, cliutil.FormatJSON)
	if err != nil {
		return err
	}
	searcher, variant, stakes, err := searchFromFlags(c)
	if err != nil {
		return err
	}
	if format == cliutil.FormatCSV {
		stakes.unused = cmp.Or(stakes.unused, "the columns are cubeless and do not use cube and score of positions; --cubeful adds a column that does")
	}
	job := &evalJob{variant: variant, stakes: stakes, cubeful: c.Bool("cubeful"), counts: format != cliutil.FormatCSV, write: map[string]evalWriter{
		cliutil.FormatCSV:  func(dst []byte, e *cube.Evaluation) ([]byte, error) { return e.AppendCSV(dst), nil },
		cliutil.FormatText: func(dst []byte, e *cube.Evaluation) ([]byte, error) { return append(dst, e.Text()...), nil },
		cliutil.FormatJSON: func(dst []byte, e *cube.Evaluation) ([]byte, error) {
			line, err := json.Marshal(e)
			return append(append(dst, line...), '\n'), err
		},
	}[format]}
	header := ""
	if format == cliutil.FormatCSV {
		header = cube.EvaluationHeader(job.cubeful || stakes.described)
	}
	out := cliutil.NewRowWriter(c.App.Writer, header)
	out.Blocks = format == cliutil.FormatText
	if cliutil.ReadsLines(c) {
		answerer, err := job.answerer(searcher, out)
		if err != nil {
			return err
		}
		return out.Finish(answerer.Run(c))
	}
	w := job.worker(searcher)
	return cliutil.EachPosition(c, variant, out, func(s *board.XGID) error {
		var to cliutil.LineAnswers
		if err := w.evaluate(c.Context, []evaluation{{XGID: *s}}, &to); err != nil {
			return err
		}
		if len(to.Bad) > 0 {
			return to.Bad[0].Err
		}
		return out.Answer(to.Text)
	})
}

// searchFromFlags returns the searcher, the variant and the stakes of a command on positions.
func searchFromFlags(c *cli.Context) (*search.Searcher, board.Variant, *stakesSource, error) {
	if err := cliutil.CheckPositions(c); err != nil {
		return nil, 0, nil, err
	}
	stakes, err := stakesFromFlags(c)
	if err != nil {
		return nil, 0, nil, err
	}
	searcher, variant, err := cliutil.SearcherFromFlags(c)
	return searcher, variant, stakes, err
}

// evaluation is a position to evaluate.
type evaluation struct {
	board.XGID
	line   int          // line of standard input
	stakes *cube.Stakes // nil without the cube
	err    error        // the cube and the score are impossible
}

// evalWriter appends an evaluation in one of the formats.
type evalWriter func(dst []byte, e *cube.Evaluation) ([]byte, error)
