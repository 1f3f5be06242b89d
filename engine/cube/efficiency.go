package cube

import (
	"gammonlab/board"
	"gammonlab/engine"
)

// Efficiency is the cube efficiency by class of position: the share of a live
// cube's value, 0 for a dead cube and 1 for a live one.
type Efficiency struct {
	OneSided float64 // races in a one-sided database
	TwoSided float64 // races in a two-sided database without the exact value, as a maximum
	Hyper    float64 // hypergammon without the exact value in the database, as a maximum
	Crashed  float64
	Contact  float64

	// Other races: RaceBase plus RacePip for each pip of the player on roll, but at
	// least RaceMin and at most RaceMax.
	RaceBase, RacePip, RaceMin, RaceMax float64
}

// DefaultEfficiency returns the cube efficiencies of GNU Backgammon 1.07.001.
func DefaultEfficiency() Efficiency {
	return Efficiency{
		OneSided: 0.60, TwoSided: 0.60, Hyper: 0.60, Crashed: 0.68, Contact: 0.68,
		RaceBase: 0.55, RacePip: 0.00125, RaceMin: 0.60, RaceMax: 0.70,
	}
}

// Of returns the efficiency for a position of the class.
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

// Leaf is the static evaluation of a position. A Leaf of a finished game has an
// efficiency of 0.
type Leaf struct {
	Chances    engine.Probabilities // of the player on roll, before the roll
	Efficiency float64              // 0 to 1

	// Money contains the equities of a money game from a database if Exact is set.
	// They replace estimates. In matches they determine the cube efficiency, up to
	// Efficiency.
	Money engine.MoneyEquities
	Exact bool
}

// Leaf returns the static evaluation of a position with the given class and
// probabilities, and the equities in the databases. d may be nil.
func (e *Efficiency) Leaf(pos *board.Position, class engine.Class, chances *engine.Probabilities, d *engine.Databases) Leaf {
	l := Leaf{Chances: *chances, Efficiency: e.Of(pos, class)}
	if d != nil && (class == engine.Bearoff2 || class == engine.Hyper) {
		l.Money, l.Exact = d.MoneyEquities(pos)
	}
	return l
}
