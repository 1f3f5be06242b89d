package board_test

import (
	"testing"

	"gammonlab/board"
)

func TestKinds(t *testing.T) {
	for _, c := range []struct {
		pos  board.Position
		want []board.Kind
	}{
		{board.Backgammon.Start(), nil},
		{board.Position{Own: board.Side{24: 2, 22: 2, 6: 5, 8: 3, 13: 3}, Opp: board.Side{6: 5, 8: 3, 13: 5, 4: 2}}, []board.Kind{board.Backgame}},
		{board.Position{Own: board.Side{4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 13: 2}, Opp: board.Side{24: 1, 23: 1, 6: 5, 8: 3, 13: 5}}, []board.Kind{board.Prime}},
		{board.Position{Own: board.Side{4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 13: 2}, Opp: board.Side{24: 1, 6: 6, 8: 3, 13: 5}}, []board.Kind{board.Prime, board.Straggler}},
		{board.Position{Own: board.Side{board.Bar: 1, 24: 2, 21: 2, 6: 5, 13: 5}, Opp: board.Side{6: 5, 8: 3, 13: 5, 3: 2}}, []board.Kind{board.Backgame, board.Stuck}},
		{board.Position{Own: board.Side{board.Off: 10, board.Bar: 1, 2: 2, 1: 2}, Opp: board.Side{6: 5, 5: 5, 4: 5}}, []board.Kind{board.LateHit}},
		{board.Position{
			Own: board.Side{4: 2, 5: 2, 6: 2, 7: 2, 8: 2, 13: 3, 24: 2}, Opp: board.Side{4: 2, 5: 2, 6: 2, 7: 2, 8: 2, 13: 3, 24: 2},
		}, []board.Kind{board.Prime, board.PrimeVsPrime}},
		{board.Position{Own: board.Side{20: 2, 19: 3, 18: 10}, Opp: board.Side{4: 15}}, nil}, // a race
	} {
		var got, swapped []board.Kind
		for _, k := range board.Kinds() {
			other := c.pos.Swap()
			if k.Of(&c.pos) {
				got = append(got, k)
			}
			if k.Of(&other) {
				swapped = append(swapped, k)
			}
		}
		if len(got) != len(c.want) || len(swapped) != len(c.want) {
			t.Errorf("%s: %v and, swapped, %v, want %v", c.pos.ID(), got, swapped, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] || swapped[i] != c.want[i] {
				t.Errorf("%s: %v and, swapped, %v, want %v", c.pos.ID(), got, swapped, c.want)
			}
		}
	}
}
