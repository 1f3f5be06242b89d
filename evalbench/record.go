package evalbench

import (
	"fmt"
	"slices"

	"gammonlab/board"
	"gammonlab/board/record"
)

// beginRecord begins the record of a game or match, if records are requested.
func (t *gameRunner) beginRecord() {
	if t.record = nil; t.match.Records {
		t.record = t.match.newRecord()
	}
}

// newRecord returns the record of a game or match before it begins. A is player 0, B
// player 1. The comment has the full names, since a format may shorten them.
func (m *Match) newRecord() *record.Match {
	r := m.newResult() // newResult sets the names
	return &record.Match{
		Length: int(m.Rules.Length), Names: [2]string{sideA: r.NameA, sideB: r.NameB},
		Info: record.Info{Comment: fmt.Sprintf("Player A: %s\nPlayer B: %s", r.NameA, r.NameB)},
		Rules: record.Rules{
			Variant: m.Variant, Crawford: m.Rules.Length > 1, Jacoby: bool(m.Rules.Jacoby),
			NoCube: !m.Rules.Cube && m.Rules.Length <= 1,
		},
	}
}

// recordGame adds a game to the record; the given side begins.
func (t *gameRunner) recordGame(side int) {
	if t.record == nil {
		return
	}
	t.record.AddGame().Cube = t.state.Match.Cube
	if len(t.match.Starts) > 0 {
		pos := t.state.Position
		t.note(side, record.Action{Kind: record.SetBoard, Board: &pos})
	}
}

// note adds an action to the current game.
func (t *gameRunner) note(side int, a record.Action) {
	if t.record == nil {
		return
	}
	a.Player = board.Player(side)
	game := t.recorded()
	game.Actions = append(game.Actions, a)
}

func (t *gameRunner) notePlay(side int, roll board.Roll, steps []board.Step) {
	if t.record != nil {
		t.note(side, record.Action{Kind: record.Move, Roll: roll, Steps: slices.Clone(steps)})
	}
}

// recorded returns the current game.
func (t *gameRunner) recorded() *record.Game { return &t.record.Games[len(t.record.Games)-1] }
