// Package evalbench measures how well players and evaluators play: matches
// between two players ([Match]) with results that carry their intervals, and the errors of
// evaluators on labelled positions ([LabelledSet]). A [Sample] collects observations, a
// [Summary] is a mean with its interval and the number of observations.
//
// # The unit is the pair
//
// The two games of a pair have the same dice with the sides exchanged: the rolls of A
// in the first game are those of B in the second. The luck of the dice partly cancels,
// so the mean of a pair varies less than that of two separate games. As the two games
// are not independent, intervals are computed over the means of pairs.
//
// Points are cubeless money points: 1 for a win, 2 for a gammon, 3 for a backgammon.
// Results are for player A by default.
package evalbench
