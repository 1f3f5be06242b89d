package analysis_test

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"gammonlab/board/gnubgtest"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
	"gammonlab/engine/analysis"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// checkGnubgs checks a file that gnubg saved after an analysis at 0 plies. At 0
// plies the equity of a play is the negative equity of the opponent's cube
// decision after it, for which the file has the chance to win the match. It
// returns the number of pairs that agree.
func checkGnubgs(t *testing.T, m *record.Match) int {
	t.Helper()
	r := must.Get(analysis.Analyse(t.Context(), m, analysis.Options{Strength: named.StrengthOf(enginetest.Shipped(t, nets.DefaultNet), 0), Workers: 2, Candidates: 2}))(t)
	pairs := 0
	for i := range r.Games {
		d := r.Games[i].Decisions
		for k, now := range d {
			if now.Kind == analysis.Play && now.Played != nil && now.Legal > 1 && (now.Recorded == nil || now.Recorded.Error == nil) {
				t.Errorf("game %d, move %d: nothing recorded of a play", now.Game, now.Move)
			}
			if k == 0 || now.Kind != analysis.Double || now.Recorded == nil || d[k-1].Recorded == nil || d[k-1].Recorded.Level != now.Recorded.Level {
				continue
			}
			before := d[k-1].Recorded
			played := before.Plays[0].Equity - before.Error.Equity
			if e := now.Recorded.Alternatives; math.Abs(e.Optimal+played) > 0.002 {
				t.Errorf("game %d, move %d: the cube decision is worth %.3f, the play before it %.3f", now.Game, now.Move, e.Optimal, played)
			}
			pairs++
		}
	}
	return pairs
}

func TestRecordedByGnubg(t *testing.T) {
	for name, want := range map[string]int{"analysed.sgf": 1, "rolledout.sgf": 2} {
		path := filepath.Join("..", "..", "board", "record", "testdata", name)
		if got := checkGnubgs(t, must.Get(record.Load(path))(t)); got != want {
			t.Errorf("%s: %d cube decisions after a play, want %d", name, got, want)
		}
	}
}

// A copied position ends before a decision. The report has it with the analysis of the
// program, and counts nothing.
func TestRecordedOfPositions(t *testing.T) {
	for _, tt := range []struct {
		file   string
		kind   analysis.Kind
		best   string
		figure float64 // of the second choice
	}{
		{"xg-play.txt", analysis.Play, "8/5 6/5", -0.009},
		{"xg-roller.txt", analysis.Play, "18/11", -0.114},
		{"xg-rollout.txt", analysis.Play, "8/5 6/5", 0.018},
		{"bgblitz.txt", analysis.Play, "13/6", 0.021},
		{"xg-cube.txt", analysis.Double, "no double, take", 0.612},
		{"xg-cube-beaver.txt", analysis.Double, "no double, beaver", -0.021},
		{"xg-cube-toogood.txt", analysis.Double, "too good to redouble, pass", 1.573},
		{"xg-cube-rollout.txt", analysis.Double, "no double, take", 0.267},
		{"bgblitz-cube.txt", analysis.Double, "no double, take", 0.267},
	} {
		m := must.Get(record.Load(filepath.Join("..", "..", "board", "record", "testdata", tt.file)))(t)
		o := analysis.Options{Strength: named.StrengthOf(enginetest.Shipped(t, nets.DefaultNet), 0), Workers: 1, Candidates: 1}
		r := must.Get(analysis.Analyse(t.Context(), m, o))(t)
		all := r.Games[0].Decisions
		if len(all) != 1 || !all[0].Open || all[0].Kind != tt.kind || all[0].Recorded == nil || all[0].Recorded.Best != tt.best {
			t.Errorf("%s: %+v, want an open %v with %s", tt.file, all, tt.kind, tt.best)
			continue
		}
		d := all[0]
		figure := 0.0
		if d.Kind == analysis.Play {
			figure = d.Recorded.Plays[1].Equity
			for i := range d.Recorded.Plays {
				if !slices.ContainsFunc(d.Moves, func(c advice.Choice) bool { return c.Move == d.Recorded.Plays[i].Move }) {
					t.Errorf("%s: %s is not evaluated", tt.file, d.Recorded.Plays[i].Move)
				}
			}
		} else {
			figure = d.Recorded.DoubleTake
		}
		if figure != tt.figure || d.Recorded.Error != nil || d.Error != (analysis.Amount{}) || d.Made != "" {
			t.Errorf("%s: %v, want %v; the open decision costs %v, %v", tt.file, figure, tt.figure, d.Error, d.Recorded.Error)
		}
		if s := r.Statistics[d.Player]; s.Plays.Total+s.Cube.Total+s.XG.Decisions != 0 {
			t.Errorf("%s: the open decision is counted: %+v", tt.file, s)
		}
		if r, missing, err := analysis.OfRecord(m, analysis.Options{}); err != nil || missing != 0 || len(r.Games[0].Decisions) != 0 {
			t.Errorf("%s: %d decisions made by the record, %d missing, %v", tt.file, len(r.Games[0].Decisions), missing, err)
		}
	}
}

func TestRecordedByInstalledGnubg(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short")
	}
	match := must.Get(filepath.Abs(filepath.Join("testdata", "match5.mat")))(t)
	dir := t.TempDir()
	gnubgtest.Run(t, dir, fmt.Sprintf("set display off\nset analysis chequerplay evaluation plies 0\n"+
		"set analysis cubedecision evaluation plies 0\nimport mat \"%s\"\nanalyse match\nsave match saved.sgf\nquit\ny\n", match))
	if got := checkGnubgs(t, must.Get(record.Load(filepath.Join(dir, "saved.sgf")))(t)); got < 20 {
		t.Errorf("%d cube decisions after a play, want at least 20", got)
	}
}

// Plays of a record may have match-winning chances instead of equities.
func TestRecordedChances(t *testing.T) {
	m := must.Get(record.Load(filepath.Join("..", "..", "board", "record", "testdata", "analysed.sgf")))(t)
	judged := 0
	for i := range m.Games[0].Actions {
		a := m.Games[0].Actions[i].Analysis
		if a == nil || len(a.Plays) < 2 {
			continue
		}
		a.PlaysMWC = true
		a.Plays[0], a.Plays[1] = a.Plays[1], a.Plays[0] // the first was made
		a.Plays[0].Equity, a.Plays[1].Equity = .55, .45
		judged++
	}
	r := must.Get(analysis.Analyse(t.Context(), m, analysis.Options{Strength: named.StrengthOf(enginetest.Shipped(t, nets.DefaultNet), 0), Candidates: 2}))(t)
	found := 0
	for _, d := range r.Games[0].Decisions {
		if d.Kind != analysis.Play || d.Recorded == nil || d.Recorded.Error == nil {
			continue
		}
		found++
		if e := d.Recorded.Error; math.Abs(e.Cost-.1) > 1e-6 || e.Equity < .3 {
			t.Errorf("move %d: the record's cost is %+v, want 10 %% of the match", d.Move, e)
		}
	}
	if judged == 0 || found != judged {
		t.Errorf("%d plays have a cost, want %d", found, judged)
	}
}
