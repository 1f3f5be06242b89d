// Package values measures how close evaluators come to what labelled positions are
// worth: the error of the equity and of each probability, how much of it may be
// the labels' own, and whether what is said to happen so often does.
//
// Errors are what the evaluator says less the label, for the player on roll, of
// cubeless money equities in points and of probabilities.
package values
