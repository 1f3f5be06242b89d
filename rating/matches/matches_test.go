package matches

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/analysis"
	"gammonlab/internal/must"
	"gammonlab/rating"
)

// analysed is the JSON of a match to 7 between two players, of whom the first
// has made the given numbers of decisions, errors and deviations.
func analysed(names string, plays, cubes string) string {
	return fmt.Sprintf(`{"length": 7, "names": %s, "statistics": [
		{"plays": {%s}, "cube": {%s}}, {"plays": {"unforced": 1, "rate": {"cubeful_equity": 0.5}}}]}`, names, plays, cubes)
}

const (
	somePlays = `"unforced": 3, "rate": {"cubeful_equity": 0.2}, "deviation": 0.1`
	someCubes = `"close_or_actual": 2, "rate": {"cubeful_equity": 0.1}, "deviation": 0`
)

// TestPlayers adds up the errors of each player over matches of the same
// length.
func TestPlayers(t *testing.T) {
	text := analysed(`["Ann", "Bob"]`, somePlays, someCubes) + "\n" + analysed(`["Ann", "Eve"]`, somePlays, "") +
		analysed(`["Eve", "Eve"]`, "", "") + strings.Replace(analysed(`["Ann", "Bob"]`, somePlays, someCubes), "7", "5", 1)
	var ps Players
	must.OK(t, ps.Read("FILE", strings.NewReader(text)))
	var names []string
	for _, p := range ps {
		names = append(names, fmt.Sprintf("%s %d %d", p.Name, p.Length, p.Matches))
	}
	if got, want := strings.Join(names, ", "), "Ann 7 2, Bob 7 1, Eve 7 1, Eve (O) 7 1, Eve (X) 7 1, Ann 5 1, Bob 5 1"; got != want {
		t.Fatalf("players %q, want %q", got, want)
	}
	ann := ps[0]
	if want := math.Sqrt(0.04 / 5); ann.Plays.N != 6 || math.Abs(ann.Plays.Rate-0.2) > 1e-12 || math.Abs(*ann.Plays.Deviation-want) > 1e-12 {
		t.Errorf("plays %+v, want 6 of 0.2 with deviation %v", ann.Plays, want)
	}
	if ann.Cubes.N != 2 || ann.Cubes.Rate != 0.1 || *ann.Cubes.Deviation != 0 {
		t.Errorf("cubes %+v", ann.Cubes)
	}
	if bob := ps[1]; bob.Plays.N != 1 || bob.Plays.Deviation != nil || bob.Cubes != (rating.Errors{}) {
		t.Errorf("Bob %+v", bob)
	}
}

func TestReadMistakes(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", "analysis 1: it is empty"},
		{"hello", "analysis 1: "},
		{"{}", "no statistics"},
		{`{"length": 0, "statistics": [{}, {}]}`, "a money session"},
		{`{"length": -3, "statistics": [{}, {}]}`, "length is -3"},
		{`{"length": 3e9, "names": 1}`, "analysis 1: "},
		{analysed(`["", ""]`, `"unforced": -1, "rate": {}`, ""), "statistics[0].plays: -1 decisions"},
		{analysed(`["", ""]`, "", `"close_or_actual": 3, "rate": {"cubeful_equity": -0.1}`), "statistics[0].cube: an error of -0.1"},
		{analysed(`["", ""]`, `"unforced": 3, "rate": {}, "deviation": -1`, ""), "statistics[0].plays: a deviation of -1"},
		{analysed(`["a", "b"]`, "", "") + "{", "analysis 2: "},
	} {
		var ps Players
		err := ps.Read("FILE", strings.NewReader(tt.text))
		if err == nil || !strings.HasPrefix(err.Error(), "FILE: ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want FILE and %q", tt.text, err, tt.want)
		}
	}
}

