package analysis_test

import (
	"math"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/analysis"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// loadTest reads a record of the tests of records.
func loadTest(t *testing.T, name string) *record.Match {
	t.Helper()
	return must.Get(record.Load(filepath.Join("..", "..", "board", "record", "testdata", name)))(t)
}

// The decisions of an .xg file, read from it by hand. The answer to the double is no decision of
// its own.
func TestEvaluations(t *testing.T) {
	list, missing, err := analysis.Evaluations(loadTest(t, "short.xg"), analysis.Options{})
	must.OK(t, err)
	if missing != 0 || len(list) != 2 {
		t.Fatalf("%d decisions and %d missing ones, want 2 and none", len(list), missing)
	}
	play, double := &list[0], &list[1]
	if play.Kind != analysis.Play || play.Level != "4-ply" || play.Match.Dice != (board.Roll{3, 1}) || len(play.Plays) != 2 || play.Plays[1].Level != "3-ply" ||
		play.Plays[0].Move != "8/5 6/5" || play.Plays[0].Equity != 0.1875 || play.Plays[1].Equity != -0.0625 || play.Plays[0].Result().ID() != "sGfwATDgc/ABMA" {
		t.Errorf("the play is %+v", *play)
	}
	if double.Kind != analysis.Double || double.Level != "XG Roller+" || !double.Doubled || double.NoDouble != -0.25 || double.DoubleTake != -0.75 || double.DoublePass != 1 {
		t.Errorf("the double is %+v, %+v", *double, *double.Alternatives)
	}
}

// Decisions without an analysis are missing, and so are lists of one play. A position has a
// decision, although it was not made.
func TestMissingEvaluations(t *testing.T) {
	m := loadTest(t, "short.xg")
	for i := range m.Games[0].Actions {
		if a := m.Games[0].Actions[i].Analysis; a != nil && len(a.Plays) > 0 {
			a.Plays = a.Plays[:1]
		}
	}
	list, missing, err := analysis.Evaluations(m, analysis.Options{})
	if err != nil || missing != 1 || len(list) != 1 || list[0].Kind != analysis.Double {
		t.Errorf("with a list of one play: %d decisions, %d missing, %v", len(list), missing, err)
	}
	for name, kind := range map[string]analysis.Kind{"xg-play.txt": analysis.Play, "xg-cube.txt": analysis.Double} {
		list, missing, err := analysis.Evaluations(loadTest(t, name), analysis.Options{})
		if err != nil || missing != 0 || len(list) != 1 || list[0].Kind != kind || list[0].Doubled {
			t.Errorf("%s: %+v, %d missing, %v", name, list, missing, err)
		}
	}
}

// An illegal action ends its game; what stands before it counts.
func TestEvaluationsBeforeAFault(t *testing.T) {
	m := loadTest(t, "short.xg")
	g := &m.Games[0]
	for i := range g.Actions {
		if g.Actions[i].Kind == record.Double {
			g.Actions[i].Player = g.Actions[i].Player.Opponent()
		}
	}
	list, _, err := analysis.Evaluations(m, analysis.Options{})
	if err == nil || len(list) != 1 || list[0].Kind != analysis.Play {
		t.Errorf("%d decisions and the error %v, want the play and an error", len(list), err)
	}
}

// The rule of XG for doubles: not those that cost 0.2 or more, those whose equities are equal
// and those with a negative one, unless the player doubled.
func TestDoubleCountsForXG(t *testing.T) {
	for _, tt := range []struct {
		noDouble, take float64
		want           bool
	}{
		{0.5, 0.75, true},    // a missed double
		{0.5, 0.31, true},    // costs 0.19
		{0.5, 0.29, false},   // costs 0.21
		{0.5, 0.4995, false}, // the same
		{1, 1.2, false},      // passed either way
		{-0.1, -0.2, false},  // very negative
		{-0.1, 0.1, true},
		{1.1, 1.4, true},  // too good by 0.1
		{1.3, 1.6, false}, // too good by 0.3
	} {
		e := &cube.Alternatives{NoDouble: tt.noDouble, DoubleTake: tt.take, DoublePass: 1}
		if got := analysis.DoubleCountsForXG(e, false); got != tt.want {
			t.Errorf("no double %v, double/take %v: %v, want %v", tt.noDouble, tt.take, got, tt.want)
		}
		if !analysis.DoubleCountsForXG(e, true) {
			t.Errorf("a double with %v and %v does not count", tt.noDouble, tt.take)
		}
	}
}

// The record's equities say what this analysis loses. short.xg has equities that the test can
// set: a play and a double by XG, and the pass of the opponent.
func TestByRecord(t *testing.T) {
	options := analysis.Options{Strength: named.StrengthOf(enginetest.Shipped(t, nets.DefaultNet), 0), Workers: 1}
	m := loadTest(t, "short.xg")
	analyse := func() *analysis.ByRecord {
		return must.Get(analysis.Analyse(t.Context(), m, options))(t).ByRecord
	}
	b := analyse()
	if b == nil || b.Decisions != 3 || b.Each != 0 || b.PR != 0 || b.Source != "eXtreme Gammon" || b.Level != "XG Roller+" || b.AtLevel != 2 || b.Unlisted != 0 {
		t.Fatalf("%+v, want 3 decisions without cost, two of them by XG Roller+", b)
	}
	plays := m.Games[0].Actions[0].Analysis.Plays
	plays[0], plays[1] = plays[1], plays[0]
	plays[0].Equity, plays[1].Equity = 0.25, 0.125 // 8/5 6/5, which the net plays, is now the second
	if b = analyse(); math.Abs(b.Each-0.125/3) > 1e-12 || math.Abs(b.PR-500*0.125/3) > 1e-9 {
		t.Errorf("after a loss of 0.125 in 3 decisions: %+v", b)
	}
	plays[1] = record.Candidate{Steps: []board.Step{{From: 24, To: 21}, {From: 24, To: 23}}, Estimate: plays[1].Estimate}
	if b = analyse(); b.Decisions != 2 || b.Unlisted != 1 || b.Each != 0 {
		t.Errorf("if the play is not listed: %+v", b)
	}
	for i := range m.Games[0].Actions {
		m.Games[0].Actions[i].Analysis = nil
	}
	if b = analyse(); b != nil {
		t.Errorf("without an analysis in the record: %+v", b)
	}
}
