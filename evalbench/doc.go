// Package evalbench measures how well players and evaluators play: matches
// between two players ([Match]) with results that carry their intervals.
//
// # The unit is the pair
//
// Two games share their dice and exchange the sides: A begins the first with
// the rolls with which B begins the second. What the dice gave to one side they
// give to the other, so that the mean of a pair varies less than that of two
// games of their own. As the two games are not independent, the interval is
// computed over the means of pairs.
//
// Points are cubeless money points: 1 for a win, 2 for a gammon, 3 for a
// backgammon. Everything is given for player A unless it says otherwise.
package evalbench
