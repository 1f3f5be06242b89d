// Package rollout estimates the values of positions, plays and doubles by
// playing games from them, trial after trial.
//
// A trial depends only on the seed and its number: in the trial with the same
// number, all alternatives have the same dice. The dice of early turns are
// stratified over the trials (see [dice]). Results can be luck-adjusted: the
// luck of each roll, as the net evaluates it, is subtracted ([Settings.Luck]).
//
// # Units
//
// All results are from the point of view of the player on roll in the position
// of the rollout ("the player"), independent of the player on roll at the start
// or end of a trial: five probabilities and the equity. A turn is a half-move;
// turn 0 is the first roll of a trial.
//
// # Sources
//
// Rotated and stratified dice and luck-based variance reduction are described
// in the manual of GNU Backgammon; [dice] follows the rule of version 1.07.001
// with different permutations.
package rollout
