package fit

import (
	"strings"
	"testing"

	"gammonlab/engine/named"
	"gammonlab/internal/must"
	"gammonlab/rating/simulate"
)

// TestTogether: files of one net and judge are a study, others are drawn beside it.
func TestTogether(t *testing.T) {
	file := func(net string, judge int, seed uint64, pairs [][4]float32) *simulate.Study {
		s := &simulate.Study{Rows: drawn([]int{1, 3, 7}, pairs, 60)}
		s.Model, s.Judge, s.Seed = named.Model{Name: net}, judge, seed
		s.Grid.Pairs = make([]simulate.Pair, len(pairs))
		return s
	}
	figures := func(files ...*simulate.Study) (studies []*Study, byName map[string]Figure) {
		var reports []*Report
		studies = Studies(files)
		for _, s := range studies {
			r := must.Get(Fit(t.Context(), s.Rows(), Options{Bootstrap: 20, Confidence: 0.95}))(t)
			r.Caption = s.Caption(r)
			reports = append(reports, r)
		}
		byName = map[string]Figure{}
		for _, f := range Together(studies, reports) {
			byName[f.Name] = f
		}
		return studies, byName
	}
	studies, one := figures(file("default", 0, 1, partOne), file("default", 0, 2, partTwo))
	if want := " matches, seeds 1 and 2."; len(studies) != 1 || !strings.Contains(one["depd-3"].Caption(), "Net default at 0 plies, with noise; judge default at 0 plies; ") || !strings.HasSuffix(one["depd-3"].Caption(), want) {
		t.Errorf("%d studies, %q, want 1 and %q", len(studies), one["depd-3"].Caption(), want)
	}
	for _, tt := range []struct {
		other       *simulate.Study
		label, file string
	}{{file("fast", 0, 1, partTwo), "fast, ", "mixed-3-study-2"}, {file("default", 2, 1, partTwo), "judge default at 2 plies, ", "mixed-3-study-2"}} {
		_, both := figures(file("default", 0, 1, append(append([][4]float32{}, partOne...), partTwo...)), tt.other)
		slopes, manuals := 0, 0
		for _, s := range both["slope"].graph.Sets {
			if strings.HasPrefix(s.Name, manualLine) {
				manuals++
			}
			if strings.HasPrefix(s.Name, tt.label+"fit") && len(s.Lo) > 0 {
				slopes++
			}
		}
		if slopes != 2 || manuals != 1 || both[tt.file].Name == "" || strings.Count(both["slope"].Caption(), "Net ") != 2 {
			t.Errorf("%s: %d fits, want that and that in the manual's way; %d lines of the manual, caption %q", tt.label, slopes, manuals, both["slope"].Caption())
		}
	}
}
