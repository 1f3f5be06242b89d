package kinds

import (
	"cmp"
	"context"
	"os"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/engine/search"
	"gammonlab/evalbench"
	"gammonlab/internal/setting"
	"gammonlab/work"
)

// evalWork has the settings of the command eval.
type evalWork struct {
	askedStrength `without:"filter cubeplies rollers time"`
	Cubeful       bool   `json:"cubeful,omitempty" help:"use the doubling cube of the position (implied by flags for cube and score)"`
	Errors        string `json:"errors,omitempty" input:"command" path:"in" help:"add the measured errors of the model in <FILE> of bench values --json"`
	stateWork
	askedMET
}

// Given learns which settings are given.
func (w *evalWork) Given(has func(setting.Name) bool) { w.stateWork.Given(has) }

// Validate returns an error for the first invalid setting.
func (w *evalWork) Validate() error {
	if _, err := w.State(); err != nil {
		return err
	}
	return w.Depths.Validate()
}

// Open finds what the settings name.
func (w *evalWork) Open(o *named.Opener) error { return named.Open(w, o) }

func evalKind() work.Kind[evalWork, *cube.Evaluation] {
	return work.Kind[evalWork, *cube.Evaluation]{
		Name: "eval", Title: "Evaluation", Unit: "positions", Local: true,
		Usage:   "evaluate positions",
		Results: []any{cube.Evaluation{}},
		Help: `Prints the five probabilities of the player on roll before the dice (to win, win a gammon
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


@POSITIONS

Example:
   gammonlab eval 4HPwATDgc/ABMA
   gammonlab eval --plies 2 4HPwATDgc/ABMA
   gammonlab eval --match 5 --score 1-3 4HPwATDgc/ABMA
   gammonlab eval --model default --plies 0 --format csv - < positions.txt
   gammonlab bench values --json --model default rolled-out.csv > errors.json
   gammonlab eval --errors errors.json 4HPwATDgc/ABMA`,
		Columns: func(w *evalWork) string {
			header := cube.EvaluationHeader(w.Cubeful || w.described)
			if w.Errors != "" {
				header += cube.ErrorColumn
			}
			return header
		},
		Ask: askEval,
	}
}

// askEval begins the evaluations.
func askEval(_ context.Context, w *evalWork, env *work.Env) (*work.Answers[*cube.Evaluation], error) {
	searcher, stakes, err := asked(&w.Strength, &w.stateWork, &w.MET, w.Cubeful, env)
	if err != nil {
		return nil, err
	}
	if env.CSV {
		stakes.unused = cmp.Or(stakes.unused, "the columns are cubeless and do not use cube and score of positions; --cubeful adds a column that does")
	}
	shared := &evaluations{evalWork: w, stakes: stakes, counts: !env.CSV}
	if shared.errors, err = w.readErrors(); err != nil {
		return nil, err
	}
	return shared.answers(searcher), nil
}

// readErrors returns the measured errors of the model at the search depth, nil without the
// setting.
func (w *evalWork) readErrors() (*evalbench.PartErrors, error) {
	if w.Errors == "" {
		return nil, nil
	}
	file, err := os.Open(w.Errors)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return evalbench.ReadPartErrors(w.Errors, file, w.Model.Name, w.Plies)
}

// evaluations is what all evaluators of a command share.
type evaluations struct {
	*evalWork
	stakes *stakesSource
	counts bool                  // add the counts of races
	errors *evalbench.PartErrors // of the model; nil if they are unknown
}

// staticBatch is the number of positions that are evaluated at a time at 0 plies.
const staticBatch = 256

// answers returns the answers by a searcher.
func (s *evaluations) answers(by *search.Searcher) *work.Answers[*cube.Evaluation] {
	e := &evaluator{evaluations: s, advice: advice.New(by, advice.Options{})}
	a := &work.Answers[*cube.Evaluation]{Variant: s.Game(), Answer: e.one, Batch: e.evaluate, Size: 1}
	if by.Options().Plies == 0 && !s.Cubeful && !s.described {
		a.Size = staticBatch
	}
	a.Clone = func() (*work.Answers[*cube.Evaluation], error) {
		options := by.Options()
		options.Workers = 1
		one, err := search.New(by.Static().Clone(), options)
		if err != nil {
			return nil, err
		}
		return s.answers(one), nil
	}
	return a
}

// evaluator evaluates positions on one goroutine, or on more if its searcher uses more.
type evaluator struct {
	*evaluations
	advice *advice.Adviser

	positions []board.Position
	chances   []engine.Probabilities
}

// one evaluates a position.
func (e *evaluator) one(ctx context.Context, s *board.XGID) (*cube.Evaluation, error) {
	var to [1]work.Reply[*cube.Evaluation]
	if err := e.evaluate(ctx, []board.XGID{*s}, to[:]); err != nil {
		return nil, err
	}
	return to[0].Result, to[0].Err
}

// evaluate evaluates positions, those without the cube in one call.
func (e *evaluator) evaluate(ctx context.Context, all []board.XGID, to []work.Reply[*cube.Evaluation]) error {
	e.positions = e.positions[:0]
	stakes := make([]*cube.Stakes, len(all))
	for i := range all {
		if stakes[i], to[i].Err = e.stakes.of(&all[i], e.Cubeful); stakes[i] == nil && to[i].Err == nil {
			e.positions = append(e.positions, all[i].Position)
		}
	}
	if len(e.chances) < len(e.positions) {
		e.chances = make([]engine.Probabilities, len(all))
	}
	if err := e.advice.EvaluateContext(ctx, e.chances[:len(e.positions)], e.positions); err != nil {
		return err
	}
	plain, results := 0, make([]cube.Evaluation, len(all)) // plain is the number of answers without the cube
	for i := range all {
		var chances engine.Probabilities
		var value float64
		switch {
		case to[i].Err != nil:
		case stakes[i] == nil:
			chances = e.chances[plain]
			plain++
		default:
			value, chances, to[i].Err = e.advice.Value(ctx, &all[i].Position, stakes[i])
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if to[i].Err == nil {
			results[i] = e.result(&all[i].Position, &chances, stakes[i], value)
			to[i].Result = &results[i]
		}
	}
	return nil
}

// result returns the evaluation of a position.
func (e *evaluator) result(pos *board.Position, chances *engine.Probabilities, stakes *cube.Stakes, value float64) cube.Evaluation {
	static := e.advice.Static()
	class := static.ClassOf(pos)
	r := cube.NewEvaluation(pos, class, e.advice.Plies(), chances, stakes, value)
	if e.counts {
		r.Race = static.Databases().RaceCounts(pos, class)
	}
	if e.errors == nil {
		return r
	}
	if part := e.errors.Of(pos, class); part != nil {
		r.SetError(&part.RMSE, part.Part)
	} else {
		r.SetError(nil, "")
	}
	return r
}
