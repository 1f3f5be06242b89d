// Package external has players that are other programs: engines that speak UBGI
// ([UBGI]) and GNU Backgammon ([Gnubg]).
//
// Each clone of a player has a process of its own, started when it is first
// asked. A program that does not answer in time, ends, or answers what cannot be
// is restarted and asked again, [Settings.Restarts] times for one question;
// then the question fails, with an error that says what was asked and what came
// back. A match ends there, so that no game is counted which was not played.
package external
