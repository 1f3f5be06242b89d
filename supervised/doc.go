// Package supervised trains nets on databases of labelled positions. Equal
// settings and data give equal weights, for any number of workers and for a run
// that was killed and resumed.
//
// A run is [Load], [New], [Create] and [Folder.Run]; after an interruption it is
// [Open], [Load], [Folder.Resume] and [Folder.Run]. [Train] trains one net in
// memory.
//
// # Losses
//
// A [Loss] is measured on the answers as an evaluator uses them, after
// [engine.Probabilities.RuleOut]: a net is not blamed for what it says of
// gammons that cannot happen any more. Labels pass through it too. What learners
// make smaller is a loss of package learn of the answers themselves, so that the
// net learns to say 0 there. Of the cross-entropy, losses that are told lack the
// entropy of the labels: that is the Kullback-Leibler divergence, 0 for a net
// that says what the labels say.
package supervised
