package iterate

import (
	"math"
	"path/filepath"
	"testing"

	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

// TestScore checks against the definition. Of a mean of 0.25 points, sums of
// squared deviations 0.125 and of 12 pairs, Student's quantile for 11 degrees of
// freedom is 2.2010 (any table).
func TestScore(t *testing.T) {
	pairs := Pairs{}
	pairs[0], pairs[6], pairs[7], pairs[8], pairs[12] = 1, 3, 4, 2, 2
	var s Score
	s.add(&Played{Pairs: pairs})
	var points []float64
	for i, n := range pairs {
		for range n {
			points = append(points, float64(i-6)/2)
		}
	}
	sum, squares := 0.0, 0.0
	for _, p := range points {
		sum += p
	}
	n := float64(len(points))
	for _, p := range points {
		squares += (p - sum/n) * (p - sum/n)
	}
	stderr := math.Sqrt(squares / (n - 1) / n)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"games", float64(s.Games), 24}, {"ppg", s.PPG, sum / n}, {"standard error", s.StdErr, stderr},
		{"low", s.Low, sum/n - 2.2010*stderr}, {"high", s.High, sum/n + 2.2010*stderr},
	} {
		if math.Abs(c.got-c.want) > 1e-4 {
			t.Errorf("%s is %v, want %v", c.name, c.got, c.want)
		}
	}
	// In two parts, it is the same.
	var half Score
	first := Pairs{0: 1, 8: 2, 12: 2}
	second := Pairs{6: 3, 7: 4}
	half.add(&Played{Pairs: first})
	half.add(&Played{Pairs: second})
	if half != s {
		t.Errorf("in two parts: %+v, want %+v", half, s)
	}
}

func TestPromotion(t *testing.T) {
	for _, test := range []struct {
		rule  Promote
		score *Score
		want  bool
	}{
		{Promote{Sigmas: 1.96}, &Score{Estimate: Estimate{PPG: 0.02, StdErr: 0.01}}, true},
		{Promote{Sigmas: 1.96}, &Score{Estimate: Estimate{PPG: 0.019, StdErr: 0.01}}, false},
		{Promote{Sigmas: 1.96}, &Score{Estimate: Estimate{PPG: -0.02, StdErr: 0.01}}, false},
		{Promote{}, &Score{Estimate: Estimate{PPG: 0.001, StdErr: 0.01}}, true},
		{Promote{}, &Score{Estimate: Estimate{PPG: 0, StdErr: 0.01}}, false},
		{Promote{}, &Score{}, false},
		{Promote{Always: true, Sigmas: 1.96}, &Score{Estimate: Estimate{PPG: -1, StdErr: 0.01}}, true},
		{Promote{Always: true}, nil, true},
	} {
		if got := test.rule.allows(test.score); got != test.want {
			t.Errorf("%+v, %+v: %v, want %v", test.rule, test.score, got, test.want)
		}
	}
}

// TestValues gives a model its own answers as truth, and the same half a
// hundredth of a win off, which is 10 mEq.
func TestValues(t *testing.T) {
	if testing.Short() {
		t.Skip("short: takes whole runs")
	}
	m := startModel(t)
	path := filepath.Join(t.TempDir(), "labelled.parquet")
	f := mustCreate(t, t.TempDir(), tinyConfig())
	mustRun(t, f, options(1))
	for _, off := range []float64{0, 0.005} {
		w, err := datasets.Create(path, datasets.Meta{Variant: m.Variant})
		must.OK(t, err)
		n := int64(0)
		_, err = eachRow(t.Context(), f.labelled(1), engine.NewStatic(m, nil), func(r *datasets.Row, answer *engine.Probabilities) {
			if answer[engine.Win] > 0.7 || answer[engine.Win] < 0.5 {
				return
			}
			n++
			r.Probabilities = *answer
			r.Probabilities[engine.Win] += float32(off)
			must.OK(t, w.Write(r))
		})
		must.OK(t, err)
		must.OK(t, w.Close())
		v := must.Get(valueOn(t.Context(), path, m))(t)
		want := 2000 * off
		if v.Positions != n || n < 10 || math.Abs(v.Equity-want) > 1e-3 || math.Abs(v.Mean-want) > 1e-3 || math.Abs(v.Bias+want) > 1e-3 {
			t.Errorf("%v off a win: %+v, want %v mEq over %d positions, at least 10", off, v, want, n)
		}
	}
}

// TestValuesOfText measures a model on text, and by class.
func TestValuesOfText(t *testing.T) {
	v := must.Get(valueOn(t.Context(), "../../../engine/testdata/0ply-selfplay.csv", startModel(t)))(t)
	for _, class := range []engine.Class{engine.Race, engine.Crashed, engine.Contact} {
		if e := v.Of(class); e == nil || *e < 10 {
			t.Errorf("the error on positions of class %v is %v, want one of a small net", class, e)
		}
	}
	if v.Positions < 1000 || v.Equity < max(v.Mean, math.Abs(v.Bias)) {
		t.Errorf("%+v, want 1000 positions or more and an error above its mean", v)
	}
}
