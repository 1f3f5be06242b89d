// Package player contains players that choose plays with a net, with pubeval's
// weights or at random. [Parse] returns the player for its text form on the
// command line.
package player
