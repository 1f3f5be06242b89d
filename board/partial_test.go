package board_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gammonlab/board"
)

// Plays that are made step by step, in any way, are the legal plays, and all of them
// can be made so.
func TestPartial(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	doubles := 0
	for _, v := range board.Variants() {
		pos := v.Start()
		for range 400 {
			roll := board.Rolls[rng.IntN(len(board.Rolls))]
			if rng.IntN(2) == 0 {
				roll[0], roll[1] = roll[1], roll[0]
			}
			plays := board.Plays(pos, roll)
			reached := map[board.Position]bool{}
			walk(t, pos, roll, nil, reached, map[board.Position]bool{})
			if len(plays) == 0 {
				plays = []board.Play{{Result: pos.Swap()}}
			} else if roll.Double() {
				doubles++
			}
			if len(reached) != len(plays) {
				t.Fatalf("%v of %s: %d results, want %d", roll, pos.ID(), len(reached), len(plays))
			}
			for _, p := range plays {
				if !reached[p.Result] {
					t.Fatalf("%v of %s: %s cannot be made", roll, pos.ID(), board.FormatPlay(pos, p))
				}
			}
			pos = plays[rng.IntN(len(plays))].Result
			if pos.Result() != 0 {
				pos = v.Start()
			}
		}
	}
	if doubles < 100 {
		t.Errorf("only %d doubles: the test looks in the wrong place", doubles)
	}
}

// walk continues with all possible steps and collects the results, from the
// opponent's point of view. Doubles need only one way to each board.
func walk(t *testing.T, pos board.Position, roll board.Roll, steps []board.Step, reached, seen map[board.Position]bool) {
	t.Helper()
	p := board.NewPartial(pos, roll)
	for _, s := range steps {
		if !p.Move(s.From, s.To) {
			t.Fatalf("%v of %s: %v cannot be moved after %v", roll, pos.ID(), s, steps)
		}
	}
	if here := p.Position(); roll.Double() {
		if seen[here] {
			return
		}
		seen[here] = true
	}
	next := p.Next()
	if len(next) == 0 {
		reached[p.Position().Swap()] = true
	}
	for _, s := range next {
		walk(t, pos, roll, append(slices.Clone(steps), s), reached, seen)
	}
}

func TestPartialMove(t *testing.T) {
	start := board.Backgammon.Start()
	for _, c := range []struct {
		roll board.Roll
		move [2]uint8
		want []board.Step // none if it cannot be
	}{
		{board.Roll{6, 5}, [2]uint8{24, 13}, []board.Step{{From: 24, To: 18}, {From: 18, To: 13}}},
		{board.Roll{5, 6}, [2]uint8{24, 18}, []board.Step{{From: 24, To: 18}}},
		{board.Roll{5, 6}, [2]uint8{24, 19}, nil}, // blocked
		{board.Roll{3, 3}, [2]uint8{24, 15}, []board.Step{{From: 24, To: 21}, {From: 21, To: 18}, {From: 18, To: 15}}},
		{board.Roll{3, 3}, [2]uint8{6, 0}, nil},
		{board.Roll{3, 1}, [2]uint8{8, 8}, nil},
		{board.Roll{3, 1}, [2]uint8{7, 6}, nil},
	} {
		p := board.NewPartial(start, c.roll)
		if ok := p.Move(c.move[0], c.move[1]); ok != (c.want != nil) || !slices.Equal(p.Steps(), c.want) {
			t.Errorf("%v %v: got %v %v, want %v", c.roll, c.move, ok, p.Steps(), c.want)
		}
	}
	// Either die can be played, not both: the larger one must be.
	only := board.Position{Own: board.Side{12: 1, board.Off: 14}, Opp: board.Side{board.Off: 13, board.Bar - 3: 2}}
	p := board.NewPartial(only, board.Roll{4, 5})
	if got := p.Next(); !slices.Equal(got, []board.Step{{From: 12, To: 7}}) || !p.Move(12, 7) || len(p.Next()) > 0 || !slices.Equal(p.Left(), []int{4}) {
		t.Errorf("got %v, then %v with %v left", got, p.Next(), p.Left())
	}
}
