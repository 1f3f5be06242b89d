// Package rollout says what positions, plays and doubles are worth by playing
// games on from them, trial after trial.
//
// What belongs to a trial depends on the seed and on its number alone: all
// alternatives meet the same dice in the trial of the same number. The dice of
// early turns are spread evenly over the trials (see [dice]), and the luck that
// a net sees in each roll is taken off the result ([Settings.Luck]).
//
// # Units
//
// All results are those of the player on roll in the position that the rollout
// is asked about ("the player"), whoever is on roll when a trial begins or ends:
// five probabilities and the equity. A turn is a half-move; turn 0 is the first
// roll of a trial.
//
// # Sources
//
// Rotated and stratified dice and the reduction of variance by luck are
// described in the manual of GNU Backgammon; [dice] follows its rule of 1.07.001
// with permutations of our own.
package rollout
