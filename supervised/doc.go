// Package supervised trains a net on labelled positions: minibatches, the
// cross-entropy of the five outputs, Adam. Equal settings and data give equal
// weights.
//
// # Losses
//
// A [Loss] is measured on the answers as an evaluator uses them, after
// [engine.Probabilities.RuleOut]: a net is not blamed for what it says of
// gammons that cannot happen any more. It is the cross-entropy less the entropy
// of the labels themselves, that is, the Kullback-Leibler divergence: 0 for a
// net that says what the labels say.
package supervised
