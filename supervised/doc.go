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
// A [Loss] is measured on a net's outputs and labels after
// [engine.Probabilities.RuleOut], as an evaluator uses them: impossible gammons do not
// count. Learners minimise a loss of package learn on the raw outputs, so the net
// learns to return 0 for impossible outcomes. Reported losses are cross-entropies less
// the entropy of the labels: the Kullback-Leibler divergence, 0 for a net that returns
// the labels.
package supervised