// TestAnalysisIsRead checks that a report of package analysis, with ratings,
// can be read.
func TestAnalysisIsRead(t *testing.T) {
	report := &analysis.Report{Length: 5, Names: [2]string{"Ann", "Bob"}, Games: make([]analysis.Game, 1)}
	report.Games[0].Winner = board.Nobody
	s := &report.Statistics[1]
	s.Plays.Unforced, s.Plays.Rate, s.Plays.Deviation = 100, &analysis.Amount{Equity: 0.02}, new(0.03)
	s.Overall.LuckAdjusted = new(0.25)
	must.OK(t, Rate(report))
	text := must.Get(json.Marshal(report))(t)
	var ps Players
	must.OK(t, ps.Read("FILE", strings.NewReader(string(text))))
	bob := ps[1]
	e := rating.ByManual().Predict(bob.Length, bob.Plays, bob.Cubes)
	if f := s.Overall.FIBS; *f.Rating != e.Rating || *f.Interval != e.Margin || *f.PlayLoss != e.PlayLoss || f.CubeLoss != nil {
		t.Errorf("the report says %v ± %v, its JSON %v ± %v", *f.Rating, *f.Interval, e.Rating, e.Margin)
	}
	study := must.Get(rating.Default())(t)
	e = study.Predict(bob.Length, bob.Plays, bob.Cubes)
	if f := s.Overall.StudyFIBS; *f.Rating != e.Rating || *f.Interval != e.Margin || *f.PlayLoss != e.PlayLoss || f.CubeLoss != nil {
		t.Errorf("by the study the report says %v ± %v, its JSON %v ± %v", *f.Rating, *f.Interval, e.Rating, e.Margin)
	}
	for _, won := range []float64{-0.5, 0.5, 0.7} {
		s.Overall.LuckAdjusted = new(won)
		if err := Rate(report); err != nil || s.Overall.LuckFIBS != nil {
			t.Errorf("%v, a difference for a chance of %v to win", err, 0.5+won)
		}
	}
	s.Overall.LuckAdjusted = new(0.25)
	must.OK(t, Rate(report))
	if want := rating.Difference(0.75, 5); *s.Overall.LuckFIBS != want {
		t.Errorf("luck based difference %v, want %v", *s.Overall.LuckFIBS, want)
	}
	if f := report.Statistics[0].Overall.FIBS; f.Rating != nil || f.Interval != nil {
		t.Errorf("a rating of %v without any decision", *f.Rating)
	}
	s.Plays.Unforced, s.Plays.Rate, s.Plays.Deviation = 3, &analysis.Amount{}, new(0.0)
	must.OK(t, Rate(report))
	if f := s.Overall.FIBS; f.Rating != nil || f.PlayLoss != nil {
		t.Errorf("a rating of %v by three decisions without an error", *f.Rating)
	}
	session := &analysis.Report{}
	must.OK(t, Rate(session))
	if session.Statistics[0].Overall.FIBS != nil {
		t.Error("a money session has a rating")
	}
}

// TestLuckDifference takes figures of GNU Backgammon 1.07.001: a luck adjusted
// result of +23.32% in a match to 7 is a difference of 331.88.
func TestLuckDifference(t *testing.T) {
	for _, tt := range []struct{ win, want float64 }{
		{0.7331970, 331.88}, {0.2668030, -331.88}, {0.5, 0}, {0.9999999, 2100}, {1e-9, -2100},
	} {
		if got := *luckDifference(tt.win, 7); math.Abs(got-tt.want) > 0.01 {
			t.Errorf("luckDifference(%v, 7) = %v, want %v", tt.win, got, tt.want)
		}
	}
	for _, win := range []float64{-0.1, 0, 1, 1.1} {
		if got := luckDifference(win, 7); got != nil {
			t.Errorf("luckDifference(%v, 7) = %v, want none", win, *got)
		}
	}
}

func FuzzPlayers(f *testing.F) {
	for _, text := range []string{
		"", "{}", analysed(`["Ann", "Bob"]`, somePlays, someCubes), analysed(`["", ""]`, `"unforced": 1000000000`, ""),
		analysed(`["a", "b"]`, somePlays, "") + analysed(`["b", "a"]`, "", someCubes),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var ps Players
		if ps.Read("FILE", strings.NewReader(text)) != nil {
			return
		}
		if len(ps) == 0 {
			t.Fatalf("%s: no players", text)
		}
		for _, p := range ps {
			e := rating.ByManual().Predict(p.Length, p.Plays, p.Cubes)
			errorless := p.Plays.Rate == 0 && p.Cubes.Rate == 0
			if e.Rating-e.Rating != 0 || !(e.Margin >= 0) || math.IsInf(e.Margin, 0) && !errorless {
				t.Errorf("%s: %s has %v ± %v", text, p.Name, e.Rating, e.Margin)
			}
		}
	})
}
