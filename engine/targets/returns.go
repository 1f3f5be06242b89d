package targets

import "gammonlab/engine"

// Step is a position of a game of self-play with what the model says of it. All
// probabilities are for the player on roll.
type Step struct {
	Static engine.Probabilities // V: the model's evaluation of the position
	Exact  engine.Probabilities // E: its evaluation one ply ahead, the mean over all rolls

	// Explored says that the play made here was not the model's choice, so that
	// what follows does not bear on the value of the position.
	Explored bool

	// Lambda is λ at this position: how much of what later steps correct in Static
	// counts for the steps before, 0 to 1.
	Lambda float32
}

// Returns sets dst[t] to the luck-free λ-return of step t of a game:
//
//	G_T = E(s_T)
//	G_t = E(s_t) + λ_{t+1}·(swap(G_{t+1}) - swap(V(s_{t+1})))
//
// where swap changes the point of view, λ_{t+1} is that of the step after and counts
// as 0 after an exploring play.
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
	var later engine.Probabilities // G_{t+1} - V(s_{t+1})
	for t := len(steps) - 1; t >= 0; t-- {
		s := &steps[t]
		g := s.Exact
		if t < len(steps)-1 && !s.Explored {
			lambda := steps[t+1].Lambda
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
		g.Clamp()
		dst[t] = g
	}
}
