// Package player holds players: what chooses a play by a net, by pubeval's
// weights or at random. [Parse] makes one from its text form, as the command
// line takes it.
package player
