// Package targets computes cubeful training targets for the positions of self-play games:
// luck-adjusted λ-returns of 1-ply evaluations at states of the cube ([Game] of
// [Cubeful.Ahead]). Package lambdareturn computes the cubeless ones.
//
// Not for other modules.
package targets
