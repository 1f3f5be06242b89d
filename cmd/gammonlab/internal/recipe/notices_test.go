package recipe

import (
	"strings"
	"testing"

	"gammonlab/internal/result"
	"gammonlab/recipe"
	"gammonlab/recipe/contrast"
)

// Failed steps are named with their errors, few of many, and points that are not complete are counted.
func TestNotices(t *testing.T) {
	work := func(label string) *recipe.Work { return &recipe.Work{Label: label, Step: &recipe.Step{Name: "td"}} }
	a, b, c, d, e := work("a"), work("b"), work("c"), work("d"), work("e")
	p := &recipe.Plan{Works: []*recipe.Work{a, b, c, d, e}, Points: []*recipe.Point{
		{Works: []*recipe.Work{a, b}}, {Works: []*recipe.Work{c}}, {Works: []*recipe.Work{d, e}, Ended: "td.games 100: lost"},
	}}
	one := &recipe.Plan{Works: p.Works[:1], Points: p.Points[:1]}
	for _, c := range []struct {
		plan    *recipe.Plan
		missing map[*recipe.Work]string
		want    string
	}{
		{p, nil, ""},
		{p, map[*recipe.Work]string{b: ""}, "1 of 3 points is not complete; recipe run goes on."},
		{p, map[*recipe.Work]string{e: ""}, ""}, // halving has ended the point
		{p, map[*recipe.Work]string{a: "no disk", c: ""}, "The step a has failed: no disk|2 of 3 points are not complete; recipe run goes on."},
		{p, map[*recipe.Work]string{a: "1", b: "2", c: "3", d: "4", e: "5"}, "The step a has failed: 1|The step b has failed: 2|The step c has failed: 3|2 steps more have failed; recipe status lists them.|2 of 3 points are not complete; recipe run goes on."},
		{one, map[*recipe.Work]string{a: ""}, "The recipe is not complete; recipe run goes on with it."},
	} {
		if got := strings.Join(noticesOf(c.plan, c.missing), "|"); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// Unequal numbers of runs are said, with what the differences count.
func TestUnequal(t *testing.T) {
	for _, c := range []struct {
		how  string
		runs []int
		want string
	}{
		{contrast.Paired, []int{3, 3}, ""},
		{contrast.Paired, []int{5, 3, 4}, "The settings have between 3 and 5 runs. Differences are those in the 3 runs with seeds that all have, so they may differ from those of the means."},
		{contrast.Unpaired, []int{1, 2}, "The settings have between 1 and 2 runs. They share fewer than two seeds, so differences contain those between seeds."},
	} {
		var groups []group
		for _, n := range c.runs {
			groups = append(groups, group{Runs: n})
		}
		if got := unequal(&recipe.Answer{Comparison: contrast.Comparison{How: c.how, Blocks: 3}}, groups); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// A sweep without anything to compare says what it has measured.
func TestAlone(t *testing.T) {
	none := group{point: point{Results: map[string]float64{}}}
	some := group{point: point{Results: map[string]float64{"s.ppg": -0.1, "s.ppg_low": -0.85, "s.ppg_high": 0.65}, label: "td.rate=0.1"}, Runs: 2}
	for _, c := range []struct {
		groups []group
		want   string
	}{
		{[]group{none, none}, "No point has the result s.ppg yet."},
		{[]group{none, some}, "Nothing to compare: s.ppg is -100 ± 750 mEq in 2 runs of td.rate=0.1."},
		{[]group{some, some}, ""},
	} {
		s := &summary{Settings: []string{"td.rate"}, Groups: c.groups}
		s.show([]column{{"s.ppg", "s.ppg", result.Points}, {name: recipe.CoreHours}})
		if got := s.alone(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	if got := (&summary{Columns: []string{"s.ppg"}, Groups: []group{some}}).alone(); got != "" {
		t.Errorf("a recipe without a sweep says %s", got)
	}
}

// Lines have the places of their settings: numbers in their order, texts in that of the recipe from
// the top, many numbers on a scale.
func TestScaleOf(t *testing.T) {
	of := func(values ...string) (groups []group) {
		for _, v := range values {
			groups = append(groups, group{point: point{Values: map[string]string{"x": v}}})
		}
		return groups
	}
	for _, c := range []struct {
		values []string
		texts  string
		at     []float64
		log    bool
		ok     bool
	}{
		{[]string{"1", "1"}, "", nil, false, false},
		{[]string{"80", "9", "80"}, "9 80", []float64{1, 0, 1}, false, true},
		{[]string{"relu", "tanh"}, "tanh relu", []float64{1, 0}, false, true},
		{[]string{"cosine:0.004", "cosine:0.001"}, "cosine:0.001 cosine:0.004", []float64{1, 0}, false, true},
		{[]string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, "", []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}, false, true},
		{[]string{"1", "2", "3", "4", "5", "6", "7", "8", "90"}, "", []float64{1, 2, 3, 4, 5, 6, 7, 8, 90}, true, true},
	} {
		scale, at, ok := scaleOf("x", of(c.values...))
		if strings.Join(scale.Texts, " ") != c.texts || scale.Log != c.log || ok != c.ok || len(at) != len(c.at) {
			t.Errorf("%q: %+v at %v, %v", c.values, scale, at, ok)
			continue
		}
		for i := range at {
			if at[i] != c.at[i] {
				t.Errorf("%q: places %v, want %v", c.values, at, c.at)
			}
		}
	}
}
