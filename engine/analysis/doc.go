// Package analysis analyses a recorded match or money session: the cost of each
// play and each cube decision, the luck of each roll, and the statistics of
// both players.
//
// # Units
//
// Errors and luck are an [Amount] with two units. The normalised equity is +1
// for winning and -1 for losing the game at the present cube. The cost can be
// added over different cubes and scores: points in a money session,
// match-winning chances (MWC, 0 to 1) in a match. An error is a loss, 0 or
// more. Luck has the point of view of the player who rolled.
//
// Plays and cube decisions are evaluated at [Options].Plies with the cube, luck
// without look-ahead.
//
// # What is analysed
//
// The analysis includes every roll: its luck, and its play unless there was
// none; every turn before which the player could have doubled, except at the
// opening position; and every answer to a first double. Like GNU Backgammon it
// counts a wrong beaver as a wrong take. It omits the answers to beavers. Thresholds, names of
// ratings and the formulas of the statistics are GNU Backgammon's (manual,
// "Analysis").
package analysis
