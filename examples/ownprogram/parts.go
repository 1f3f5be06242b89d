package main

import (
	"errors"
	"math"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/features"
	"gammonlab/nets/learn"
	"gammonlab/td"
)

// register gives the parts their names.
func register() error {
	return errors.Join(
		features.Register(features.Func("contacts4", 4, contacts)),
		player.Register("runner", func(string) (engine.Player, error) { return player.Func(runner), nil }),
		learn.RegisterLoss("absolute", absolute),
		learn.RegisterMethod("signs", learn.Optimizer{Step: signs}),
		td.RegisterTargets("results", results),
	)
}

// contacts sets four inputs: the rearmost checker of each side, and the checkers that each
// side has behind it.
func contacts(dst []float32, pos *board.Position) {
	own, opp := rear(&pos.Own), rear(&pos.Opp)
	dst[0], dst[1] = float32(own)/25, float32(opp)/25
	dst[2], dst[3] = behind(&pos.Own, opp), behind(&pos.Opp, own)
}

// rear returns the point of a side's rearmost checker, 0 if all are borne off.
func rear(s *board.Side) int {
	point := board.Bar
	for point > 0 && s[point] == 0 {
		point--
	}
	return point
}

// behind returns the share of a side's checkers that have yet to pass the other side's rearmost
// checker.
func behind(s *board.Side, other int) float32 {
	n := 0
	for point := 26 - other; point <= board.Bar; point++ {
		n += int(s[point])
	}
	return float32(n) / 15
}

// runner chooses the play after which its rearmost checker is farthest ahead.
func runner(_ *board.Position, _ board.Roll, plays []board.Play) int {
	best := 0
	for i := range plays {
		if rear(&plays[i].Result.Opp) < rear(&plays[best].Result.Opp) { // the opponent is on roll after the play
			best = i
		}
	}
	return best
}

// absolute is the sum of the errors of the outputs, whatever their sign.
func absolute(d, y, t []float32) float64 {
	sum := 0.0
	for k := range d {
		miss := float64(y[k] - t[k])
		sum += math.Abs(miss)
		d[k] = float32(math.Copysign(1, miss)) * y[k] * (1 - y[k])
	}
	return sum
}

// signs moves each parameter by the rate, against the sign of its gradient.
func signs(w, g []float32, _ [][]float32, rate float64, _ int64) {
	for i := range w {
		if g[i] != 0 {
			w[i] -= float32(math.Copysign(rate, float64(g[i])))
		}
	}
}

// results takes the result of the game as the target of each of its positions. Of a game that
// was cut short they are the evaluations after the plays.
func results(dst []engine.Probabilities, game *td.SelfPlay) {
	for i := range dst {
		r := game.Result // of the side that began
		if i%2 == 1 {
			r = -r
		}
		if dst[i] = game.Steps[i].Next; r != 0 {
			dst[i] = engine.Certain(r)
		}
	}
}
