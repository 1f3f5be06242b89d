package generate

import (
	"context"
	"math"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/search"
)

// informativeSelector finds informative positions: those at which 0-ply and 1-ply
// evaluations differ.
type informativeSelector struct {
	threshold float64
	weighs    bool // weights of positions are their differences of equity, not those of files
	static    *engine.Full
	searcher  *search.Searcher // searches at 1 ply
	gen       board.Generator
	positions []board.Position
	now       []engine.Probabilities
	ahead     []engine.Probabilities
	pair      [2]board.Position
	values    [2]engine.Probabilities
}

func newInformativeSelector(s *Settings, weighs bool) (*informativeSelector, error) {
	// Comparing plays takes most of the time. The smallest filter saves a third of the
	// time and misses one in ten of the choices that differ.
	filter, err := search.ParseFilter("tiny")
	if err != nil {
		return nil, err
	}
	static := engine.NewFull(s.Model.Evaluator).Clone()
	searcher, err := search.New(static.Clone(), search.Options{Depth: search.Depth{Plies: 1, Filter: filter}})
	if err != nil {
		return nil, err
	}
	return &informativeSelector{threshold: float64(*s.Informative), weighs: weighs, static: static, searcher: searcher}, nil
}

// choose assesses the positions found in an item. Where the best plays at 0 and at 1 ply
// differ, it adds the positions after both.
func (j *informativeSelector) choose(ctx context.Context, it *item) error {
	if err := j.assess(ctx, it.candidates); err != nil {
		return err
	}
	for at := range it.candidates {
		if it.candidates[at].roll == (board.Roll{}) {
			continue
		}
		var err error
		if it.candidates, err = j.compare(ctx, it.candidates, at); err != nil {
			return err
		}
	}
	return nil
}

// assess marks the informative positions.
func (j *informativeSelector) assess(ctx context.Context, positions []candidate) error {
	j.positions = j.positions[:0]
	for i := range positions {
		j.positions = append(j.positions, positions[i].pos)
	}
	j.now, j.ahead = slices.Grow(j.now[:0], len(positions))[:len(positions)], slices.Grow(j.ahead[:0], len(positions))[:len(positions)]
	j.static.Evaluate(j.now, j.positions)
	if err := j.searcher.EvaluateContext(ctx, j.ahead, j.positions); err != nil {
		return err
	}
	for i := range positions {
		d := difference(&j.now[i], &j.ahead[i])
		if positions[i].informative = d > j.threshold; j.weighs {
			positions[i].weight = float32(d)
		}
	}
	return nil
}

// compare finds the best plays at 0 and at 1 ply for the roll of a found position. If
// their equities at 1 ply differ, it appends the positions after both.
func (j *informativeSelector) compare(ctx context.Context, dst []candidate, at int) ([]candidate, error) {
	spot := dst[at]
	plays := j.gen.Plays(&spot.pos, spot.roll)
	if len(plays) < 2 {
		return dst, nil
	}
	dst[at].compared = true
	now, _ := j.static.Best(&spot.pos, plays)
	ahead, _, err := j.searcher.Best(ctx, &spot.pos, plays)
	if err != nil || now == ahead {
		return dst, err
	}
	j.pair = [2]board.Position{plays[now].Result, plays[ahead].Result}
	if err := j.searcher.EvaluateContext(ctx, j.values[:], j.pair[:]); err != nil {
		return dst, err
	}
	d := difference(&j.values[0], &j.values[1])
	if d <= j.threshold {
		return dst, nil
	}
	dst[at].disagree = true
	weight := float32(0)
	if j.weighs {
		weight = float32(d)
	}
	for _, pos := range j.pair {
		dst = append(dst, spot.after(pos, weight))
	}
	return dst, nil
}

// after returns the position pos after a play from a found position.
func (f *candidate) after(pos board.Position, weight float32) candidate {
	return candidate{
		pos: pos, class: engine.ClassOf(&pos), source: f.source + choiceSuffix, choice: true, weight: weight, from: f.from, informative: true,
	}
}

// choiceSuffix is the end of the source of a position after a play.
const choiceSuffix = " choice"

// difference returns the absolute difference of the equities.
func difference(a, b *engine.Probabilities) float64 {
	return math.Abs(float64(a.Equity()) - float64(b.Equity()))
}
