package evalbench

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/player"
)

// CubePlayer is a player that also handles the doubling cube and the score. The
// match that it is told has the cube, its owner and the score; its Roller is the
// player on roll, who sees the position. A player that is no CubePlayer chooses
// plays without looking at any of that, never doubles and takes every double.
// Contexts are those of [engine.Player].
type CubePlayer interface {
	engine.Player

	// ChooseAt returns the index of its choice among the legal plays of the roll,
	// of which there is at least one.
	ChooseAt(ctx context.Context, pos *board.Position, m *board.Match, roll board.Roll, plays []board.Play) (int, error)

	// Doubles reports whether the player doubles, who is on roll and may.
	Doubles(ctx context.Context, pos *board.Position, m *board.Match) (bool, error)

	// Takes reports whether the player takes a double. The position is seen by
	// the opponent, who has doubled; the cube of the match is that before.
	Takes(ctx context.Context, pos *board.Position, m *board.Match) (bool, error)
}

// RulesPlayer is a CubePlayer that can be told what the state of a match does not
// say. Another one plays by rules of its own: it never beavers and takes beavers.
type RulesPlayer interface {
	CubePlayer

	// SetRules gives the match equity table, nil for the default, and says whether
	// beavers are allowed in money games.
	SetRules(met *cube.MET, beavers bool)

	// Beavers reports whether the player, whose turn it is, answers a double by
	// another one; if not, Takes is asked. Who doubled is asked in the same way
	// when the answer was a beaver: the match's Turn is then its Roller, the cube
	// the opponent's and what it would have been without the beaver. The position
	// is seen by the Roller all the time.
	Beavers(ctx context.Context, pos *board.Position, m *board.Match) (bool, error)
}

// Players by nets handle the cube by any rules.
var (
	_ RulesPlayer = (*player.LookAhead)(nil)
	_ RulesPlayer = (*player.Noisy)(nil)
)
