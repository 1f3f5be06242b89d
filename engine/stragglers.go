package engine

import (
	"sync"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
)

// Stragglers are the checkers of the losing side that have still to leave the
// winner's home board; those that do not in time lose a backgammon. A table
// holds how long that takes for up to maxStragglers of them.
const (
	maxStragglers  = 6
	stragglerTurns = 5  // the table tells 1 to 4 turns, and 5 for more
	firstStraggler = 19 // the point from which one pip is enough
	stragglerDepth = 5  // points 19 to 23; on 24 there would be contact
)

// stragglers counts them by the pips that each needs, less one.
type stragglers [stragglerDepth]uint8

// leaving holds the chances that all have left after exactly 1, 2, 3, 4 and at
// least 5 turns.
type leaving [stragglerTurns]float32

// stragglerTable returns the chances of every number of stragglers up to
// maxStragglers, by their rank in stragglerIndex.
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

// stragglerSolver remembers the solved cases. A side plays so that it expects
// the fewest turns; each die moves one straggler, which has left when it needs
// no pips any more, and all dice are played while there are stragglers.
type stragglerSolver map[stragglers]*stragglerCase

type stragglerCase struct {
	expected float64              // turns
	chances  [maxPips + 1]float64 // of exactly so many turns
}

// maxPips bounds the turns: a turn takes a pip or more.
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

// best returns the case that the best play of the roll leaves.
func (all stragglerSolver) best(k stragglers, roll board.Roll) *stragglerCase {
	dice := roll[:]
	if roll.Double() {
		dice = []uint8{roll[0], roll[0], roll[0], roll[0]}
	}
	var best *stragglerCase
	all.play(k, dice, &best)
	return best
}

// play tries every straggler for the first die and goes on with the others.
// The order of two dice makes no difference to what can be reached.
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
