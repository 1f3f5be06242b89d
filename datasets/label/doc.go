// Package label labels the positions of a database with probabilities: by 0-ply to 2-ply
// evaluation, rollouts, bear-off databases, or results of games.
//
// A label depends only on the position and the settings: not on other positions, their
// order or the number of workers. The seed of its random numbers is derived from the seed
// of the settings and the position's key.
package label
