package upkeep_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/upkeep"
	"gammonlab/internal/must"
)

// A summary is compared with figures computed from the rows.
func TestSummarize(t *testing.T) {
	rows := datasetstest.Rows(3000, board.Backgammon, 13)
	for i := range rows {
		rows[i].Source = fmt.Sprintf("game %d", i*i%1500)
	}
	f := must.Get(datasets.Open(datasetstest.Write(t, datasets.Meta{}, rows)))(t)
	defer f.Close()
	read := 0
	s, err := upkeep.Summarize(t.Context(), f, func(n int) { read += n })
	if err != nil || s.Rows != 3000 || read != 3000 {
		t.Fatalf("%d rows, progress %d, %v", s.Rows, read, err)
	}
	counted := int64(0)
	for _, g := range s.Groups {
		var errors, equities []float64
		n, trials := int64(0), int64(0)
		for _, r := range rows {
			if r.Class != g.Class || r.Method != g.Method {
				continue
			}
			if n++; r.Method == datasets.Unlabelled {
				continue
			}
			trials += int64(r.Trials)
			equities = append(equities, float64(r.Probabilities.Equity()))
			if r.EquityError >= 0 {
				errors = append(errors, float64(r.EquityError))
			}
		}
		counted += n
		if g.Rows != n || g.Trials != trials || g.Errors.N != int64(len(errors)) || g.Equity.N != int64(len(equities)) {
			t.Errorf("%v by %v: %d rows, %d trials, %d errors, want %d, %d, %d", g.Class, g.Method, g.Rows, g.Trials, g.Errors.N, n, trials, len(errors))
		}
		if len(errors) == 0 {
			continue
		}
		slices.Sort(errors)
		for _, q := range []float64{0, 0.5, 0.9, 1} {
			want := errors[max(int(math.Ceil(q*float64(len(errors))))-1, 0)]
			if got := g.Errors.Quantile(q); math.Abs(got-want) > 0.001*want {
				t.Errorf("%v by %v: quantile %v is %v, want %v", g.Class, g.Method, q, got, want)
			}
		}
		if got, want := g.Errors.Mean(), mean(errors); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v by %v: mean error %v, want %v", g.Class, g.Method, got, want)
		}
		if got, want := g.Equity.Mean(), mean(equities); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v by %v: mean equity %v, want %v", g.Class, g.Method, got, want)
		}
		bins := int64(0)
		for i, got := range g.Equity.Bins {
			want := int64(0)
			for _, e := range equities {
				if e >= g.Equity.Edge(i) && e < g.Equity.Edge(i+1) || e == 3 && i == upkeep.HistogramBins-1 {
					want++
				}
			}
			if bins += got; got-want < -1 || got-want > 1 { // on an edge, rounding decides
				t.Errorf("%v by %v: %d equities in bin %d, want %d", g.Class, g.Method, got, i, want)
			}
		}
		if bins != g.Equity.N {
			t.Errorf("%v by %v: %d equities in bins, want %d", g.Class, g.Method, bins, g.Equity.N)
		}
	}
	if counted != s.Rows {
		t.Errorf("groups have %d rows, want %d", counted, s.Rows)
	}
	sources := s.Sources.Counts()
	n := s.Sources.Others
	for i, c := range sources {
		if n += c.Rows; i > 0 && c.Rows > sources[i-1].Rows {
			t.Errorf("source %d is more frequent than the one before", i)
		}
	}
	if n != s.Rows {
		t.Errorf("sources of %d rows, want %d", n, s.Rows)
	}
}

func mean(figures []float64) float64 {
	sum := 0.0
	for _, x := range figures {
		sum += x
	}
	return sum / float64(len(figures))
}

// The number of counted texts is limited, and the summary states this.
func TestSummarizeManySources(t *testing.T) {
	rows := datasetstest.Rows(1200, board.Backgammon, 14)
	for i := range rows {
		rows[i].Source = fmt.Sprint(i)
	}
	f := must.Get(datasets.Open(datasetstest.Write(t, datasets.Meta{}, rows)))(t)
	defer f.Close()
	s, err := upkeep.Summarize(t.Context(), f, ignore)
	if err != nil || len(s.Sources.Counts()) != 1000 || s.Sources.Others != 200 {
		t.Errorf("%d sources and %d others, %v", len(s.Sources.Counts()), s.Sources.Others, err)
	}
}
