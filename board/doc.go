// Package board holds the game itself: positions, dice, legal plays, variants,
// IDs (position, match, XGID), move notation and the text board.
//
// # Perspective
//
// A [Position] is always seen by the player on roll. Each side counts points
// from its own end: point 1 is its ace point, 24 the farthest, 25 ([Bar]) the
// bar and 0 ([Off]) the checkers borne off. Point p of one side is point 25-p
// of the other. [Position.Swap] turns the board round; the result of a play
// ([Play].Result) is already turned, with the opponent on roll.
//
// The package imports only the standard library, allocates nothing in move
// generation, and never panics on input that came from outside.
package board
