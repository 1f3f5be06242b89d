package generate

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/bearofftest"
)

// Of each number of checkers, gnubg's makehyper prints how many records there
// are of each class.
func TestHyperClasses(t *testing.T) {
	boards := newHyperBoards(bearoff.NewIndex(hyperPoints, 1))
	var got [4]int
	for own := range boards {
		for opp := range boards {
			got[hyperClassOf(&boards[own], &boards[opp])]++
		}
	}
	want := [4]int{hyperIllegal: 24, hyperOver: 51, hyperRace: 276, hyperContact: 325}
	if got != want {
		t.Errorf("records of each class: %v, want %v", got, want)
	}
}

// The plays of the search lead to the positions to which those of package board
// lead.
func TestHyperSearchFindsAllPlays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for checkers := 1; checkers <= maxHyperCheckers; checkers++ {
		x := bearoff.NewIndex(hyperPoints, checkers)
		boards := newHyperBoards(x)
		s := hyperSearch{index: x}
		for range 150 {
			own, opp := randomPlayable(rng, boards)
			pos := bearofftest.HyperPosition(x, own, opp)
			for _, roll := range board.Rolls {
				got, want := map[board.Position]bool{}, map[board.Position]bool{}
				s.search(&boards[own].side, boards[opp].blocked, roll)
				for _, p := range s.plays {
					got[bearofftest.HyperPosition(x, int(boards[opp].afterLanding(p.landed)), p.rank)] = true
				}
				for _, p := range board.Plays(pos, roll) {
					want[p.Result] = true
				}
				if !maps.Equal(got, want) {
					t.Fatalf("%+v, roll %v: %d results, want %d: %v and %v", pos, roll, len(got), len(want), got, want)
				}
			}
		}
	}
}

// Plans hold the plays of the search, in its order, each result once.
func TestHyperPlansHoldTheSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x := bearoff.NewIndex(hyperPoints, 3)
	boards := newHyperBoards(x)
	s, planner := hyperSearch{index: x}, newHyperPlanner(x)
	for range 100 {
		own, opp := randomPlayable(rng, boards)
		plan, facing := planner.make(&boards[own].side), &boards[opp]
		for i, roll := range board.Rolls {
			var want []uint32
			seen := map[uint32]bool{}
			s.search(&boards[own].side, facing.blocked, roll)
			for _, p := range s.plays {
				at := uint32(p.rank*x.Len()) + facing.afterLanding(p.landed)
				if !seen[at] {
					want = append(want, at)
				}
				seen[at] = true
			}
			got := planned(plan, &plan.rolls[facing.blocked][i], facing, uint32(opp))
			if !slices.Equal(got, want) {
				t.Fatalf("side %d against %d, roll %v: records %v, want %v", own, opp, roll, got, want)
			}
		}
	}
}

// planned lists the records that the plays of a roll lead to, as step does.
func planned(plan *hyperPlan, roll *hyperRoll, facing *hyperBoard, opp uint32) (records []uint32) {
	if roll.reach&facing.blots == 0 {
		for _, row := range plan.quiet[roll.quiet:roll.quietTo] {
			records = append(records, row+opp)
		}
		return records
	}
	for _, play := range plan.full[roll.full:roll.fullTo] {
		if play.same[0]&facing.blots != 0 && play.same[1]&facing.blots != 0 {
			records = append(records, play.row+facing.afterLanding(play.landed))
		}
	}
	return records
}

// The links of a row contain every record that the row reads from itself, in
// ascending order: this is the order of a sweep by one worker.
func TestHyperLinks(t *testing.T) {
	x := bearoff.NewIndex(hyperPoints, 3)
	boards := newHyperBoards(x)
	sweep := newHyperSweep(&hyperTable{n: x.Len(), index: x, boards: boards}, 1)
	linked := make([]map[int]bool, x.Len())
	for own := range boards {
		sweep.links(own)
		linked[own] = map[int]bool{}
		for i, opp := range sweep.linked {
			if i > 0 && opp <= sweep.linked[i-1] {
				t.Fatalf("links of %d are not ascending: %v", own, sweep.linked)
			}
			linked[own][opp] = true
		}
	}
	for opp := range boards {
		for set, own := range boards[opp].hit {
			if !linked[own][opp] {
				t.Fatalf("side %d becomes %d after hits %03b, but is not linked to it", opp, own, set)
			}
		}
	}
}
