package table

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/internal/atomicfile"
)

// RecordWriter returns the writer for a file by its extension.
func RecordWriter(path string) (func(io.Writer, *record.Match) error, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".mat":
		return record.WriteMat, nil
	case ".sgf":
		return record.WriteSGF, nil
	}
	return nil, fmt.Errorf("file %q has the extension %q, want .mat or .sgf", path, filepath.Ext(path))
}

// game returns the current game.
func (t *Table) game() *record.Game { return &t.record.Games[len(t.record.Games)-1] }

// noteBy records an action of a player.
func (t *Table) noteBy(p board.Player, a record.Action) {
	a.Player = p
	game := t.game()
	game.Actions = append(game.Actions, a)
	t.actions = len(game.Actions)
}

// Played returns the record so far. It includes a roll that is not played yet, and
// excludes a game without actions.
func (t *Table) Played() *record.Match {
	m := *t.record
	if len(m.Games) == 0 {
		return &m
	}
	m.Games = slices.Clone(m.Games)
	last := len(m.Games) - 1
	if len(m.Games[last].Actions) == 0 {
		m.Games = m.Games[:last]
		return &m
	}
	if game := &m.Games[last]; !t.Over() && t.Match.Dice != (board.Roll{}) {
		game.Actions = append(slices.Clone(game.Actions),
			record.Action{Kind: record.Rolled, Player: t.Match.Roller, Roll: t.Match.Dice})
	}
	return &m
}

// Save writes the record so far.
func (t *Table) Save(path string) error {
	write, err := RecordWriter(path)
	if err != nil {
		return err
	}
	return atomicfile.Write(path, func(w io.Writer) error { return write(w, t.Played()) })
}
