// Package targets computes what the positions of self-play games learn towards:
// evaluations one ply ahead over all rolls ([Exact]) and λ-returns from which the
// luck of the dice is taken ([Returns]).
package targets
