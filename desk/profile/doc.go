// Package profile computes a player's errors over many analysed matches: by phase of
// the game, kind of position and of decision, score, blots and kind of cube error, with
// three error rates and the trend.
//
// # Units
//
// Errors are normalised equity, in which winning the game at the current cube is 1. Means
// per decision and sums per match are given in mEMG, thousandths of it. In JSON each
// number is an [Estimate]: a value with the ends of its interval of 95 %.
//
// # Intervals
//
// The decisions of a match are not independent, so the match is the unit. A mean over
// decisions is a ratio of sums over matches ([stats.Ratio]); a mean over matches is an
// ordinary mean ([stats.Sample]). A single match has no interval.
//
// # Counted decisions
//
// Unforced plays, doubles, takes, passes, and decisions not to double that are close
// count, as in GNU Backgammon's error rate ([analysis.GnubgRate]). For the answer to a
// double, the position is the one before the answer, seen by the player who answers.
// Resignations are not judged.
//
// Not for other modules.
package profile
