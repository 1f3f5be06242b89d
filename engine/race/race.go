package race

import (
	"gammonlab/board"
	"gammonlab/engine/bearoff"
)

// Counts contains the counts of a race, for text and JSON output. The methods are described in
// the package comment.
type Counts struct {
	Player   Side    `json:"player"` // on roll
	Opponent Side    `json:"opponent"`
	Methods  []Count `json:"methods"`
}

// Side contains the pips of a side.
type Side struct {
	Pips      int      `json:"pips"`
	Effective *float64 `json:"effective_pips,omitempty"` // nil if no database contains the side
	Wastage   *float64 `json:"wastage,omitempty"`        // effective pips less pips
}

// Count is the count of a race by a method, with its cube decision in a money game.
type Count struct {
	Name     string   `json:"name"`
	Player   float64  `json:"player"`        // with its increase for the player on roll
	Opponent float64  `json:"opponent"`      //
	Measure  float64  `json:"measure"`       // that decides: the excess of the player's count; K for Kleinman
	Win      *float64 `json:"win,omitempty"` // chance of the player; nil if the method has none
	Double   bool     `json:"double"`        // a centred cube
	Redouble bool     `json:"redouble"`
	Take     bool     `json:"take"`
}

// New returns the counts of a position without contact in which no side has finished, nil for
// other positions. The databases tell the effective pips.
func New(pos *board.Position, databases []*bearoff.OneSided) *Counts {
	if pos.Contact() || pos.Result() != 0 {
		return nil
	}
	c := &Counts{Player: newSide(&pos.Own, databases), Opponent: newSide(&pos.Opp, databases)}
	for i := range rules {
		if rules[i].side != nil {
			c.Methods = append(c.Methods, rules[i].count(float64(rules[i].side(&pos.Own, &pos.Opp)), float64(rules[i].side(&pos.Opp, &pos.Own))))
		} else if c.Player.Effective != nil && c.Opponent.Effective != nil {
			c.Methods = append(c.Methods, rules[i].count(*c.Player.Effective, *c.Opponent.Effective))
		}
	}
	if k, ok := kleinman(c.Player.Pips, c.Opponent.Pips); ok {
		c.Methods = append(c.Methods, k)
	}
	return c
}

// newSide returns the pips of a side.
func newSide(s *board.Side, databases []*bearoff.OneSided) Side {
	side := Side{Pips: s.Pips()}
	for _, d := range databases {
		if d.Covers(s) {
			effective := d.EffectivePips(s)
			wastage := effective - float64(side.Pips)
			side.Effective, side.Wastage = &effective, &wastage
			break
		}
	}
	return side
}
