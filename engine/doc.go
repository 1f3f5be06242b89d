// Package engine defines the types and interfaces of evaluation, with the
// standard evaluator [Static]: nets by class of position, pruning, bear-off
// databases, caches and plays ranked without look-ahead.
package engine
