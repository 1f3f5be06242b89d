// Package advice is what an evaluator says of decisions, for all who ask: players,
// hints, protocols, analyses, judges of matches, suites. Decisions are made after
// looking ahead any number of plies, with the cube and at the score or by the
// cubeless money equity.
//
// An [Adviser] ranks plays, decides about doubles and weighs the answers to them,
// offers of resignation and luck. What decisions cost follows from that
// ([Comparison], [Doubles], [Answers]), as do the names of faults.
//
// # Stakes
//
// What a game is about is a [cube.Stakes], which [Adviser.Stakes] makes of a match;
// nil stands for cubeless money games. Values are in its unit: points per point of
// the cube in money games, with the Jacoby rule and beavers or without, chances to
// win the match in matches. Equities are normalised: 1 is a game won at the present
// cube.
//
// # Luck
//
// The luck of a roll is what the position is worth after the best play of the
// roll less the mean over all rolls ([Adviser.LuckOf]). The mean over the dice is 0 whatever
// the evaluator thinks and whatever the players do, so that results less luck have
// the mean of the results; the better the evaluator, the less they vary. Matches
// between players, the analysis of records and rollouts take it from here.
//
// It comes in two precisions ([Precision]). [Full] evaluates all plays of all rolls:
// what analyses show and what GNU Backgammon computes. [Quick] evaluates the six plays of
// each roll that pubeval likes best, which costs a third of the time and is enough
// to take luck off many results.
//
// In rollouts luck is a vector, of each of the probabilities and of the value, and
// sides that look ahead see the results of rolls deeper.
package advice
