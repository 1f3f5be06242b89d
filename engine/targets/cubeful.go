package targets

import (
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
)

// Cubeful computes cubeful values. It serves one goroutine.
type Cubeful struct {
	chooser *search.Chooser
	leaves  *cube.Leaves
	results []search.Child
	stakes  []*cube.Stakes // at which results are evaluated
	sums    []float64
	least   []float64
	best    [len(board.Rolls)][]board.Position // by the number of the stakes
}

// NewCubeful returns values with the plays of the chooser, and with the efficiency in the
// positions after them; nil is the model's, see [cube.EfficiencyOf]. Races have estimates at
// scores of matches, since targets are at too many scores to solve them at each.
func NewCubeful(chooser *search.Chooser, efficiency *cube.Efficiency) *Cubeful {
	if efficiency == nil {
		efficiency = cube.EfficiencyOf(chooser.Static())
	}
	estimated := *efficiency
	estimated.Estimated = true
	return &Cubeful{chooser: chooser, leaves: cube.NewLeaves(chooser.Static(), &estimated)}
}

// Ahead sets dst to the values of the last position that the chooser evaluated, at all stakes,
// to the player on roll, who does not double now: the mean over the 21 rolls of the value after
// the play that is best at these stakes, before which the opponent may double. The plays are
// those among which the chooser chose. The luck of dice has no part in it.
func (c *Cubeful) Ahead(dst []float64, stakes []*cube.Stakes) {
	c.stakes = c.stakes[:0]
	for _, st := range stakes {
		c.stakes = append(c.stakes, st.Swap(), st.Swap().Doubled())
	}
	c.sums = append(c.sums[:0], make([]float64, len(stakes))...)
	for _, roll := range board.Rolls {
		c.roll(roll, stakes)
		for k := range stakes {
			c.sums[k] += c.least[k] * float64(roll.Ways())
		}
	}
	for k, st := range stakes {
		dst[k] = st.Flip(c.sums[k] / 36)
	}
}

// roll finds the best plays of a roll, and sets c.least to the opponent's values after them.
func (c *Cubeful) roll(roll board.Roll, stakes []*cube.Stakes) {
	c.results = c.chooser.Results(c.results[:0], roll)
	if len(c.results) == 0 { // the roll cannot be played
		pos, p := c.chooser.After(roll)
		c.results = append(c.results, search.Child{Position: pos, Probabilities: p})
	}
	leaves := c.leaves.Of(len(c.results), func(i int) (*board.Position, *engine.Probabilities) {
		return &c.results[i].Position, &c.results[i].Probabilities
	}, c.stakes...)
	best := &c.best[roll.Index()]
	*best = slices.Grow((*best)[:0], len(stakes))[:len(stakes)]
	c.least = slices.Grow(c.least[:0], len(stakes))[:len(stakes)]
	for i := range leaves {
		for k, st := range stakes {
			if v := st.Swap().Value(&leaves[i]); i == 0 || v < c.least[k] {
				c.least[k], (*best)[k] = v, c.results[i].Position
			}
		}
	}
}

// static sets dst to the values of a position without look-ahead.
func (c *Cubeful) static(dst []float64, pos *board.Position, p *engine.Probabilities, stakes []*cube.Stakes) {
	leaves := c.leaves.Of(1, func(int) (*board.Position, *engine.Probabilities) { return pos, p }, stakes...)
	for k, st := range stakes {
		dst[k] = st.NoDouble(&leaves[0])
	}
}

// Target is the cubeful target of a position at stakes: its normalised equity for the player
// on roll, who does not double now.
type Target struct {
	Stakes *cube.Stakes
	Equity float64
}

// Targets appends the values of Ahead as targets.
func (c *Cubeful) Targets(dst []Target, stakes []*cube.Stakes) []Target {
	values := make([]float64, len(stakes))
	c.Ahead(values, stakes)
	for k, st := range stakes {
		dst = append(dst, Target{st, st.Equity(values[k])})
	}
	return dst
}
