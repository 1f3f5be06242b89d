package rollout

import (
	"math/bits"
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/internal/seed"
)

const (
	throws      = 36  // number of throws of two dice
	generations = 6   // number of consecutive rolls that are stratified jointly
	spreadTurns = 128 // turns with stratified dice
)

// dice are the rolls of a rollout, determined by seed, trial and turn. Those of
// the first 128 turns are stratified over the trials: of 36 trials from a
// multiple of 36 on, each of the 36 throws occurs once at each turn; of 36²
// trials from a multiple of 36² on, each pair of throws occurs once at the
// first two turns; and so on for six turns. They are safe for concurrent use.
type dice struct {
	seed    uint64
	plain   bool
	opening []uint8 // the trials of 36 whose first roll is not a double; nil if doubles are allowed
	order   [generations][spreadTurns][throws]uint8
}

// Streams of a rollout's seed.
const (
	orderStream = iota
	plainStream
)

// newDice returns the dice of a seed; plain dice are independent instead of
// stratified. The first roll of an opening is not a double.
func newDice(s uint64, plain, opening bool) *dice {
	d := &dice{seed: seed.Derive(s, plainStream), plain: plain}
	rng := rand.New(seed.Stream(s, orderStream))
	for i := range d.order {
		for t := i; t < spreadTurns; t++ {
			order := &d.order[i][t]
			for k := range order {
				order[k] = uint8(k)
			}
			rng.Shuffle(throws, func(a, b int) { order[a], order[b] = order[b], order[a] })
		}
	}
	if opening {
		for trial, throw := range d.order[0][0] {
			if !rollOf(int(throw)).Double() {
				d.opening = append(d.opening, uint8(trial))
			}
		}
	}
	return d
}

// Roll returns the roll of a trial at a turn, both counted from 0.
func (d *dice) Roll(trial, turn int) board.Roll {
	if d.plain || turn >= spreadTurns {
		return d.drawn(trial, turn)
	}
	if d.opening != nil { // trials whose first roll is a double are skipped
		n := len(d.opening)
		trial = trial/n*throws + int(d.opening[trial%n])
	}
	throw := 0
	for i := 0; i < generations && i <= turn; i++ {
		throw = int(d.order[i][turn][(trial+throw)%throws])
		trial /= throws
	}
	return rollOf(throw)
}

// drawn returns an independent roll.
func (d *dice) drawn(trial, turn int) board.Roll {
	own := seed.Derive(d.seed, uint64(trial))
	for item := uint64(turn); ; item += 1 << 32 {
		throw, _ := bits.Mul64(seed.Derive(own, item), throws)
		if roll := rollOf(int(throw)); turn > 0 || d.opening == nil || !roll.Double() {
			return roll
		}
	}
}

func rollOf(throw int) board.Roll { return board.Roll{uint8(throw/6 + 1), uint8(throw%6 + 1)} }
