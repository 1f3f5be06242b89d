package board

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// drawing is the pattern of a board that gnubg has drawn.
var drawing = regexp.MustCompile(` GNU Backgammon  Position ID: (\S+)
                 Match ID   : (\S+)
.*     O: (\w+).*\n(?: .*\n|v.*\n|\^.*\n){11} \+.*     X: (\w+).*\n`)

var rolled = regexp.MustCompile(`Rolled (\d\d)`)

// diagramOf returns the diagram that gnubg has drawn. The match ID does not
// contain the order of the dice, so diagramOf takes the dice from the text.
func diagramOf(t *testing.T, m []string) Diagram {
	t.Helper()
	match, err := ParseMatchID(m[2])
	if err != nil {
		t.Fatal(err)
	}
	if r := rolled.FindStringSubmatch(m[0]); r != nil {
		if match.Dice, err = ParseRoll(r[1]); err != nil {
			t.Fatal(err)
		}
	}
	return Diagram{Position: parse(t, m[1]), Match: match, Names: [2]string{m[3], m[4]}}
}

// The goldens are the output of gnubg 1.07.001: boards.txt has five positions,
// gnubg-boards.txt every state of cube, dice, resignation and match that a
// board shows, for both players on roll.
func TestDiagramsAreThoseOfGnubg(t *testing.T) {
	for _, c := range []struct {
		file  string
		count int
	}{{"boards.txt", 5}, {"gnubg-boards.txt", 33}} {
		text, err := os.ReadFile("testdata/" + c.file)
		if err != nil {
			t.Fatal(err)
		}
		drawings := drawing.FindAllStringSubmatch(string(text), -1)
		if len(drawings) != c.count {
			t.Fatalf("%s: found %d drawings, want %d", c.file, len(drawings), c.count)
		}
		for _, m := range drawings {
			if got := diagramOf(t, m).String(); got != m[0] {
				t.Errorf("%s: got\n%swant\n%s", c.file, got, m[0])
			}
		}
	}
}

func TestDiagramWithoutIDs(t *testing.T) {
	d := Diagram{Position: Backgammon.Start(), Match: NewMatch(7), Names: [2]string{"Bob", "Ada"}}
	with := d.String()
	d.NoIDs = true
	_, want, _ := strings.Cut(with, "\n")
	_, want, _ = strings.Cut(want, "\n")
	if got := d.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestDiagramWithoutCube(t *testing.T) {
	for _, c := range []struct {
		match Match
		note  string // beside the bar
	}{
		{NewMatch(0), ""},
		{NewMatch(7), "7 points match"},
	} {
		d := Diagram{Position: Backgammon.Start(), Match: c.match, NoCube: true}
		if got, want := d.String(), "v|                  |BAR|                  |     "+c.note+"\n"; !strings.Contains(got, want) {
			t.Errorf("match to %d: got\n%swant a line %q", c.match.Length, got, want)
		}
	}
}
