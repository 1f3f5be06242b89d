package analyse

import (
	"context"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
	"gammonlab/evalbench"
)

// evalJob contains what all workers of eval share.
type evalJob struct {
	variant board.Variant
	stakes  *stakesSource
	cubeful bool                  // value of --cubeful
	counts  bool                  // add the counts of races
	errors  *evalbench.PartErrors // of the model; nil if they are unknown
	write   evalWriter
}

// evalWorker evaluates positions on one goroutine, or on more if its searcher uses more.
type evalWorker struct {
	*evalJob
	advice *advice.Adviser

	evaluations []evaluation
	positions   []board.Position
	chances     []engine.Probabilities
	worth       cube.Evaluation // the last one; here it does not escape to the heap
}

func (j *evalJob) worker(s *search.Searcher) *evalWorker {
	return &evalWorker{evalJob: j, advice: advice.New(s, advice.Options{})}
}

// staticPiece is the number of positions that a worker evaluates at a time at 0 plies.
const staticPiece = 256

// answerer returns workers for the lines of standard input, as many as the searcher has.
// The searcher works alone if there are fewer lines than workers.
func (j *evalJob) answerer(s *search.Searcher, out *cliutil.RowWriter) (*cliutil.LineAnswerer, error) {
	a := &cliutil.LineAnswerer{Alone: j.worker(s), Piece: 1, Out: out}
	if s.Options().Plies == 0 && !j.cubeful && !j.stakes.described {
		a.Piece = staticPiece
	}
	options := s.Options()
	many := options.Workers
	options.Workers = 1
	for range many {
		one, err := search.New(s.Static().Clone(), options)
		if err != nil {
			return nil, err
		}
		a.Workers = append(a.Workers, j.worker(one))
	}
	return a, nil
}

// Answer implements [cliutil.LineWorker].
func (w *evalWorker) Answer(ctx context.Context, lines []cliutil.InputLine, to *cliutil.LineAnswers) error {
	w.evaluations = w.evaluations[:0]
	for _, line := range lines {
		e, err := evaluation{line: line.Number}, line.Err
		if err == nil {
			e.XGID, _, err = board.ParsePosition(line.Text, w.variant)
		}
		if err != nil {
			to.Refuse(line.Number, err)
			continue
		}
		w.evaluations = append(w.evaluations, e)
	}
	return w.evaluate(ctx, w.evaluations, to)
}

// evaluate evaluates positions, those without the cube in one call, and appends the
// answers in the order of the positions.
func (w *evalWorker) evaluate(ctx context.Context, all []evaluation, to *cliutil.LineAnswers) error {
	w.positions = w.positions[:0]
	for i := range all {
		w.positions = append(w.positions, all[i].Position)
	}
	if len(w.chances) < len(all) {
		w.chances = make([]engine.Probabilities, len(all))
	}
	withCube := w.cubeful || w.stakes.described
	if !withCube {
		if err := w.advice.EvaluateContext(ctx, w.chances[:len(all)], w.positions); err != nil {
			return err
		}
	}
	for i := range all {
		e := &all[i]
		var stakes *cube.Stakes
		var value float64
		var err error
		if withCube {
			if stakes, err = w.stakes.of(&e.XGID, true); err == nil {
				value, w.chances[i], err = w.advice.Value(ctx, &e.Position, stakes)
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			w.worth = cube.NewEvaluation(&e.Position, w.advice.Static().ClassOf(&e.Position), w.advice.Plies(), &w.chances[i], stakes, value)
			if w.counts {
				static := w.advice.Static()
				w.worth.Race = static.Databases().RaceCounts(&e.Position, static.ClassOf(&e.Position))
			}
			w.addError(&e.Position)
			to.Text, err = w.write(to.Text, &w.worth)
		}
		if err != nil {
			to.Refuse(e.line, err)
			continue
		}
		to.End()
	}
	return nil
}

// addError adds the error of the model in positions like this to the last evaluation.
func (w *evalWorker) addError(pos *board.Position) {
	if w.errors == nil {
		return
	}
	part := w.errors.Of(pos, w.advice.Static().ClassOf(pos))
	if part == nil {
		w.worth.SetError(nil, "")
		return
	}
	w.worth.SetError(&part.RMSE, part.Part)
}
