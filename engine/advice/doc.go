// Package advice evaluates decisions for all callers: players, hints,
// protocols, analyses, judges of matches and suites. It looks ahead any number
// of plies, either with the cube and the score or by cubeless money equity.
//
// A [Decision] has the plays of a roll as [Choice] values, or the [cube.Verdict] before it, with
// all values by name. Commands, pages and reports print it or embed it.
//
// An [Adviser] ranks plays, decides about doubles, and evaluates the answers to
// doubles, resignations and luck. [Comparison], [Doubles] and [Answers] compute
// the costs of decisions and the names of faults.
//
// # Stakes
//
// [cube.Stakes] are the values of the outcomes of a game at the present cube
// and score; [Adviser.Stakes] computes them from a match; nil stands for
// cubeless money games. Values are in their unit: points per point of the cube
// in money games, with or without the Jacoby rule and beavers, and
// match-winning chances in matches. Equities are normalised: 1 is a game won at
// the present cube.
//
// # Luck
//
// The luck of a roll is the value of the position after the best play of the
// roll minus the mean over all rolls ([Adviser.LuckOf]). Its mean over the dice
// is 0 for any evaluator and any players, so luck-adjusted results have the
// same mean as the results; the better the evaluator, the smaller their
// variance. Matches between players, the analysis of records and rollouts use
// it.
//
// There are two precisions ([Precision]). [Full] evaluates all plays of all
// rolls, as shown in analyses and computed by GNU Backgammon. [Quick] evaluates
// the six plays of each roll that pubeval ranks best; it takes a third of the
// time and suffices for luck-adjusting many results.
//
// In rollouts luck is a vector, with an entry for each of the probabilities and
// for the value, and sides that look ahead evaluate the results of rolls
// deeper.
package advice
