// Package player contains players that choose plays with a net, with pubeval's
// weights or at random, and plays games between them: one loop ([Loop]) for all
// callers, with observers.
// [Parse] returns the player for its text form on the command line.
package player
