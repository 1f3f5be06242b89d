// Package targets computes training targets for the positions of self-play
// games: luck-adjusted λ-returns ([Returns]) of 1-ply evaluations
// ([search.Chooser.Evaluate]).
package targets
