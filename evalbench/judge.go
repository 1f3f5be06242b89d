package evalbench

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
	"gammonlab/engine/search/cubeful"
)

// Errors are what a side's decisions cost by the opinion of a judge, in
// normalised equity. Plays without a choice do not count, nor do decisions not to
// double that were plain.
type Errors struct {
	Plays     int     // with more than one legal play
	PlayError float64 // sum
	Cubes     int     // doubles, answers to doubles, and decisions not to double that were close
	CubeError float64 // sum, plain decisions included
}

func (e *Errors) add(o *Errors) {
	e.Plays, e.PlayError = e.Plays+o.Plays, e.PlayError+o.PlayError
	e.Cubes, e.CubeError = e.Cubes+o.Cubes, e.CubeError+o.CubeError
}

// judge finds out what decisions cost.
type judge struct {
	cubeless *search.Searcher
	cubeful  *cubeful.Searcher
	stakes   stakes
}

func newJudge(s *search.Searcher) (*judge, error) {
	o := s.Options()
	j := &judge{cubeless: s.Clone()}
	var err error
	j.cubeful, err = cubeful.New(s.Static().Clone(), cubeful.Options{Plies: o.Plies, Filter: o.Filter, NoPruning: o.NoPruning})
	return j, err
}

// play returns what the choice among plays cost. Without a match there is neither
// cube nor score.
func (j *judge) play(ctx context.Context, pos *board.Position, m *board.Match, plays []board.Play, chosen int) (float64, error) {
	if m == nil {
		return j.cubelessPlay(ctx, pos, plays, chosen)
	}
	st, err := j.stakes.of(m)
	if err != nil {
		return 0, err
	}
	ranked, err := j.cubeful.Rank(ctx, pos, plays, st)
	if err != nil {
		return 0, err
	}
	for i := range ranked {
		if ranked[i].Play.Result != plays[chosen].Result {
			continue
		}
		both := []cubeful.Candidate{ranked[0], ranked[i]}
		if i > 0 && (ranked[i].Plies < j.cubeful.Options().Plies || ranked[0].Plies < j.cubeful.Options().Plies) {
			if err := j.cubeful.Deepen(ctx, both, st); err != nil {
				return 0, err
			}
		}
		if both[0].Play.Result == plays[chosen].Result {
			return 0, nil
		}
		return max(0, both[0].Equity-both[1].Equity), nil
	}
	panic("evalbench: a search has lost a play")
}

// cubelessPlay is play without cube and score.
func (j *judge) cubelessPlay(ctx context.Context, pos *board.Position, plays []board.Play, chosen int) (float64, error) {
	ranked, err := j.cubeless.Rank(ctx, pos, plays)
	if err != nil || ranked[0].Play.Result == plays[chosen].Result {
		return 0, err
	}
	best := ranked[0].Play.Result
	var worth [2]engine.Probabilities
	if err := j.cubeless.EvaluateContext(ctx, worth[:], []board.Position{best, plays[chosen].Result}); err != nil {
		return 0, err
	}
	return max(0, float64(worth[1].Equity()-worth[0].Equity())), nil
}

// closeWithin is how much less than the right decision a double may be worth for
// the decision to count as close; as in the analysis of matches.
const closeWithin = 0.16

// decide returns what the decisions of a position are worth, in normalised equity
// of who is on roll.
func (j *judge) decide(ctx context.Context, pos *board.Position, m *board.Match) (cube.Alternatives, error) {
	st, err := j.stakes.of(m)
	if err != nil {
		return cube.Alternatives{}, err
	}
	d, _, err := j.cubeful.Decide(ctx, pos, st)
	return d.Equities, err
}

// judgePlay counts a play of the side.
func (t *table) judgePlay(side int, plays []board.Play, chosen int) error {
	if t.judge == nil || len(plays) < 2 {
		return nil
	}
	m := &t.state
	if t.match.Form == (Form{}) {
		m = nil
	}
	lost, err := t.judge.play(t.ctx, &t.pos, m, plays, chosen)
	t.errors[side].add(&Errors{Plays: 1, PlayError: lost})
	return err
}

// judgeDouble counts the decision of the side to double or not, and if it did the
// other's to take or not.
func (t *table) judgeDouble(side int, doubled, taken bool) error {
	if t.judge == nil {
		return nil
	}
	e, err := t.judge.decide(t.ctx, &t.pos, &t.state)
	if err != nil {
		return err
	}
	double := min(e.DoubleTake, e.DoublePass)
	own := Errors{CubeError: max(0, e.Optimal-e.NoDouble)}
	if doubled {
		own.CubeError = max(0, e.Optimal-double)
	}
	if doubled || e.Optimal-double < closeWithin {
		own.Cubes = 1
	}
	t.errors[side].add(&own)
	if !doubled {
		return nil
	}
	answer := e.DoubleTake - e.DoublePass // what a take costs
	if !taken {
		answer = -answer
	}
	t.errors[1-side].add(&Errors{Cubes: 1, CubeError: max(0, answer)})
	return nil
}
