package recipe

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/recipe"
)

// A line has the nets of one recipe and one first net that have played against the opponent, in the order of their
// core-hours, each with its most precise match.
func TestStrengthCurve(t *testing.T) {
	gnubg := func(meq, margin float64) recipe.Match {
		return recipe.Match{Against: "net:gnubg.wd", Opponent: recipe.GNUBG, MEq: meq, Margin: margin}
	}
	other := recipe.Match{Against: "pubeval", MEq: 500, Margin: 9}
	nets := []recipe.Net{
		{Recipe: "a", SoFar: 1, Matches: []recipe.Match{gnubg(-5, 8), gnubg(-4, 2), other}, Children: []recipe.Net{
			{Recipe: "a", SoFar: 0.5, Matches: []recipe.Match{gnubg(-20, 3)}}, {Recipe: "a", SoFar: 2}, {Recipe: "b", SoFar: 2, Matches: []recipe.Match{other}},
		}},
		{Recipe: "b", SoFar: 3, Matches: []recipe.Match{gnubg(7, 1)}},
		{Recipe: "a", SoFar: 4, Matches: []recipe.Match{gnubg(8, 1)}}, // of another seed
	}
	for against, want := range map[string]string{
		"":        "a [0.5 1] [-20 -4] [-23 -6] [-17 -2]; b [3] [7] [6] [8]; a (2) [4] [8] [7] [9]; ",
		"pubeval": "a [1] [500] [491] [509]; b [2] [500] [491] [509]; ",
	} {
		curve := must.Get(strengthCurve(nets, against))(t)
		got := ""
		for _, s := range curve.Series {
			got += fmt.Sprint(s.Name, " ", s.X, " ", s.Y, " ", s.Lo, " ", s.Hi, "; ")
		}
		if got != want {
			t.Errorf("against %q: got %s, want %s", against, got, want)
		}
	}
	must.Fail(t, must.Err(strengthCurve([]recipe.Net{{}}, "")), "no net has played a match")
}

func TestReadPoints(t *testing.T) {
	file := filepath.Join(t.TempDir(), "points.csv")
	read := func(text string) (string, error) {
		must.OK(t, os.WriteFile(file, []byte(text), 0o666))
		lines, err := readPoints(file)
		return fmt.Sprint(lines), err
	}
	const head = "name,core_hours,meq,margin\n"
	got := must.Get(read(head + "# from a page\nother,20,3.5,1\nother,2,-4,2\n"))(t)
	if want := "[{other [2 20] [-4 3.5] [-6 2.5] [-2 4.5] [] false}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for text, want := range map[string]string{
		"":                          `the first line is "", want "name,core_hours,meq,margin"`,
		"a,b\n":                     `the first line is "a,b"`,
		head:                        "has no points",
		head + "a,1,2\n":            "line 2: wrong number of fields",
		head + "a,1,2,3\nb,0,1,1\n": `points.csv:3: core_hours is "0", want a number above 0`,
		head + "b,1,NaN,1\n":        `points.csv:2: meq is "NaN", want a number`,
		head + "b,1,1,-1\n":         `points.csv:2: margin is "-1", want a number from 0 up`,
	} {
		_, err := read(text)
		must.Fail(t, err, want, text)
	}
}
