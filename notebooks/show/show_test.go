package show

import (
	"errors"
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

// Outside a notebook the display has no effect, but the picture is drawn.
func TestOutsideANotebook(t *testing.T) {
	start := board.Backgammon.Start()
	Board("the start", &start)
	Table([]string{"a"}, Row(1))
	Printf("%d\n", 1)
	Chart(Curve{Title: "t", Series: []Series{{Name: "s", X: []float64{0, 1}, Y: []float64{0, 1}}}})
	Chart(Bars{Title: "t", Series: []string{"s"}, Sections: []Section{{Rows: []Bar{{Name: "a", Values: []float64{1}}}}}})
}

// The side on roll is X, whose checkers are dark, and sits at the bottom.
func TestBoardOf(t *testing.T) {
	pos := board.Position{Own: board.Side{board.Off: 9, 3: 6}, Opp: board.Side{6: 14, board.Bar: 1}}
	view := boardOf(&pos).View()
	if view.Player(0) != board.PlayerX || view.Match.Roller != board.PlayerX {
		t.Errorf("%v sits at the bottom, %v is on roll", view.Player(0), view.Match.Roller)
	}
	for seat, side := range []*board.Side{&pos.Own, &pos.Opp} {
		for place, n := range side {
			if got := view.Checkers(seat, place); got != int(n) {
				t.Errorf("seat %d has %d checkers on %d, want %d", seat, got, place, n)
			}
		}
	}
}
