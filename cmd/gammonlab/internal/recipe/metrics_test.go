package recipe

import (
	"fmt"
	"math"
	"testing"

	"gammonlab/internal/parquettable"
	"gammonlab/recipe"
)

// A column has the narrowest type that all its values have without loss; what is not given is null.
func TestTyped(t *testing.T) {
	for _, c := range []struct {
		texts []string
		want  string
	}{
		{[]string{"true", "", "false"}, "true as 2 [1 NaN 0]"},
		{[]string{"1", "true"}, "text"},
		{[]string{"10", "-3", ""}, "true as 1 [10 -3 NaN]"},
		{[]string{"9007199254740992"}, "true as 1 [9.007199254740992e+15]"},
		{[]string{"9007199254740993"}, "text"},
		{[]string{"18446744073709551615"}, "text"},
		{[]string{"0.1", "1"}, "true as 0 [0.1 1]"},
		{[]string{"exp:0.1:0.01", "0.1"}, "text"},
		{[]string{"NaN"}, "text"},
		{[]string{"", ""}, "true as 2 [NaN NaN]"},
	} {
		column := typed("settings.td.x", c.texts)
		got := "text"
		if column.Texts == nil {
			got = fmt.Sprintf("%v as %d %v", len(column.Numbers) == len(c.texts), column.As, column.Numbers)
		} else if !column.Optional || len(column.Texts) != len(c.texts) {
			t.Errorf("%q: %+v", c.texts, column)
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.texts, got, c.want)
		}
	}
}

// Work has the settings of all work that it needs, unless it needs several values, without the
// paths of outputs.
func TestSettingsOf(t *testing.T) {
	one, two := &recipe.Work{Step: &recipe.Step{Name: "net"}}, &recipe.Work{Step: &recipe.Step{Name: "net"}}
	known := map[*recipe.Work]map[string]string{
		one: {"settings.net.rate": "1", "settings.net.hidden": "4", "settings.games.games": "9"},
		two: {"settings.net.rate": "2", "settings.net.hidden": "4"},
	}
	const digest = "0123456789abcdef0123"
	w := &recipe.Work{Step: &recipe.Step{Name: "match"}, Needs: []*recipe.Work{one, two}}
	record := &recipe.Record{Inputs: map[string]string{digest: "net"}, Settings: map[string]any{
		"a": "net:" + digest[:16] + "/run/model.safetensors", "games": "100", "part": []any{"race", "contact"},
	}}
	got := fmt.Sprint(settingsOf(w, record, known))
	if want := "map[settings.games.games:9 settings.match.games:100 settings.match.part:race,contact settings.net.hidden:4]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Columns of numbers that should be whole, and are not, keep their decimals.
func TestNumbers(t *testing.T) {
	m := &metrics{rows: []metricsRow{{numbers: map[string]float64{"epoch": 1}}, {}, {numbers: map[string]float64{"epoch": 1.5}}}}
	if c := m.numbers("epoch", parquettable.Whole); c.As != parquettable.Number || c.Numbers[0] != 1 || !math.IsNaN(c.Numbers[1]) || c.Numbers[2] != 1.5 {
		t.Errorf("%+v", c)
	}
}
