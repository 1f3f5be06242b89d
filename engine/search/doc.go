// Package search looks ahead: it says what positions are worth after N plies of
// best play by the model's static answers (gnubg's N-ply), and ranks the plays
// of a roll by that.
//
// The value of a position at n plies is the mean, over the 36 throws of the
// dice, of the values at n-1 plies of the positions after the plays that are
// best at 0 plies, seen from the other side; at 0 plies it is what the model
// says. A finished game and an ending that a database knows exactly are not
// looked beyond. Only at the root do the plays themselves go through a deeper
// search, and [Filter] says which of them.
package search
