package svg_test

import (
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/board/svg"
)

var update = flag.Bool("update", false, "write the drawings in testdata again")

// sample is a board of the tests.
func sample(t *testing.T, xgid string) svg.Board {
	t.Helper()
	x, err := board.ParseXGID(xgid, board.Backgammon)
	if err != nil {
		t.Fatal(err)
	}
	return svg.Board{Board: picture.Board{Position: x.Position, Match: x.Match, Names: [2]string{"Ann", "Bob & <Co>"}}}
}

// samples are the drawings that are kept in testdata.
func samples(t *testing.T) map[string]svg.Board {
	start := sample(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")
	double := sample(t, "XGID=aB-BBCBa-----B---B-ba-ecb-:1:1:1:D:2:4:0:9:10")
	fromO := sample(t, "XGID=-FF-----------------------:0:0:1:00:0:0:1:0:10")
	fromO.Position = bearoff()
	fromO.FromO, fromO.Bare, fromO.Class = true, true, "small"
	setUp := sample(t, "XGID=-b-B--E-C---eC---c-e----B-:1:-1:1:31:0:0:0:7:10")
	setUp.Parts = &svg.Parts{ID: "set-up", SetUp: true, Focus: "13", Picks: map[string]bool{"24": true, "13": false}}
	left := fromO
	left.Left, left.FromO = true, false
	return map[string]svg.Board{"left": left, "start": start, "double": double, "bearoff": fromO, "setup": setUp}
}

// bearoff has a stack of more than five, checkers off and one on the bar.
func bearoff() board.Position {
	return board.Position{
		Own: board.Side{board.Off: 3, 1: 7, 2: 5},
		Opp: board.Side{board.Off: 12, board.Bar: 1, 1: 2},
	}
}

func TestDrawings(t *testing.T) {
	for name, b := range samples(t) {
		t.Run(name, func(t *testing.T) {
			got, path := b.String(), filepath.Join("testdata", name+".svg")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the drawing differs from %s; look at it and run the test with -update\n%s", path, got)
			}
		})
	}
}

