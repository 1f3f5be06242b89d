// Package targets computes training targets for the positions of self-play
// games: luck-adjusted λ-returns of 1-ply evaluations, cubeless ([Returns] of
// [search.Chooser.Evaluate]) and cubeful ([Game] of [Cubeful.Ahead]).
package targets
