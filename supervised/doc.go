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
// [engine.Probabilities.RuleOut]: gammons that cannot happen any more do not
// count. Labels pass through it too. Learners minimise a loss of package learn of
// the raw outputs, so that the net learns to return 0 there. Reported losses are
// cross-entropies less the entropy of the labels: the Kullback-Leibler divergence,
// 0 for a net that returns the labels.
package supervised
