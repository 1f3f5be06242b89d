package svg_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/board/svg"
)

var arrowPattern = regexp.MustCompile(`class="bgb-arrow"[^>]* d="M(\d+) (\d+)Q\d+ \d+ (\d+) (\d+)M`)

// Arrows lead from and to where the checkers of the player are drawn, on either side
// of the board, from the bar and into the tray.
func TestArrows(t *testing.T) {
	for _, c := range []struct {
		player board.Player
		step   board.Step
		want   [4]string // left or right half of the points, bar or tray, and upper or lower, from and to
	}{
		{board.PlayerX, board.Step{From: 24, To: 13}, [4]string{"right", "upper", "left", "upper"}},
		{board.PlayerX, board.Step{From: 8, To: 3}, [4]string{"left", "lower", "right", "lower"}},
		{board.PlayerX, board.Step{From: board.Bar, To: 20}, [4]string{"bar", "lower", "right", "upper"}},
		{board.PlayerX, board.Step{From: 6, To: board.Off}, [4]string{"right", "lower", "tray", "lower"}},
		{board.PlayerO, board.Step{From: 24, To: 13}, [4]string{"right", "lower", "left", "lower"}},
		{board.PlayerO, board.Step{From: board.Bar, To: 20}, [4]string{"bar", "upper", "right", "lower"}},
		{board.PlayerO, board.Step{From: 6, To: board.Off}, [4]string{"right", "upper", "tray", "upper"}},
	} {
		b := svg.Board{Board: picture.Board{Position: board.Backgammon.Start(), Match: board.NewMatch(0), Last: &picture.Last{Player: c.player, Steps: []board.Step{c.step}}}}
		found := arrowPattern.FindAllStringSubmatch(b.String(), -1)
		if len(found) != 1 {
			t.Fatalf("%+v: %d arrows, want 1", c, len(found))
		}
		var at [4]int
		for i := range at {
			fmt.Sscan(found[0][i+1], &at[i])
		}
		for i := range at {
			if got := where(i%2 == 0, at[i]); got != c.want[i] {
				t.Errorf("%v %v: arrow %v, coordinate %d is %s, want %s", c.player, c.step, at, i, got, c.want[i])
			}
		}
	}
	if strings.Contains(svg.Board{Board: picture.Board{Position: board.Backgammon.Start(), Match: board.NewMatch(0)}}.String(), `class="bgb-arrow"`) {
		t.Error("an arrow without a play")
	}
}

// where returns the part of the drawing that contains a coordinate.
func where(isX bool, at int) string {
	switch {
	case !isX && at < 44+200:
		return "upper"
	case !isX:
		return "lower"
	case at < 48+6*36:
		return "left"
	case at < 48+7*36:
		return "bar"
	case at < 48+13*36:
		return "right"
	}
	return "tray"
}
