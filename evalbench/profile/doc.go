// Package profile says what a player loses, and where: errors by phase of the game, by
// kind of position and of decision, by score, by blots and by what is wrong with
// doubles, over many analysed matches, with three error rates and the trend.
//
// # Units
//
// Errors are normalised equity, in which winning the game at the present cube is 1.
// Means of a decision and sums of a match are given in mEMG, thousandths of it. In
// JSON each figure is an [Estimate]: a value with the ends of its interval of 95 %.
//
// # Intervals
//
// The decisions of a match are not independent: the match is the unit. A mean over
// decisions is a ratio of sums over matches ([stats.Ratio]), a mean over matches an
// ordinary one ([stats.Sample]). Of one match there is no interval.
//
// # What is counted
//
// Unforced plays, doubles, takes, passes, and decisions not to double that are close,
// as in GNU Backgammon's error rate ([analysis.GnubgRate]). An answer to a double
// belongs to the position before it, seen by the player who answers. Resignations are
// not judged.
package profile
