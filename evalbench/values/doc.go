// Package values measures the errors of evaluators on labelled positions: of the equity
// and of each probability, the part that may come from the labels' own errors, and the
// calibration of the winning chance.
//
// An error is the evaluation less the label, for the player on roll: of the cubeless
// money equity, in points, or of a probability.
package values
