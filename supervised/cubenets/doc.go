// Package cubenets trains the nets of a model that know cube efficiencies (see package
// cube): how much of a live cube's value the cube has in a position, by its owner and at the
// stakes of a money game or a match.
//
// A net learns in rounds. In each round the target of a position, for each state of the cube,
// is its cubeful value by a look-ahead of one roll: the mean over the 21 rolls of the value
// after the best play for this state, where the opponent may double before the next roll.
// The values after the plays come from the model's probabilities and the efficiencies that
// the nets have learned so far, at first GNU Backgammon's constants. So after some rounds the
// efficiencies contain the cube actions of many turns. The dice of games have no part in a
// target. With [Settings.Labels] there is one round, with the labels of a database as targets.
//
// The loss is the squared error of the equity. The equity is a straight line between the
// values with a dead and with a live cube, so this is the squared error of the efficiency
// times the squared difference of these two values.
//
// Not for other modules.
package cubenets
