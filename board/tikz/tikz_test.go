package tikz_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/board/svg"
	"gammonlab/board/tikz"
)

// sample is a board with everything that can be drawn.
func sample(t *testing.T) picture.Board {
	t.Helper()
	x, err := board.ParseXGID("XGID=aA---BDBC---c----c-e---AB-:1:-1:1:31:0:0:0:7:10", board.Backgammon)
	if err != nil {
		t.Fatal(err)
	}
	return picture.Board{
		Position: x.Position, Match: x.Match, Names: [2]string{"Ann", "Bob_#1 & <Co>"},
		Last: &picture.Last{Player: board.PlayerO, Steps: []board.Step{{From: 6, To: 3}}},
	}
}

// TestSameShapes compares the picture with the SVG of the same board: both have the
// same circles and texts at the same places.
func TestSameShapes(t *testing.T) {
	b := sample(t)
	text, other := tikz.Draw(b, 200), svg.Board{Board: b}.String()
	for _, c := range []struct{ what, here, there string }{
		{"checkers", `\((\d+),(\d+)\) circle\[radius=6\.028pt\]`, `<circle class="bgb-[xo]" cx="(\d+)" cy="(\d+)" r="17"`},
		{"texts", `\\node\[.*\] at \((\d+),(\d+)\)`, `<text .*?x="(\d+)" y="(\d+)"`},
		{"dice", `\((\d+),(\d+)\) rectangle \(\d+,261\)`, `x="(\d+)" y="(\d+)" width="34" height="34"`},
	} {
		places := func(pattern, text string) (all []string) {
			for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
				all = append(all, m[1]+","+m[2])
			}
			return all
		}
		here, there := places(c.here, text), places(c.there, other)
		if len(here) == 0 || strings.Join(here, " ") != strings.Join(there, " ") {
			t.Errorf("%s at %v, in SVG at %v", c.what, here, there)
		}
	}
	if !strings.Contains(text, `{Bob\_\#1 \& \textless{}Co\textgreater{}}`) || strings.Count(text, ".. controls") != 1 {
		t.Errorf("a name or the arrow is wrong:\n%s", text)
	}
}

// Every colour of a picture is defined.
func TestPreamble(t *testing.T) {
	defined := tikz.Preamble(&picture.Screen)
	used := regexp.MustCompile(`(?:fill|draw|text)=(bg\w+)`).FindAllStringSubmatch(tikz.Draw(sample(t), 200), -1)
	if len(used) == 0 {
		t.Fatal("no colours")
	}
	for _, m := range used {
		if !strings.Contains(defined, `\definecolor{`+m[1]+`}{HTML}{`) {
			t.Errorf("the colour %s is not defined", m[1])
		}
	}
}

// The hyphens of an ID are not changed into dashes.
func TestHyphens(t *testing.T) {
	if got := tikz.Escape("a-b--c---d – e"); got != "a-b-{}-c-{}-{}-d -- e" {
		t.Errorf("got %s", got)
	}
}

func ExampleEscape() {
	fmt.Println(tikz.Escape("50% of {Ann & Bob} – $2"))
	// Output: 50\% of \{Ann \& Bob\} -- \$2
}
