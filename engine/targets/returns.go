package targets

import (
	"slices"

	"gammonlab/engine"
)

// Step is a position of a game of self-play with what the model says of it. All
// probabilities are for the player on roll.
type Step struct {
	Static engine.Probabilities // V: the model's evaluation of the position
	Exact  engine.Probabilities // E: its evaluation one ply ahead, the mean over all rolls

	// Explored says that the play made here was not the model's choice, so that
	// what follows does not bear on the value of the position.
	Explored bool

	// Lambda is λ of the position's return, 0 to 1: how far what later steps correct
	// counts here.
	Lambda float32
}

// Returns sets dst[t] to the luck-free λ-return of step t of a game, by the step's own
// λ:
//
//	G_T = E(s_T)
//	G_t = E(s_t) + λ·(swap(G_{t+1}) - swap(V(s_{t+1})))
//
// where swap changes the point of view, G_{t+1} is by the λ of step t too, and λ
// counts as 0 after an exploring play. So a return with λ = 1 is free of the
// model's bias in all later steps, whatever their own λ is.
// The roll's luck is what V says after the play less what E said before, so that
// it cancels: what is left of later steps is by how much the model's look ahead
// corrects its evaluation there. It is the λ-return with the luck of the dice
// taken as a control variate for every decision (Montgomery 2000, as rollouts
// have it; De Asis and Sutton 2018).
//
// The recursion is not bounded, so that it stays unbiased; in dst a return that
// leaves the range of probabilities, or their order, is brought back by
// [engine.Probabilities.Clamp].
func Returns(dst []engine.Probabilities, steps []Step) {
	for t := range steps {
		lambda := steps[t].Lambda
		first := slices.IndexFunc(steps, func(s Step) bool { return s.Lambda == lambda })
		if first == t {
			returnsOf(lambda, dst, steps)
		}
	}
}

// returnsOf sets the returns of the steps with this λ.
func returnsOf(lambda float32, dst []engine.Probabilities, steps []Step) {
	var later engine.Probabilities // G_{t+1} - V(s_{t+1})
	for t := len(steps) - 1; t >= 0; t-- {
		s := &steps[t]
		g := s.Exact
		if t < len(steps)-1 && !s.Explored {
			// A difference of chances changes its sign for winning alone: the
			// other chances change places.
			g[engine.Win] -= lambda * later[engine.Win]
			g[engine.WinGammon] += lambda * later[engine.LoseGammon]
			g[engine.WinBackgammon] += lambda * later[engine.LoseBackgammon]
			g[engine.LoseGammon] += lambda * later[engine.WinGammon]
			g[engine.LoseBackgammon] += lambda * later[engine.WinBackgammon]
		}
		for k := range later {
			later[k] = g[k] - s.Static[k]
		}
		if s.Lambda == lambda {
			g.Clamp()
			dst[t] = g
		}
	}
}
