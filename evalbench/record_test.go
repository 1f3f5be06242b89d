package evalbench

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"gammonlab/engine/named"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/analysis"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/internal/must"
	"gammonlab/internal/workers"
)

// records plays a match and returns its result and its records.
func records(t *testing.T, m Match) (*Result, []*record.Match) {
	t.Helper()
	var all []*record.Match
	m.Records = true
	m.Observers = []Observer{OnItem(func(i *Item) error {
		for number, g := range i.Games {
			if len(all) != 2*i.Number+number {
				t.Errorf("item %d, number %d after %d records", i.Number, number, len(all))
			}
			all = append(all, g.Record)
		}
		return nil
	})}
	return run(t, m), all
}

// Recorded matches are legal, have the result of the match, and are unchanged
// after writing and reading.
func TestRecords(t *testing.T) {
	for _, rules := range append(allRules, Rules{Length: 7}) {
		for _, starts := range [][]board.Position{nil, enginetest.Positions(5, 4)} {
			m := Match{
				A: named.Player{Name: "net:default", Player: &doubler{t: t, limit: 2}}, B: named.Player{Name: "net:default,noise=0.05", Player: player.Pubeval{}},
				Games: 20, Conditions: Conditions{Rules: rules, Seed: 3}, Starts: starts, Workers: 3,
			}
			want := run(t, m)
			got, all := records(t, m)
			if !reflect.DeepEqual(got, want) || len(all) != 20 {
				t.Fatalf("%v: %+v recorded, %+v otherwise; %d records", rules, got, want, len(all))
			}
			checkRecords(t, &m, got, all)
		}
	}
}

func checkRecords(t *testing.T, m *Match, r *Result, all []*record.Match) {
	t.Helper()
	wins, points := 0, 0
	for i, one := range all {
		if err := one.Validate(); err != nil {
			t.Errorf("%v, record %d: %v", m.Rules, i, err)
		}
		last := one.Games[len(one.Games)-1]
		if last.Result.Winner == sideA {
			wins++
			points += last.Result.Points
		} else {
			points -= last.Result.Points
		}
		if most := last.Score[last.Result.Winner] + last.Result.Points; m.Rules.Length > 0 && most < int(m.Rules.Length) || one.Names != [2]string{"net:default", "net:default,noise=0.05"} {
			t.Errorf("%v, record %d ends with %+v at %v", m.Rules, i, last.Result, last.Score)
		}
		if len(m.Starts) == 0 && m.Rules != (Rules{}) {
			checkFile(t, one)
		}
	}
	if ppg := r.PPG(); wins != r.A.Wins || m.Rules.Length == 0 && math.Abs(ppg.Center-float64(points)/float64(len(all))) > 1e-9 {
		t.Errorf("%v: A has %d wins and %d points in the records, %+v in the result", m.Rules, wins, points, r)
	}
}

// checkFile writes a record as .mat and reads it again.
func checkFile(t *testing.T, m *record.Match) {
	t.Helper()
	var file bytes.Buffer
	must.OK(t, record.WriteMat(&file, m))
	again := must.Get(record.ReadMat("m", &file))(t)
	if !strings.Contains(again.Info.Comment, m.Names[0]) || !strings.Contains(again.Info.Comment, m.Names[1]) {
		t.Errorf("the comment %q is without the names %q", again.Info.Comment, m.Names)
	}
	for i := range m.Games {
		if got, want := again.Games[i], m.Games[i]; got.Result != want.Result || got.Crawford != want.Crawford || len(got.Actions) != len(want.Actions) {
			t.Errorf("game %d of %d actions, result %+v, is read as %d, %+v", i+1, len(want.Actions), want.Result, len(got.Actions), got.Result)
		}
	}
}

// The judge's figures equal those of the analysis of the recorded games.
func TestJudgeAgreesWithAnalysis(t *testing.T) {
	static := randomStatic(t, nil)
	for _, rules := range someRules(Rules{Cube: true}, Rules{Cube: true, Jacoby: true}, Rules{Length: 5}) {
		r, all := records(t, Match{
			A: named.Player{Player: &doubler{t: t, limit: 4}}, B: named.Player{Player: player.NewGreedy(static)}, Games: 4, Conditions: Conditions{Rules: rules, Seed: 7}, Assessment: judgedBy(static, 0),
		})
		var want [2]Errors
		for _, one := range all {
			report, err := analysis.Analyse(t.Context(), one, analysis.Options{Strength: named.StrengthOf(static.Clone(), 0), Workers: 1})
			must.OK(t, err)
			for side, s := range report.Statistics {
				want[side].add(&Errors{
					Plays: s.Plays.Unforced, PlayError: s.Plays.Error.Equity,
					Cubes: s.Cube.CloseOrActual, CubeError: s.Cube.Error.Equity,
				})
			}
		}
		for side, got := range r.Errors {
			w := want[side]
			if got.Plays != w.Plays || math.Abs(got.PlayError-w.PlayError) > 1e-4*(1+w.PlayError) ||
				got.Cubes != w.Cubes || math.Abs(got.CubeError-w.CubeError) > 1e-4*(1+w.CubeError) {
				t.Errorf("%v, side %d: judged %+v, analysed %+v", rules, side, got, w)
			}
		}
	}
}

// An observer's error ends the match and the item does not count;
// [workers.ErrEnough] ends it without an error, the item counts, and the observers
// after it still see it. Progress can fail as well.
func TestObserverErrors(t *testing.T) {
	full := errors.New("no room")
	for _, c := range []struct {
		item, progress error
		pairs, seen    int
	}{{full, nil, 3, 3}, {workers.ErrEnough, nil, 4, 4}, {nil, full, 4, 4}, {nil, workers.ErrEnough, 4, 4}} {
		seen := 0
		m := Match{A: named.Player{Player: first}, B: named.Player{Player: first}, Games: 100, MaxPlies: 3, Workers: 2}
		m.Observers = []Observer{
			OnItem(func(i *Item) error {
				if i.Number == 3 {
					return c.item
				}
				return nil
			}),
			OnItem(func(i *Item) error { seen++; return nil }),
			OnProgress(func(r *Result) error {
				if r.Pairs() == 4 {
					return c.progress
				}
				return nil
			}),
		}
		r, err := m.Run(t.Context())
		if wrong := c.item == full || c.progress == full; wrong != errors.Is(err, full) || !wrong && err != nil {
			t.Errorf("%v, %v: error %v", c.item, c.progress, err)
		}
		if r.Pairs() != c.pairs || seen != c.seen {
			t.Errorf("%v, %v: %d pairs, %d seen, want %d and %d", c.item, c.progress, r.Pairs(), seen, c.pairs, c.seen)
		}
	}
}
