package cube

import (
	"gammonlab/board"
	"gammonlab/engine"
)

// Efficiency says how much of a live cube's value there is in a position, 0 for
// a dead cube and 1 for a live one, by the position's class.
type Efficiency struct {
	OneSided float64 // races that a one-sided database knows
	TwoSided float64 // those of a two-sided one, at most, where it does not say
	Hyper    float64 // hypergammon, at most, where the database does not say
	Crashed  float64
	Contact  float64

	// Races otherwise: RaceBase and RacePip for each pip of the player on roll,
	// but at least RaceMin and at most RaceMax.
	RaceBase, RacePip, RaceMin, RaceMax float64
}

// DefaultEfficiency returns the efficiencies of GNU Backgammon 1.07.001.
func DefaultEfficiency() Efficiency {
	return Efficiency{
		OneSided: 0.60, TwoSided: 0.60, Hyper: 0.60, Crashed: 0.68, Contact: 0.68,
		RaceBase: 0.55, RacePip: 0.00125, RaceMin: 0.60, RaceMax: 0.70,
	}
}

// Of returns the efficiency in a position of the class.
func (e *Efficiency) Of(pos *board.Position, class engine.Class) float64 {
	switch class {
	case engine.Hyper:
		return e.Hyper
	case engine.Bearoff2:
		return e.TwoSided
	case engine.Bearoff1:
		return e.OneSided
	case engine.Race:
		x := e.RaceBase + e.RacePip*float64(pos.Own.Pips())
		return min(max(x, e.RaceMin), e.RaceMax)
	case engine.Crashed:
		return e.Crashed
	case engine.Contact:
		return e.Contact
	}
	return 0
}

// Leaf is what is known of a position without looking ahead. A Leaf of a
// finished game has an efficiency of 0.
type Leaf struct {
	Chances    engine.Probabilities // of the player on roll, before the dice
	Efficiency float64              // 0 to 1

	// Money holds the equities of a money game if a database knows them, which
	// Exact says. They take the place of estimates, and in matches they tell the
	// efficiency of the cube, up to Efficiency.
	Money engine.MoneyEquities
	Exact bool
}

// Leaf returns what is known of a position of the given class and chances, with
// what the databases, which may be nil, add to that.
func (e *Efficiency) Leaf(pos *board.Position, class engine.Class, chances *engine.Probabilities, d *engine.Databases) Leaf {
	l := Leaf{Chances: *chances, Efficiency: e.Of(pos, class)}
	if d != nil && (class == engine.Bearoff2 || class == engine.Hyper) {
		l.Money, l.Exact = d.MoneyEquities(pos)
	}
	return l
}
