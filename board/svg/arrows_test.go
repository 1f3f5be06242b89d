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

// Two plays are drawn from the position before them: the steps of the best one as arrows, those
// that only the other one has as wrong ones, each from a checker of its own.
func TestArrowsOfChoices(t *testing.T) {
	b := picture.Board{Position: board.Backgammon.Start(), Match: board.NewMatch(0), Choices: &picture.Choices{
		Best: []board.Step{{From: 13, To: 10}, {From: 24, To: 23}}, Made: []board.Step{{From: 13, To: 10}, {From: 13, To: 12}},
	}}
	text := svg.Board{Board: b}.String()
	if best, wrong := len(arrowPattern.FindAllString(text, -1)), strings.Count(text, `class="bgb-wrong"`); best != 2 || wrong != 1 {
		t.Errorf("%d arrows of the best play and %d of the other, want 2 and 1", best, wrong)
	}
	b.Choices = &picture.Choices{Best: []board.Step{{From: 6, To: 4}, {From: 6, To: 4}}}
	found := arrowPattern.FindAllStringSubmatch(svg.Board{Board: b}.String(), -1)
	if len(found) != 2 || found[0][2] == found[1][2] || found[0][4] == found[1][4] {
		t.Errorf("two checkers of a stack have the arrows %v", found)
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
