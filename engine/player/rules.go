package player

import (
	"gammonlab/board"
	"gammonlab/engine/cube"
)

// rules are what a player must know of a match besides its state.
type rules struct {
	met     *cube.MET // nil for the default
	beavers bool      // who is doubled in a money game may redouble at once
}

func (r *rules) table() (*cube.MET, error) {
	if r.met == nil {
		return defaultMET()
	}
	return r.met, nil
}

// SetRules has the player play matches by a match equity table, the default one
// if it is nil, and money games with beavers or without. A player that is told
// nothing plays by the default table and without beavers. Clones play by the
// same rules.
func (h *hand) SetRules(met *cube.MET, beavers bool) {
	if changed := (rules{met, beavers}); h.rules != changed {
		h.rules = changed
		clear(h.stakes)
	}
}

// offered returns the match as it was before the double that is on offer. Where
// that was answered by a beaver, the cube has an owner; what a take is worth
// depends only on where the cube will be then.
func offered(m *board.Match) *board.Match {
	if !beavered(m) {
		return m
	}
	before := *m
	before.Owner = board.Nobody
	return &before
}

// beavered reports whether a double is answered by a beaver: who doubled did not
// own the cube then as the opponent does now.
func beavered(m *board.Match) bool {
	return m.Doubled && m.Length == 0 && m.Owner == m.Roller.Opponent()
}

// worthTaking returns what a take is worth to who must answer, at the cube that
// the match has.
func worthTaking(d *cube.Decision, m *board.Match) float64 {
	if beavered(m) && m.Turn == m.Roller {
		return d.Equities.DoubleTake
	}
	return -d.Equities.DoubleTake
}

// takes reports whether who must answer is to take rather than to pass.
func takes(d *cube.Decision, m *board.Match) bool {
	if beavered(m) {
		return worthTaking(d, m) >= -1
	}
	return d.Take()
}
