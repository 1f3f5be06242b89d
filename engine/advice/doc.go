// Package advice is what the evaluator says of what happens in a game, in one
// place for all who want to know.
//
// # Luck
//
// The luck of a roll is what the position is worth after the best play of the
// roll less the mean over all rolls ([Luck]). The mean over the dice is 0 whatever
// the evaluator thinks and whatever the players do, so that results less luck have
// the mean of the results; the better the evaluator, the less they vary. Matches
// between players and the analysis of records take it from here.
//
// It comes in two precisions. The full one sees all plays of all rolls: what
// analyses show and what GNU Backgammon computes. The quick one sees the few plays
// of each roll that look best at a glance, which costs a third of the time and is
// enough to take luck off many results.
//
// Rollouts (package rollout) share the plays of all rolls ([Rolls]) and their two
// precisions, but not the luck itself: there it is a vector, of each of the
// probabilities and of the value, and sides that look ahead see the results of
// rolls deeper, because a rollout takes luck off its own results only and the
// variance is all that matters.
package advice
