// Package prune trains pruning nets: small nets that choose, in a search that
// looks ahead, which plays the full nets of a model evaluate. They learn the
// model's own static evaluations of the results of plays, so they need no labels
// and no look-ahead.
//
// [Job.Run] returns a model with pruning nets, and their errors. Equal settings and
// positions give equal nets, for any number of workers.
//
// Not for other modules.
package prune
