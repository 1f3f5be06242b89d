package evalbench_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/evalbench"
	"gammonlab/internal/must"
)

// rowsOf returns labelled positions of games, with the labels that the evaluator
// gives.
func rowsOf(t testing.TB, e engine.Evaluator, n int) []datasets.Row {
	t.Helper()
	all := enginetest.Positions(n, 4)
	answers := make([]engine.Probabilities, len(all))
	e.Evaluate(answers, all)
	var rows []datasets.Row
	for i, pos := range all {
		row := datasets.NewRow(pos)
		if row.Class != engine.Over {
			row.Method, row.Probabilities, row.EquityError = datasets.Imported, answers[i], float32(math.NaN())
			rows = append(rows, row)
		}
	}
	return rows
}

func ask(t testing.TB, s *evalbench.LabelledSet, e engine.Evaluator, workers int) []engine.Probabilities {
	t.Helper()
	return must.Get(s.Evaluate(context.Background(), evalbench.Evaluators(workers, e), nil))(t)
}

// The evaluator that made the labels has no errors, and answers do not depend
// on the workers.
func TestLabeller(t *testing.T) {
	e := enginetest.RandomStatic(t, 8, 5)
	s := &evalbench.LabelledSet{Rows: rowsOf(t, e, 300)}
	answers := ask(t, s, e, 1)
	if got := ask(t, s, e, 3); !reflect.DeepEqual(got, answers) {
		t.Error("three workers get other answers than one")
	}
	m := evalbench.MeasureValues(s.Rows, answers)
	if m.N != len(s.Rows) || m.RMSE.Center != 0 || m.RMSE.High != 0 || m.Bias.Center != 0 || m.Mean.Center != 0 || m.Output != [engine.Outputs]float64{} {
		t.Errorf("%+v, want no errors", m)
	}
	if m.Histogram[0] != m.N || m.Known != 0 || m.Beyond != nil {
		t.Errorf("%+v, want all errors in the first cell, and none beyond noise that is not known", m)
	}
}

// Measure finds the errors that were added to the answers.
func TestMeasure(t *testing.T) {
	rows := make([]datasets.Row, 4)
	answers := make([]engine.Probabilities, 4)
	for i, miss := range []float32{0.125, -0.125, 0.25, 0} { // of the chance to win
		rows[i].Probabilities = engine.Probabilities{0.5, 0.125, 0, 0.125, 0}
		rows[i].EquityError = 0.125
		answers[i] = engine.Probabilities{0.5 + miss, 0.125, 0, 0.125, 0}
	}
	m := evalbench.MeasureValues(rows, answers)
	meanSquare := (0.25*0.25*2 + 0.5*0.5) / 4
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"RMSE", m.RMSE.Center, math.Sqrt(meanSquare)},
		{"beyond noise", *m.Beyond, math.Sqrt(meanSquare - 0.125*0.125)},
		{"mean", m.Mean.Center, 0.25},
		{"bias", m.Bias.Center, 0.125},
		{"win", m.Output[engine.Win], math.Sqrt(meanSquare) / 2},
		{"gammons", m.Output[engine.WinGammon], 0},
		{"none", float64(m.Histogram[0]), 1},
		{"a quarter of a point", float64(m.Histogram[25]), 2},
		{"more", float64(m.Histogram[evalbench.HistogramCells-1]), 1},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	if !(m.RMSE.Low <= m.RMSE.Center && m.RMSE.Center <= m.RMSE.High) || !m.Bias.Contains(0.125) {
		t.Errorf("intervals %+v and %+v", m.RMSE, m.Bias)
	}
	rows[2].EquityError = 1 // labels that are worse than the answers
	if m := evalbench.MeasureValues(rows, answers); *m.Beyond != 0 {
		t.Errorf("%v beyond noise that is larger than the errors, want 0", *m.Beyond)
	}
	worst := evalbench.Worst(rows, answers, 2)
	if len(worst) != 2 || worst[0].Error != 0.5 || worst[1].Error != 0.25 {
		t.Errorf("worst %+v, want errors of 0.5 and 0.25", worst)
	}
}

