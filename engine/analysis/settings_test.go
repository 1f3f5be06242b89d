package analysis_test

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/analysis"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// The bounds of marks and of close decisions change the counts and no error; a stored
// analysis is graded by the bounds of the one who reads it.
func TestThresholds(t *testing.T) {
	o := analysis.Options{Workers: 2}
	usual := analyse(t, "match5.mat", o)
	o.Thresholds = analysis.Thresholds{Close: 0.25, Doubtful: 0.01, Bad: 0.02, VeryBad: 0.5, Lucky: 0.1, VeryLucky: 0.2}
	must.OK(t, o.Thresholds.Validate())
	other := analyse(t, "match5.mat", o)
	marks, close := [4]int{}, 0
	for _, d := range other.All() {
		switch lost := d.Error.Equity; {
		case d.Kind != analysis.Play:
			double := advice.WeighDouble(&d.Verdict.Alternatives, false)
			if d.Kind == analysis.Answer || d.DoubledOrTaken || double.Right-double.Double < 0.25 {
				close++
			}
		case lost > 0.5:
			marks[3]++
		case lost > 0.02:
			marks[2]++
		case lost > 0.01:
			marks[1]++
		default:
			marks[0]++
		}
	}
	got, counted := [4]int{}, 0
	for p := range other.Statistics {
		s, before := &other.Statistics[p], &usual.Statistics[p]
		for i, n := range s.Plays.Marks {
			got[i] += n
		}
		counted += s.Cube.CloseOrActual
		if s.Plays.Error != before.Plays.Error || s.Luck.Total != before.Luck.Total || s.Cube.Error != before.Cube.Error {
			t.Errorf("player %d: the bounds change errors or luck", p)
		}
		if s.Cube.CloseOrActual < before.Cube.CloseOrActual || s.Luck.Marks[analysis.Lucky] == before.Luck.Marks[analysis.Lucky] {
			t.Errorf("player %d: %d close decisions and %v, want more than %d and other marks than %v", p,
				s.Cube.CloseOrActual, s.Luck.Marks, before.Cube.CloseOrActual, before.Luck.Marks)
		}
	}
	if got != marks || counted != close {
		t.Errorf("marks %v and %d close or actual decisions, want %v and %d", got, counted, marks, close)
	}
	o.Model.Evaluator = enginetest.Shipped(t, nets.DefaultNet)
	restored := must.Get(analysis.Restore(read(t, "match5.mat"), o, bytes.NewReader(saved(t, usual))))(t)
	if fmt.Sprintf("%+v", restored.Statistics[0].Plays.Marks) != fmt.Sprintf("%+v", other.Statistics[0].Plays.Marks) ||
		restored.Statistics[1].Cube.CloseOrActual != other.Statistics[1].Cube.CloseOrActual {
		t.Errorf("a stored analysis has %+v, want %+v", restored.Statistics, other.Statistics)
	}
}

func TestThresholdsRefuse(t *testing.T) {
	for want, bad := range map[string]analysis.Thresholds{
		"close_within is -1, want more than 0":                        {Close: -1},
		"doubtful is -0.1, want more than 0":                          {Doubtful: -0.1},
		"bad is 0.06, want more than doubtful, 0.1":                   {Doubtful: 0.1},
		"very_bad is 0.06, want more than bad, 0.06":                  {VeryBad: 0.06},
		"very_lucky is 0.2, want more than lucky, 0.3":                {VeryLucky: 0.2},
		"lucky is NaN, want more than 0":                              {Lucky: engine.Equity(math.NaN())},
		"very_lucky is 0.6, want more than lucky, 0.6000000000000001": {Lucky: 0.6000000000000001},
	} {
		must.Fail(t, bad.Validate(), want)
	}
}

// Cube decisions have plies of their own.
func TestCubePliesOfAnalysis(t *testing.T) {
	one := 1
	o := analysis.Options{Workers: 2, Games: []int{1}}
	flat := analyse(t, "match5.mat", o)
	o.Plies = 1
	deep := analyse(t, "match5.mat", o)
	o.Plies, o.CubePlies = 0, &one
	both := analyse(t, "match5.mat", o)
	for i, d := range both.Games[0].Decisions {
		want := flat.Games[0].Decisions[i]
		if d.Kind != analysis.Play {
			want = deep.Games[0].Decisions[i]
		}
		if d.Error != want.Error || d.Plies != want.Plies {
			t.Errorf("move %d, %v: cost %v at %d plies, want %v at %d", d.Move, d.Kind, d.Error, d.Plies, want.Error, want.Plies)
		}
	}
}

// The errors of both players give their chances against each other.
func TestAgainstOpponent(t *testing.T) {
	o := analysis.Options{Workers: 2}
	r := analyse(t, "match5.mat", o)
	all := []*analysis.Statistics{&r.Statistics}
	for i := range r.Games {
		all = append(all, &r.Games[i].Statistics)
	}
	for i, s := range all {
		ahead := s[1].Overall.Error.Cost - s[0].Overall.Error.Cost
		a, b := s[0].Overall.AgainstOpponent, s[1].Overall.AgainstOpponent
		switch {
		case math.Abs(ahead) > 0.5 && (a != nil || b != nil):
			t.Errorf("%d: chances %v and %v, want none beyond 0 and 1", i, a, b)
		case math.Abs(ahead) <= 0.5 && (math.Abs(*a-0.5-ahead) > 1e-12 || math.Abs(*a+*b-1) > 1e-12):
			t.Errorf("%d: chances %v and %v, want 0.5 + %v", i, *a, *b, ahead)
		}
	}
	if s := analyse(t, "money.mat", o).Statistics; s[0].Overall.AgainstOpponent != nil {
		t.Error("a money session has a chance to win the match")
	}
}

// Luck has plies of its own, on which no error depends.
func TestLuckPlies(t *testing.T) {
	o := analysis.Options{Workers: 1, Games: []int{2}}
	flat := analyse(t, "match5.mat", o)
	o.LuckPlies, o.Workers = 1, 2
	deep := analyse(t, "match5.mat", o)
	searcher := must.Get(search.New(enginetest.Shipped(t, nets.DefaultNet), search.Options{Depth: search.Depth{Plies: 1}, NoPruning: true}))(t)
	by := advice.New(searcher, advice.Options{})
	apart := 0.0
	for i, d := range deep.Games[0].Decisions {
		before := flat.Games[0].Decisions[i]
		if d.Error != before.Error {
			t.Errorf("move %d: cost %v, want %v", d.Move, d.Error, before.Error)
		}
		if d.Kind == analysis.Play && i > 3 {
			want := must.Get(by.SearchedLuck(t.Context(), &d.Position, d.Match.Dice, d.At, advice.NotOpening))(t)
			if math.Abs(d.Luck.Cost-want) > 1e-9 {
				t.Errorf("move %d: luck %v, want %v", d.Move, d.Luck.Cost, want)
			}
			apart += math.Abs(d.Luck.Equity - before.Luck.Equity)
		}
	}
	if apart < 0.01 {
		t.Errorf("the luck at 1 ply differs by %v from that at 0 plies", apart)
	}
}
