// Package search evaluates positions by looking ahead N plies with the
// evaluator's static evaluations (gnubg's N-ply), and ranks the plays of a
// roll.
//
// The value of a position at n plies is the mean, over the 36 throws of the
// dice, of the (n-1)-ply values of the positions after the best 0-ply plays,
// from the other side; the 0-ply value is the static evaluation. The search
// does not look beyond finished games and positions with exact values in a
// database. Only the plays at the root are compared by a deeper search;
// [Filter] determines which ones.
package search
