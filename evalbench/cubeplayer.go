package evalbench

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/player"
)

// CubePlayer is a player that also handles the doubling cube and the score. The
// match that it is told has the cube, its owner and the score; its Roller is the
// player on roll, who sees the position. A player that is no CubePlayer chooses
// plays without looking at any of that, never doubles and takes every double.
type CubePlayer interface {
	engine.Player

	// ChooseAt returns the index of its choice among the legal plays of the roll,
	// of which there is at least one.
	ChooseAt(pos *board.Position, m *board.Match, roll board.Roll, plays []board.Play) (int, error)

	// Doubles reports whether the player doubles, who is on roll and may.
	Doubles(pos *board.Position, m *board.Match) (bool, error)

	// Takes reports whether the player takes a double. The position is seen by
	// the opponent, who has doubled; the cube of the match is that before.
	Takes(pos *board.Position, m *board.Match) (bool, error)
}

// Players by nets handle the cube.
var (
	_ CubePlayer = (*player.Greedy)(nil)
	_ CubePlayer = (*player.LookAhead)(nil)
	_ CubePlayer = (*player.Noisy)(nil)
)
