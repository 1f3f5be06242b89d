package engine

import (
	"sync"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
)

// Stragglers are the loser's checkers in the winner's home board; if they do
// not leave in time, the game is a backgammon. A table has the numbers of turns
// for up to maxStragglers of them.
const (
	maxStragglers  = 6
	stragglerTurns = 5  // the table distinguishes 1 to 4 turns, and 5 or more
	firstStraggler = 19 // a checker on this point leaves with one pip
	stragglerDepth = 5  // points 19 to 23; a checker on 24 would have contact
)

// stragglers has the number of stragglers by the pips that each needs, less
// one.
type stragglers [stragglerDepth]uint8

// leaving has the probabilities that all have left after exactly 1, 2, 3, 4 and
// at least 5 turns.
type leaving [stragglerTurns]float32

// stragglerTable returns the distributions of all sets of up to maxStragglers,
// by their rank in stragglerIndex.
var stragglerTable = sync.OnceValue(func() []leaving {
	t := make([]leaving, stragglerIndex.Len())
	all := stragglerSolver{}
	for rank := range t {
		var k stragglers
		stragglerIndex.Unrank(rank, k[:])
		chances := all.solve(k).chances
		rest := 1.0
		for i := range stragglerTurns - 1 {
			t[rank][i] = float32(chances[i+1])
			rest -= chances[i+1]
		}
		t[rank][stragglerTurns-1] = float32(rest)
	}
	return t
})

var stragglerIndex = bearoff.NewIndex(stragglerDepth, maxStragglers)

// stragglerSolver caches the solved cases. A side minimizes the expected number
// of turns. Each die moves one straggler, which has left when it needs no more
// pips, and all dice are played while there are stragglers.
type stragglerSolver map[stragglers]*stragglerCase

type stragglerCase struct {
	expected float64              // turns
	chances  [maxPips + 1]float64 // by number of turns
}

// maxPips bounds the number of turns: each turn uses at least one pip.
const maxPips = maxStragglers * stragglerDepth

func (all stragglerSolver) solve(k stragglers) *stragglerCase {
	if c := all[k]; c != nil {
		return c
	}
	c := new(stragglerCase)
	all[k] = c
	if k == (stragglers{}) {
		c.chances[0] = 1
		return c
	}
	for _, roll := range board.Rolls {
		best := all.best(k, roll)
		chance := float64(roll.Ways()) / 36
		c.expected += chance * (1 + best.expected)
		for turns := range maxPips {
			c.chances[turns+1] += chance * best.chances[turns]
		}
	}
	return c
}

// best returns the case after the best play of the roll.
func (all stragglerSolver) best(k stragglers, roll board.Roll) *stragglerCase {
	dice := roll[:]
	if roll.Double() {
		dice = []uint8{roll[0], roll[0], roll[0], roll[0]}
	}
	var best *stragglerCase
	all.play(k, dice, &best)
	return best
}

// play tries every straggler for the first die and continues with the other
// dice. The order of the dice does not affect which cases can be reached.
func (all stragglerSolver) play(k stragglers, dice []uint8, best **stragglerCase) {
	if len(dice) == 0 || k == (stragglers{}) {
		if c := all.solve(k); *best == nil || c.expected < (*best).expected {
			*best = c
		}
		return
	}
	for i, n := range k {
		if n == 0 {
			continue
		}
		next := k
		next[i]--
		if left := i - int(dice[0]); left >= 0 {
			next[left]++
		}
		all.play(next, dice[1:], best)
	}
}
