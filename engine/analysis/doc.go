// Package analysis says how well a recorded match or money session was played:
// what each play and each cube decision cost, how lucky each roll was, and the
// statistics of both players.
//
// # Units
//
// Errors and luck are an [Amount]: the normalised equity, in which winning and
// losing the game at the present cube are +1 and -1, and the cost, in which
// decisions at different cubes and scores can be added up: points in a money
// session, chances to win the match (MWC, 0 to 1) in a match. An error is what
// was lost, 0 or more. Luck is seen by the player who rolled.
//
// Plays and cube decisions are judged at [Options].Plies with the cube, luck
// without looking ahead.
//
// # What is analysed
//
// Every roll: its luck, and the play unless there was none. Every turn before
// which the player could have doubled, except at the opening position. Every
// take and pass of a first double; beavers and what answers them are left out,
// as GNU Backgammon does. Thresholds, names of ratings and the formulas behind
// the statistics are GNU Backgammon's (manual, "Analysis").
package analysis
