// Package analyse has the commands for positions and recorded matches: eval, moves, hint,
// rollout, analyze and cube.
package analyse

import (
	"cmp"
	"encoding/json"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
	"gammonlab/evalbench"
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

--errors adds the error that the model has on average in such positions: the root mean square error of
its equities by class and kind, as measured by bench values --json with labels of your choice. A
position that fits several kinds has the largest error; an exact value of a database has none.

Races and bear-offs have counts in the formats text and json: the pips, the effective pips if a
database contains the side, and the counts of Thorp, Keith, Isight and Kleinman, with the cube
decisions of a money game that each recommends.

` + cliutil.PositionUsage + `

Example:
   gammonlab eval 4HPwATDgc/ABMA
   gammonlab eval --plies 2 4HPwATDgc/ABMA
   gammonlab eval --match 5 --score 1-3 4HPwATDgc/ABMA
   gammonlab eval --model default --plies 0 --format csv - < positions.txt
   gammonlab bench values --json --model default rolled-out.csv > errors.json
   gammonlab eval --errors errors.json 4HPwATDgc/ABMA`,
		Flags: slices.Concat(cliutil.FormatFlags([]any{cube.Evaluation{}}, cliutil.FormatCSV, cliutil.FormatText, cliutil.FormatJSON),
			cliutil.StrengthFlags(0, "filter", "cubeplies"), []cli.Flag{cubefulFlag(), errorsFlag()}, stateFlags(), []cli.Flag{cliutil.METFlag()}),
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
	if job.errors, err = errorsFromFlags(c); err != nil {
		return err
	}
	header := ""
	if format == cliutil.FormatCSV {
		header = cube.EvaluationHeader(job.cubeful || stakes.described)
		if job.errors != nil {
			header += cube.ErrorColumn
		}
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

// errorsFlag returns the flag of measured errors.
func errorsFlag() cli.Flag {
	return &cli.StringFlag{Name: "errors", Usage: "add the measured errors of the model in `FILE` of bench values --json"}
}

// errorsFromFlags returns the measured errors of the model at the search depth, nil without the
// flag.
func errorsFromFlags(c *cli.Context) (*evalbench.PartErrors, error) {
	path := c.String("errors")
	if path == "" {
		return nil, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return evalbench.ReadPartErrors(path, file, c.String("model"), c.Int("plies"))
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
