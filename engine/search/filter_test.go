package search

import (
	"encoding/json"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

func TestKeep(t *testing.T) {
	contenders := func(equities ...float32) (plays []contender) {
		for i, e := range equities {
			plays = append(plays, contender{play: i, equity: e})
		}
		return plays
	}
	spread := contenders(0.5, 0.5, 0.45, 0.375, 0.25, -1)
	for _, c := range []struct {
		name  string
		level Level
		plays []contender
		want  int
	}{
		{"the best alone", Level{0, 1, 0}, spread, 1},
		{"plays equal to the best", Level{0, 8, 0}, spread, 2},
		{"on the threshold", Level{0, 8, 0.125}, spread, 4},
		{"below the threshold", Level{0, 8, 0.12}, spread, 3},
		{"no more than extra", Level{0, 3, 0.125}, spread, 3},
		{"accepted, however bad", Level{5, 0, 0}, spread, 5},
		{"extra after the accepted", Level{2, 1, 1}, spread, 3},
		{"extra counts from the end of the accepted", Level{2, 2, 0.06}, spread, 3},
		{"more accepted than plays", Level{9, 9, 9}, spread, 6},
		{"one play", Level{0, 8, 0.16}, contenders(-2), 1},
		{"huge numbers", Level{0, 1 << 62, 9}, spread, 6},
	} {
		if got := c.level.keep(c.plays); got != c.want {
			t.Errorf("%s: %v keeps %d plays, want %d", c.name, c.level, got, c.want)
		}
	}
}

// TestPresets compares all but quick with gnubg 1.07.001, level by level.
func TestPresets(t *testing.T) {
	for name, want := range map[string]string{
		"tiny":   "0/5/0.08 | 0/5/0.08 skip | 0/5/0.08 skip 0/2/0.02 | 0/5/0.08 skip 0/2/0.02 skip",
		"narrow": "0/8/0.12 | 0/8/0.12 skip | 0/8/0.12 skip 0/2/0.03 | 0/8/0.12 skip 0/2/0.03 skip",
		"quick":  "0/8/0.16 | 0/8/0.16 1/7/0.04 | 0/8/0.16 1/7/0.04 0/2/0.04 | 0/8/0.16 1/7/0.04 0/2/0.04 skip",
		"normal": "0/8/0.16 | 0/8/0.16 skip | 0/8/0.16 skip 0/2/0.04 | 0/8/0.16 skip 0/2/0.04 skip",
		"large":  "0/16/0.32 | 0/16/0.32 skip | 0/16/0.32 skip 0/4/0.08 | 0/16/0.32 skip 0/4/0.08 skip",
		"huge":   "0/20/0.44 | 0/20/0.44 skip | 0/20/0.44 skip 0/6/0.11 | 0/20/0.44 skip 0/6/0.11 skip",
		"all":    "skip | skip skip | skip skip skip | skip skip skip skip",
	} {
		f := must.Get(ParseFilter(name))(t)
		var rows []string
		for plies := 1; plies <= MaxPlies; plies++ {
			var levels []string
			for at := range plies {
				levels = append(levels, f.Level(plies, at).String())
			}
			rows = append(rows, strings.Join(levels, " "))
		}
		if got := strings.Join(rows, " | "); got != want || f.String() != name {
			t.Errorf("%s: %s, want %s", f, got, want)
		}
	}
	if len(Presets()) != 7 {
		t.Errorf("presets %v are not all tested", Presets())
	}
}

func TestParseFilter(t *testing.T) {
	f := must.Get(ParseFilter("3/2/0.25:skip:1/0/0"))(t)
	for at, want := range []Level{{3, 2, 0.25}, skip, {1, 0, 0}, skip} {
		if got := f.Level(4, at); got != want {
			t.Errorf("level %d is %v, want %v", at, got, want)
		}
	}
	if got := f.Level(1, 0); got != (Level{3, 2, 0.25}) {
		t.Errorf("level 0 of a search of 1 ply is %v", got)
	}
	var again Filter
	must.OK(t, json.Unmarshal(must.Get(json.Marshal(f))(t), &again))
	if again.String() != f.String() || again.Level(4, 2) != f.Level(4, 2) {
		t.Errorf("by JSON %v became %v", f, again)
	}
	for text, want := range map[string]string{
		"":                              `level 0: ""`,
		"Normal":                        `level 0: "Normal", want tiny,`,
		"0/8":                           "accept/extra/threshold",
		"0/8/0.16:x":                    `level 1: "x"`,
		"-1/0/0":                        "none of them negative",
		"0/x/0":                         "two whole numbers",
		"0/0/1":                         "no play is kept",
		"1/-1/0":                        "extra is -1",
		"1/0/-0.5":                      "threshold is -0.5",
		"1/0/NaN":                       "threshold is NaN",
		"skip:skip:skip:skip:skip":      "5 levels, want at most 4",
		"99999999999999999999/0/0:skip": "two whole numbers",
	} {
		must.Fail(t, must.Err(ParseFilter(text)), want, text)
	}
}

func FuzzParseFilter(f *testing.F) {
	for _, text := range append(Presets(), "0/8/0.16:skip:0/2/0.04", "1/0/1e-3", "4/4/Inf", "x:") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		filter, err := ParseFilter(text)
		if err != nil {
			return
		}
		again, err := ParseFilter(filter.String())
		if err != nil {
			t.Fatalf("%q is read as %q, which cannot be read: %v", text, filter, err)
		}
		for plies := range MaxPlies + 1 {
			for at := range plies {
				if got, want := again.Level(plies, at), filter.Level(plies, at); got != want {
					t.Errorf("%q: level %d of %d is %v, read again %v", text, at, plies, want, got)
				}
			}
		}
	})
}
