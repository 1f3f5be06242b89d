package show

import (
	"bytes"
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
)

func TestTableHTML(t *testing.T) {
	got := tableHTML([]string{"net", "ppg"}, [][]any{Row("a<b", 0.5), Row("c")})
	want := `<table>
<tr><th style="text-align:left">net</th><th style="text-align:right">ppg</th></tr>
<tr><td style="text-align:left">a&lt;b</td><td style="text-align:right">0.5</td></tr>
<tr><td style="text-align:left">c</td></tr>
</table>`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSize(t *testing.T) {
	for value, want := range map[string]int{"": 100, "0": 100, "1": 7} {
		t.Setenv(QuickVariable, value)
		if got := Size(100, 7); got != want {
			t.Errorf("%s=%q: got %d, want %d", QuickVariable, value, got, want)
		}
	}
}

func TestScratch(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(scratchVariable, dir)
	path := Scratch("a", "b.txt")
	if want := filepath.Join(dir, "scratch", "a", "b.txt"); path != want {
		t.Errorf("got %s, want %s", path, want)
	}
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Error(err)
	}
}

func TestMustPanics(t *testing.T) {
	if got := Must(3, nil); got != 3 {
		t.Errorf("got %d, want 3", got)
	}
	defer func() {
		if err, ok := recover().(error); !ok || !strings.Contains(err.Error(), "no net") {
			t.Errorf("got %v, want the error", err)
		}
	}()
	Must(3, errors.New("no net"))
}

// What is shown outside a notebook goes nowhere, but is drawn.
func TestOutsideANotebook(t *testing.T) {
	start := board.Backgammon.Start()
	Board("the start", &start)
	Table([]string{"a"}, Row(1))
	Printf("%d\n", 1)
	Chart(Curve{Title: "t", Series: []Series{{Name: "s", X: []float64{0, 1}, Y: []float64{0, 1}}}})
	Chart(Bars{Title: "t", Series: []string{"s"}, Sections: []Section{{Rows: []Bar{{Name: "a", Values: []float64{1}}}}}})
}

// Checkers are counted by their pixels: none may be hidden behind what is drawn
// elsewhere.
func TestBoardShowsEveryChecker(t *testing.T) {
	places := []int{board.Off, 1, 6, 7, 12, 13, 18, 19, 24, board.Bar}
	shade := [3]uint32{0x2b, 0x2b, 0x33}
	size := func(pos board.Position) int {
		var b bytes.Buffer
		if err := encodeBoard(&b, &pos); err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(&b)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for y := range picture.Bounds().Dy() {
			for x := range picture.Bounds().Dx() {
				if r, g, b, _ := picture.At(x, y).RGBA(); [3]uint32{r >> 8, g >> 8, b >> 8} == shade {
					n++
				}
			}
		}
		return n
	}
	one := size(board.Position{Own: board.Side{3: 1}})
	for _, place := range places {
		pos := board.Position{}
		pos.Own[place] = 1
		if got := size(pos); got < one*9/10 || got > one*11/10 || one == 0 {
			t.Errorf("a checker on %d has %d pixels, want about %d", place, got, one)
		}
	}
	five := size(board.Position{Own: board.Side{3: 5}})
	if five < one*9/2 || five > one*11/2 {
		t.Errorf("five checkers have %d pixels, want about %d", five, 5*one)
	}
	shade = [3]uint32{0xff, 0xfd, 0xf6}
	for _, place := range places {
		pos := board.Position{}
		pos.Opp[place] = 1
		if got := size(pos); got < one*9/10 || got > one*11/10 {
			t.Errorf("the opponent's checker on %d has %d pixels, want about %d", place, got, one)
		}
	}
}
