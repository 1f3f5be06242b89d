package analysis_test

import (
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/analysis"
	"gammonlab/engine/cube"
)

// TestRates computes the rates by hand. The first case is the example by which
// Christian Anthon shows gnubg's and Snowie's rates on bug-gnubg (November 2007): an
// error of 0.145 in 22 unforced plays and 3 decisions on the cube, 26 rolls of each
// player, gives 5.8 and 2.8.
func TestRates(t *testing.T) {
	for _, tt := range []struct {
		tally             analysis.Tally
		gnubg, xg, snowie float64
	}{
		{analysis.Tally{Lost: 0.145, Decisions: 25, LostXG: 0.144, XG: 18, Rolls: 52}, 5.8, 4, 2.788},
		{analysis.Tally{Lost: 1, Decisions: 100, LostXG: 1, XG: 100, Rolls: 250}, 10, 5, 4},
		{analysis.Tally{Decisions: 3, XG: 2, Rolls: 8}, 0, 0, 0},
	} {
		for rate, want := range map[analysis.Rate]float64{
			analysis.GnubgRate: tt.gnubg, analysis.XGRate: tt.xg, analysis.SnowieRate: tt.snowie,
		} {
			if got := rate.Of(tt.tally); got == nil || math.Abs(*got-want) > 5e-4 {
				t.Errorf("%v of %+v is %v, want %v", rate, tt.tally, got, want)
			}
		}
	}
	for _, rate := range analysis.Rates() {
		if got := rate.Of(analysis.Tally{Lost: 1}); got != nil {
			t.Errorf("%v of no decision is %v, want nil", rate, *got)
		}
	}
}

// TestCountsForXG has the cases of XG's help with figures on both sides of each bound.
func TestCountsForXG(t *testing.T) {
	play := func(legal int, spread float64) analysis.Decision {
		return analysis.Decision{Kind: analysis.Play, Played: &analysis.Played{Legal: legal, Spread: spread}}
	}
	double := func(doubled bool, no, take, pass float64) analysis.Decision {
		e := cube.Alternatives{NoDouble: no, DoubleTake: take, DoublePass: pass, Optimal: max(no, min(take, pass))}
		d := analysis.Decision{Kind: analysis.Double, Cube: &analysis.Cube{DoubledOrTaken: doubled}}
		d.Verdict = &cube.Verdict{Alternatives: e}
		return d
	}
	answer := double(false, 0.1, -0.9, 1)
	answer.Kind = analysis.Answer
	for _, tt := range []struct {
		name     string
		decision analysis.Decision
		want     bool
	}{
		{"no play", analysis.Decision{Kind: analysis.Play}, false},
		{"forced", play(1, 0), false},
		{"no difference", play(5, 0.0009), false},
		{"a difference", play(5, 0.0011), true},
		{"close", double(false, 0.5, 0.45, 1), true},
		{"a double would cost less than 0.2", double(false, 0.3, 0.101, 1), true},
		{"a double would cost more than 0.2", double(false, 0.3, 0.099, 1), false},
		{"missed", double(false, 0.5, 0.9, 1), true},
		{"0.19 too good", double(false, 1.19, 1.6, 1), true},
		{"0.21 too good", double(false, 1.21, 1.6, 1), false},
		{"doubled where it is obviously wrong", double(true, 0.3, -0.4, 1), true},
		{"optional", double(false, 0.7, 0.7004, 1), false},
		{"behind", double(false, -0.1, -0.2, 1), false},
		{"behind and missed", double(false, -0.3, -0.2, 1), true},
		{"a pass", answer, true},
	} {
		if got := tt.decision.CountsForXG(); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestXGCounts adds up a match by hand.
func TestXGCounts(t *testing.T) {
	r := analyse(t, "match5.mat", analysis.Options{Workers: 2, Candidates: 1})
	for p := range r.Statistics {
		var n int
		var lost float64
		for g := range r.Games {
			for _, d := range r.Games[g].Decisions {
				if d.Player == board.Player(p) && d.CountsForXG() {
					n++
					lost += d.Error.Equity
				}
			}
		}
		s := &r.Statistics[p]
		if s.XG.Decisions != n || math.Abs(s.XG.Error.Equity-lost) > 1e-9 || math.Abs(*s.Overall.PR-500*lost/float64(n)) > 1e-9 {
			t.Errorf("player %d: %+v, PR %v; want %d that lost %v", p, s.XG, *s.Overall.PR, n, lost)
		}
		if n >= s.Plays.Unforced+s.Cube.Total || n == 0 {
			t.Errorf("player %d: XG counts %d of %d unforced plays and %d cube decisions", p, n, s.Plays.Unforced, s.Cube.Total)
		}
	}
}
