// Package lambdareturn computes luck-adjusted λ-returns of the positions of a game from
// evaluations at 0 plies and at 1 ply.
//
// Not for other modules.
package lambdareturn

import (
	"slices"

	"gammonlab/engine"
)

// Step is a position of a self-play game with the model's evaluations. All
// probabilities are for the player on roll.
type Step struct {
	Static engine.Probabilities // V: the model's 0-ply evaluation
	Exact  engine.Probabilities // E: the model's 1-ply evaluation, the mean over all rolls

	// Explored is set if the play made here was not the model's choice; later steps
	// then do not affect the position's return.
	Explored bool

	// Lambda is λ of the position's return, 0 to 1: the weight of the corrections
	// by later steps.
	Lambda float32
}

// Of sets dst[t] to the luck-adjusted λ-return of step t of a game, with
// the step's own λ:
//
//	G_T = E(s_T)
//	G_t = E(s_t) + λ·(swap(G_{t+1}) - swap(V(s_{t+1})))
//
// where swap changes the point of view, G_{t+1} also uses the λ of step t, and
// λ is 0 after an exploring play. So a return with λ = 1 is free of the model's
// bias in all later steps, independent of their own λ. The luck of a roll is V
// after the play minus E before it, and cancels. Later steps contribute only
// the differences between the model's 1-ply and 0-ply evaluations. This is the
// λ-return with the luck of the dice as a control variate for every decision
// (Montgomery 2000, as in rollouts; De Asis and Sutton 2018).
//
// The recursion is not clamped, so it stays unbiased. The results in dst are
// clamped to valid, ordered probabilities by [engine.Probabilities.Clamp].
func Of(dst []engine.Probabilities, steps []Step) {
	for t := range steps {
		lambda := steps[t].Lambda
		first := slices.IndexFunc(steps, func(s Step) bool { return s.Lambda == lambda })
		if first == t {
			returnsOf(lambda, dst, steps)
		}
	}
}

// returnsOf sets the returns of the steps with the given λ.
func returnsOf(lambda float32, dst []engine.Probabilities, steps []Step) {
	var later engine.Probabilities // G_{t+1} - V(s_{t+1})
	for t := len(steps) - 1; t >= 0; t-- {
		s := &steps[t]
		g := s.Exact
		if t < len(steps)-1 && !s.Explored {
			// A difference of probabilities changes its sign for winning only: the other
			// probabilities change places.
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
