package evalbench

import (
	"context"
	"math"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
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

// OfJudge reports whether the side is taken to be the judge, who finds no errors in
// its own play, see [analysis.IsJudge].
func (e *Errors) OfJudge() bool {
	return analysis.IsJudge(e.Plays+e.Cubes, e.PlayError+e.CubeError)
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

func newJudge(s *search.Searcher, met *cube.MET) (*judge, error) {
	o := s.Options()
	j := &judge{cubeless: s.Clone(), stakes: stakes{met: met}}
	var err error
	j.cubeful, err = cubeful.New(s.Static().Clone(), cubeful.Options{Plies: o.Plies, Filter: o.Filter, NoPruning: o.NoPruning})
	return j, err
}

// play returns what the choice among plays cost, and to what the best one leads.
// Without a match there is neither cube nor score.
func (j *judge) play(ctx context.Context, pos *board.Position, m *board.Match, plays []board.Play, chosen int) (lost float64, best board.Position, err error) {
	if m == nil {
		return j.cubelessPlay(ctx, pos, plays, chosen)
	}
	st, err := j.stakes.of(m)
	if err != nil {
		return 0, best, err
	}
	ranked, err := j.cubeful.Rank(ctx, pos, plays, st)
	if err != nil {
		return 0, best, err
	}
	for i := range ranked {
		if ranked[i].Play.Result != plays[chosen].Result {
			continue
		}
		both := []cubeful.Candidate{ranked[0], ranked[i]}
		if i > 0 && (ranked[i].Plies < j.cubeful.Options().Plies || ranked[0].Plies < j.cubeful.Options().Plies) {
			if err := j.cubeful.Deepen(ctx, both, st); err != nil {
				return 0, best, err
			}
		}
		if both[0].Play.Result == plays[chosen].Result {
			return 0, best, nil
		}
		return max(0, both[0].Equity-both[1].Equity), both[0].Play.Result, nil
	}
	panic("evalbench: a search has lost a play")
}

// cubelessPlay is play without cube and score.
func (j *judge) cubelessPlay(ctx context.Context, pos *board.Position, plays []board.Play, chosen int) (lost float64, best board.Position, err error) {
	ranked, err := j.cubeless.Rank(ctx, pos, plays)
	if err != nil || ranked[0].Play.Result == plays[chosen].Result {
		return 0, best, err
	}
	best = ranked[0].Play.Result
	var worth [2]engine.Probabilities
	if err := j.cubeless.EvaluateContext(ctx, worth[:], []board.Position{best, plays[chosen].Result}); err != nil {
		return 0, best, err
	}
	return max(0, float64(worth[1].Equity()-worth[0].Equity())), best, nil
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
func (t *table) judgePlay(side int, roll board.Roll, plays []board.Play, chosen int) error {
	if t.judge == nil || len(plays) < 2 {
		return nil
	}
	m := &t.state
	if t.match.Form == (Form{}) {
		m = nil
	}
	lost, best, err := t.judge.play(t.ctx, &t.pos, m, plays, chosen)
	if err != nil {
		return err
	}
	t.errors[side].add(&Errors{Plays: 1, PlayError: lost})
	class := &t.classes[side][t.judge.cubeless.Static().ClassOf(&t.pos)]
	class.Plays, class.Error = class.Plays+1, class.Error+lost
	t.blamePlay(side, lost, roll, &plays[chosen].Result, &best)
	return nil
}

// judgeDouble counts the decision of the side to double or not, and returns what
// it leads to. A double that is best answered by a beaver is worth twice as
// little.
func (t *table) judgeDouble(side int, doubled bool) (*cube.Alternatives, error) {
	if t.judge == nil {
		return nil, nil
	}
	e, err := t.judge.decide(t.ctx, &t.pos, &t.state)
	if err != nil {
		return nil, err
	}
	double, optimal := min(e.DoubleTake, e.DoublePass), e.Optimal
	if e.DoubleTake < 0 && t.mayBeaver(0) {
		double = 2 * e.DoubleTake
		optimal = max(e.NoDouble, double)
	}
	own, fault := Errors{CubeError: max(0, optimal-e.NoDouble)}, MissedDouble
	if doubled {
		own.CubeError, fault = max(0, optimal-double), WrongDouble
	}
	if doubled || optimal-double < closeWithin {
		own.Cubes = 1
	}
	t.errors[side].add(&own)
	t.blame(side, fault, own.CubeError)
	return &e, nil
}

// judgeAnswer counts an answer to the double on offer after so many beavers, what
// it is worth to who doubled being given, in the unit of the cube before.
func (t *table) judgeAnswer(worth *cube.Alternatives, beavers int, mayBeaver bool, answer record.Kind) {
	if t.judge == nil {
		return
	}
	take, pass, beaver := -worth.DoubleTake, -worth.DoublePass, math.Inf(-1)
	if t.state.Turn == t.state.Roller { // who must answer a beaver
		take = -take
	}
	if mayBeaver {
		beaver = 2 * take
	}
	best := max(take, pass, beaver)
	cost, fault := best-take, WrongTake
	switch {
	case answer == record.Drop:
		cost, fault = best-pass, WrongPass
	case answer == record.Beaver:
		cost, fault = best-beaver, WrongBeaver
	case best == beaver:
		fault = MissedBeaver
	}
	cost *= float64(int(1) << beavers) // the cube has grown since the double
	side := int(t.state.Turn)
	t.errors[side].add(&Errors{Cubes: 1, CubeError: cost})
	t.blame(side, fault, cost)
}
