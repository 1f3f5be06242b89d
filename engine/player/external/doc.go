// Package external contains players that are other programs: engines with UBGI
// ([UBGI]) and GNU Backgammon ([Gnubg]).
//
// Each clone of a player has its own process, which is started on first use. If
// a program does not answer in time, ends, or gives an invalid answer, it is
// restarted and the question is repeated, up to [process.Limits.Restarts] times for
// one question and five times as often in all. Then the player returns an error with the question and the
// answer. A match ends with this error, so games that were not played are not
// counted.
//
// Not for other modules.
package external
