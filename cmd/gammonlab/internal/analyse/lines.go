package analyse

import (
	"context"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
)

// evalJob contains what all workers of eval share.
type evalJob struct {
	variant board.Variant
	stakes  *stakesSource
	cubeful bool // value of --cubeful
	counts  bool // add the counts of races
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
		e := &all[i]
		if e.stakes, e.err = w.stakes.of(&e.XGID, w.cubeful); e.stakes == nil && e.err == nil {
			w.positions = append(w.positions, e.Position)
		}
	}
	if len(w.chances) < len(w.positions) {
		w.chances = make([]engine.Probabilities, len(all))
	}
	if err := w.advice.EvaluateContext(ctx, w.chances[:len(w.positions)], w.positions); err != nil {
		return err
	}
	plain := 0 // number of answered positions without the cube
	for i := range all {
		e := &all[i]
		var chances engine.Probabilities
		var value float64
		switch {
		case e.err != nil:
		case e.stakes == nil:
			chances = w.chances[plain]
			plain++
		default:
			value, chances, e.err = w.advice.Value(ctx, &e.Position, e.stakes)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if e.err == nil {
			e.err = w.append(to, e, &chances, value)
		}
		if e.err != nil {
			to.Refuse(e.line, e.err)
			continue
		}
		to.End()
	}
	return nil
}

// append appends the answer to a position.
func (w *evalWorker) append(to *cliutil.LineAnswers, e *evaluation, chances *engine.Probabilities, value float64) (err error) {
	static := w.advice.Static()
	class := static.ClassOf(&e.Position)
	w.worth = cube.NewEvaluation(&e.Position, class, w.advice.Plies(), chances, e.stakes, value)
	if w.counts {
		w.worth.Race = static.Databases().RaceCounts(&e.Position, class)
	}
	to.Text, err = w.write(to.Text, &w.worth)
	return err
}
