// Package board implements the game without the cube: positions, dice, legal
// plays, variants, IDs (position, match, XGID), move notation and the text
// board.
//
// # Perspective
//
// A [Position] is always described from the point of view of the player on
// roll. Each side counts points from its own end: point 1 is its ace point, 24
// the farthest, 25 ([Bar]) the bar and 0 ([Off]) the checkers borne off. Point
// p of one side is point 25-p of the other. [Position.Swap] changes the point
// of view. The result of a play ([Play].Result) has the opponent on roll and is
// described from the opponent's point of view.
//
// The package imports only the standard library, does not allocate in move
// generation, and never panics on external input.
package board
