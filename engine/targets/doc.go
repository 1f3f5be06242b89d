// Package targets computes what the positions of self-play games learn towards:
// λ-returns from which the luck of the dice is taken ([Returns]), of evaluations one
// ply ahead over all rolls ([search.Chooser.Evaluate]).
package targets