// TestDraw draws pictures that are not boards of a page.
func TestDraw(t *testing.T) {
	b := sample(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")
	if got := svg.Draw(b.Board, false); got != b.String() {
		t.Errorf("the same board is drawn as\n%s", got)
	}
	m := picture.Map{Words: "mean < 0"}
	m.Cells[2][4] = picture.Cell{Value: "+0.100", Play: "bar/21", Heat: 1}
	got := svg.Draw(m, true)
	if err := xml.Unmarshal([]byte(got), new(struct{})); err != nil {
		t.Error(err)
	}
	for _, want := range []string{`class="bgb-h8"`, `>+0.100</text>`, "mean &lt; 0", `aria-label="Map of all throws.`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if n := strings.Count(got, `class="bgb-h4"`); n != 35 || strings.Contains(got, "<style>") {
		t.Errorf("%d cells in the middle, want 35, without a style in\n%s", n, got)
	}
}

// TestNoCube draws a board without the cube, which is the only text 64.
func TestNoCube(t *testing.T) {
	b := sample(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")
	with := b.String()
	b.NoCube = true
	if without := b.String(); !strings.Contains(with, ">64<") || strings.Contains(without, ">64<") {
		t.Errorf("with a cube\n%s\nwithout\n%s", with, without)
	}
}

// TestDrawingsAreXML parses the drawings and counts the checkers.
func TestDrawingsAreXML(t *testing.T) {
	for name, b := range samples(t) {
		text := b.String()
		d := xml.NewDecoder(strings.NewReader(text))
		var err error
		for err == nil {
			_, err = d.Token()
		}
		if err != io.EOF {
			t.Errorf("%s: %v", name, err)
		}
		want := 2 // one before each name
		for _, side := range []board.Side{b.Position.Own, b.Position.Opp} {
			for place, n := range side {
				switch place {
				case board.Off:
				case board.Bar:
					want += min(int(n), 4)
				default:
					want += min(int(n), 5)
				}
			}
		}
		if got := len(regexp.MustCompile(`<circle class="bgb-[xo]"`).FindAllString(text, -1)); got != want {
			t.Errorf("%s: %d checkers, want %d", name, got, want)
		}
	}
}

// TestOtherSide exchanges the sides: the drawing for X at the bottom is that
// for O at the bottom with exchanged colours.
func TestOtherSide(t *testing.T) {
	b := sample(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:3:0:7:10")
	other := b
	other.FromO, other.Match.Roller, other.Match.Turn = true, board.PlayerO, board.PlayerO
	other.Names = [2]string{b.Names[1], b.Names[0]}
	label := regexp.MustCompile(`aria-label="[^"]*"`)
	got := strings.NewReplacer(`bgb-x"`, `bgb-o"`, `bgb-o"`, `bgb-x"`, `bgb-xi`, `bgb-oi`, `bgb-oi`, `bgb-xi`, `bgb-xr`, `bgb-or`, `bgb-or`, `bgb-xr`).Replace(other.String())
	got = label.ReplaceAllString(got, "")
	cube := regexp.MustCompile(`<rect .*\n.*>64</text>\n`)
	got = cube.ReplaceAllString(got, "")
	want := cube.ReplaceAllString(label.ReplaceAllString(b.String(), ""), "")
	_, got, _ = strings.Cut(got, "</style>")
	_, want, _ = strings.Cut(want, "</style>")
	dots := regexp.MustCompile(`(?m)^<path class="bgb-dot".*\n`) // light checkers alone have them
	if dots.ReplaceAllString(got, "") != dots.ReplaceAllString(want, "") {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Long names leave room for the score.
func TestLongNames(t *testing.T) {
	b := sample(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:3:0:7:10")
	b.Names = [2]string{strings.Repeat("<ö>", 20), strings.Repeat("n", 28)}
	text := b.String()
	if !strings.Contains(text, strings.Repeat("&lt;ö&gt;", 9)+"…</text>") || !strings.Contains(text, strings.Repeat("n", 28)+"</text>") {
		t.Errorf("names are not cut to 28 letters:\n%s", text)
	}
}

// A board whose players bear off to the left is the mirror image of the usual one:
// the distance of each part and each circle from the right equals its usual distance
// from the left, and the checkers are within the same parts.
func TestLeft(t *testing.T) {
	rect := regexp.MustCompile(`data-place="([^"]*)".*<rect x="(\d+)" y="(\d+)" width="(\d+)"`)
	circle := regexp.MustCompile(`<circle class="bgb-([xo])" cx="(\d+)" cy="(\d+)" r="17"`)
	number := regexp.MustCompile(`<text x="(\d+)" y="(\d+)">(\d+)</text>`)
	viewBox := regexp.MustCompile(`viewBox="0 0 (\d+) `)
	n := func(text string) int {
		v, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for name, b := range samples(t) {
		b.Parts = &svg.Parts{ID: "p", SetUp: true}
		b.Left = false
		wide := n(viewBox.FindStringSubmatch(b.String())[1])
		found := func(left bool) map[string]int {
			all := map[string]int{}
			b.Left = left
			text := b.String()
			at := func(x, w int) int {
				if left {
					return wide - x - w
				}
				return x
			}
			for _, m := range rect.FindAllStringSubmatch(text, -1) {
				if x := at(n(m[2]), n(m[4])); m[1] != svg.FirstDie && m[1] != svg.SecondDie { // which change places
					all[fmt.Sprint(m[1], " at ", x, " ", m[3])]++
				}
			}
			for _, m := range circle.FindAllStringSubmatch(text, -1) {
				all[fmt.Sprint(m[1], " at ", at(n(m[2]), 0), " ", m[3])]++
			}
			for _, m := range number.FindAllStringSubmatch(text, -1) {
				all[fmt.Sprint(m[3], " at ", at(n(m[1]), 0), " ", m[2])]++
			}
			return all
		}
		right, left := found(false), found(true)
		if len(right) < 50 || !maps.Equal(right, left) {
			t.Errorf("%s: mirrored it has %v, want %v", name, left, right)
		}
	}
}

// TestTurnedNumbers checks that only the numbers of the points change to those
// of the other player.
func TestTurnedNumbers(t *testing.T) {
	b := sample(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:3:0:7:10")
	other := b
	other.FromTop = true
	number := regexp.MustCompile(`(<text x="\d+" y="\d+">)(\d+)(</text>)`)
	back := number.ReplaceAllStringFunc(other.String(), func(found string) string {
		parts := number.FindStringSubmatch(found)
		n, err := strconv.Atoi(parts[2])
		if err != nil || n < 1 || n > 24 {
			return found
		}
		return fmt.Sprint(parts[1], 25-n, parts[3])
	})
	if other.String() == b.String() || back != b.String() {
		t.Errorf("got\n%s\nwant\n%s", back, b.String())
	}
}

func ExampleBoard() {
	b := svg.Board{Board: picture.Board{
		Position: board.Backgammon.Start(),
		Match:    board.NewMatch(7),
		Names:    [2]string{board.PlayerO: "Ann", board.PlayerX: "Bob"},
	}}
	fmt.Println(strings.Count(b.String(), "<circle")) // 30 checkers with rings, and one before each name
	// Output: 62
}
