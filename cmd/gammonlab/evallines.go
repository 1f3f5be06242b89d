package main

import (
	"context"
	"io"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
)

// evalJob is what all workers of eval have in common.
type evalJob struct {
	variant board.Variant
	stakes  *stakesSource
	cubeful bool // the flag
	write   evalWriter
}

// evalWorker evaluates positions on one goroutine, unless its searchers have more.
type evalWorker struct {
	*evalJob
	advice *advice.Adviser

	evaluations []evaluation
	positions   []board.Position
	chances     []engine.Probabilities
}

func (j *evalJob) worker(s *search.Searcher) *evalWorker {
	return &evalWorker{evalJob: j, advice: advice.New(s, advice.Options{})}
}

// staticPiece is how many positions a worker evaluates at a time when it does not
// look ahead.
const staticPiece = 256

// answerer returns workers for the lines of standard input, as many as the searcher
// has; it works alone when there are fewer lines than that.
func (j *evalJob) answerer(s *search.Searcher, out *rowWriter, errors io.Writer) (*lineAnswerer, error) {
	a := &lineAnswerer{alone: j.worker(s), piece: 1, out: out, bad: &refusals{to: errors}}
	if s.Options().Plies == 0 && !j.cubeful && !j.stakes.described {
		a.piece = staticPiece
	}
	options := s.Options()
	many := options.Workers
	options.Workers = 1
	for range many {
		one, err := search.New(s.Static().Clone(), options)
		if err != nil {
			return nil, err
		}
		a.workers = append(a.workers, j.worker(one))
	}
	return a, nil
}

// answer implements [lineWorker].
func (w *evalWorker) answer(ctx context.Context, lines []inputLine, to *lineAnswers) error {
	w.evaluations = w.evaluations[:0]
	for _, line := range lines {
		e, err := evaluation{line: line.number}, line.err
		if err == nil {
			e.spot, err = parsePosition(line.text, w.variant)
		}
		if err != nil {
			to.refuse(line.number, err)
			continue
		}
		w.evaluations = append(w.evaluations, e)
	}
	return w.evaluate(ctx, w.evaluations, to)
}

// evaluate evaluates positions, those without the cube all at once, and appends the
// answers in their order.
func (w *evalWorker) evaluate(ctx context.Context, all []evaluation, to *lineAnswers) error {
	w.positions = w.positions[:0]
	for i := range all {
		w.positions = append(w.positions, all[i].pos)
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
		e.worth = cube.Evaluation{
			Position: e.pos, Class: w.advice.Static().ClassOf(&e.pos), Chances: w.chances[i], Plies: w.advice.Plies(),
		}
		var err error
		if withCube {
			if e.worth.Stakes, err = w.stakes.of(&e.spot, true); err == nil {
				e.worth.Value, e.worth.Chances, err = w.advice.Value(ctx, &e.pos, e.worth.Stakes)
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			to.text, err = w.write(to.text, &e.worth)
		}
		if err != nil {
			to.refuse(e.line, err)
			continue
		}
		to.end()
	}
	return nil
}
