// Package datasets reads labelled positions: those that a net is trained on or
// measured by.
package datasets

import (
	"errors"
	"fmt"
	"io"

	"gammonlab/board"
	"gammonlab/engine"
)

// Labelled is a position with what it is held to be worth: a better player's
// opinion, or a rollout's.
type Labelled struct {
	Position      board.Position
	Probabilities engine.Probabilities // of the player on roll, in order up to Slack
}

// Reader reads labelled positions one after the other.
type Reader interface {
	// Read returns the next position, and io.EOF after the last. After another
	// error the reader must not be used any more.
	Read() (Labelled, error)
}

// ReadAll reads all that is left.
func ReadAll(r Reader) ([]Labelled, error) {
	var all []Labelled
	for {
		one, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		}
		all = append(all, one)
	}
}

// Slack is by how much an outcome may be more likely than what it is part of:
// rollouts and rounded figures are not exact.
const Slack = 1e-3

// parts lists the outcomes that are part of another, with the other's name.
var parts = [...]struct {
	part, whole int
	name        string
}{
	{engine.WinGammon, engine.Win, "win"},
	{engine.WinBackgammon, engine.WinGammon, "win_gammon"},
	{engine.LoseGammon, lose, "1 - win"},
	{engine.LoseBackgammon, engine.LoseGammon, "lose_gammon"},
}

// lose stands for 1 less the chance to win, in parts.
const lose = engine.Outputs

// checkOrder reports an outcome that is more likely than what it is part of.
func checkOrder(p *engine.Probabilities) error {
	for _, pair := range parts {
		whole := 1 - p[engine.Win]
		if pair.whole != lose {
			whole = p[pair.whole]
		}
		if p[pair.part] > whole+Slack {
			return fmt.Errorf("column %s is %v, want at most %s, which is %v",
				longNames[pair.part], p[pair.part], pair.name, whole)
		}
	}
	return nil
}