// The interval holds the true error in about 19 of 20 samples.
func TestInterval(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const samples, n, sigma = 400, 200, 0.1
	held := 0
	for range samples {
		rows, answers := make([]datasets.Row, n), make([]engine.Probabilities, n)
		for i := range rows {
			rows[i].Probabilities[engine.Win] = 0.5
			answers[i][engine.Win] = 0.5 + float32(rng.NormFloat64()*sigma/2)
		}
		if m := evalbench.MeasureValues(rows, answers); m.RMSE.Contains(sigma) {
			held++
		}
	}
	if share := float64(held) / samples; share < 0.91 || share > 0.98 {
		t.Errorf("%.3f of the intervals hold the true error, want about 0.95", share)
	}
}

// Classes add up to the whole.
func TestByClass(t *testing.T) {
	e := enginetest.RandomStatic(t, 8, 5)
	s := &evalbench.LabelledSet{Rows: rowsOf(t, e, 500)}
	answers := ask(t, s, e, 2)
	groups := evalbench.ByClass(s.Rows, answers)
	n := 0
	for _, g := range groups[1:] {
		n += len(g.Rows)
		for i := range g.Rows {
			if g.Rows[i].Class.String() != g.Class || g.Answers[i] != g.Rows[i].Probabilities {
				t.Fatalf("%s: row %d is of class %v, or its answer is of another", g.Class, i, g.Rows[i].Class)
			}
		}
	}
	if len(groups) < 3 || n != len(s.Rows) || len(groups[0].Rows) != n {
		t.Errorf("%d groups with %d rows of %d", len(groups), n, len(s.Rows))
	}
	if only := evalbench.ByClass(groups[1].Rows, groups[1].Answers); len(only) != 1 {
		t.Errorf("%d groups of one class, want 1", len(only))
	}
}

// Bins contain the mean prediction, and the mean difference of the labels from
// it.
func TestCalibrate(t *testing.T) {
	var rows []datasets.Row
	var answers []engine.Probabilities
	for _, c := range []struct{ said, label float32 }{{0.125, 0.25}, {0.125, 0.5}, {0.75, 0.75}, {1, 0.75}} {
		var r datasets.Row
		r.Probabilities[engine.Win] = c.label
		rows, answers = append(rows, r), append(answers, engine.Probabilities{c.said})
	}
	bins := evalbench.Calibrate(rows, answers, 2)
	if len(bins) != 2 || bins[0].Predicted != 0.125 || bins[0].Miss.Center != 0.25 || bins[1].Predicted != 0.875 || bins[1].Miss.Center != -0.125 || bins[1].Miss.N != 2 {
		t.Errorf("bins %+v", bins)
	}
}

const header = "position_id,win,win_gammon,win_backgammon,lose_gammon,lose_backgammon,se\n"

// Tables are read with their errors. Noise is clamped on request. Missing and
// wrong values are reported.
func TestLoad(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		must.OK(t, os.WriteFile(path, []byte(text), 0o666))
		return path
	}
	good := write("good.csv", header+"bW7AAAvD3QMHAA,0.772853,0.111709,0.001997,0.025022,0.000871,0.005283\ntm6IAAvD3QMHAA,0.738,0.158,-0.003,0.043,0.001,\n")
	s := must.Get(evalbench.LoadSet(good, board.Backgammon, 0.05))(t)
	if s.Name != "good" || len(s.Rows) != 2 || s.Rows[0].EquityError != 0.005283 || !math.IsNaN(float64(s.Rows[1].EquityError)) || s.Rows[1].Probabilities[engine.WinBackgammon] != 0 {
		t.Errorf("%+v", s)
	}
	for _, c := range []struct{ path, want string }{
		{good, "win_backgammon"},
		{filepath.Join(dir, "none.csv"), "none.csv"},
		{write("empty.csv", header), "no labelled position"},
		{write("text", "hello"), "text"},
	} {
		must.Fail(t, must.Err(evalbench.LoadSet(c.path, board.Backgammon, 0)), c.want, c.path)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Evaluate(ctx, []engine.Evaluator{enginetest.RandomStatic(t, 8, 5)}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// gnubg's nets at 0 plies have no errors against gnubg's own labels, except for
// rounding.
func TestGnubgsLabels(t *testing.T) {
	static := enginetest.GnubgStatic(t)
	s := must.Get(evalbench.LoadSet("../engine/testdata/0ply-selfplay.csv", board.Backgammon, 0))(t)
	m := evalbench.MeasureValues(s.Rows, ask(t, s, static, 2))
	if m.RMSE.Center > 1e-4 { // labels have six decimals, gnubg's databases of endings sixteen bits
		t.Errorf("%+v, want an error below 0.0001", m)
	}
}
