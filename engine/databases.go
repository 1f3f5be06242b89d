package engine

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
)

// Databases are the solved endings that an evaluator looks up instead of asking
// a net, those to ask first at the front. A nil *Databases has none. They are
// read only and serve any number of evaluators at the same time.
type Databases struct {
	TwoSided []*bearoff.TwoSided
	OneSided []*bearoff.OneSided
}

// Open opens the database at path, of any kind, and adds it behind the others of
// its kind.
func (d *Databases) Open(path string) error {
	header, err := bearoff.ReadHeader(path)
	if err != nil {
		return err
	}
	switch header.Kind {
	case bearoff.TwoSidedKind:
		t, err := bearoff.OpenTwoSided(path)
		if err != nil {
			return err
		}
		d.TwoSided = append(d.TwoSided, t)
	default:
		if !header.Gammons {
			return fmt.Errorf("%s: a one-sided database without gammon chances cannot evaluate positions", path)
		}
		o, err := bearoff.OpenOneSided(path)
		if err != nil {
			return err
		}
		d.OneSided = append(d.OneSided, o)
	}
	return nil
}

// find returns the class of a position that is not over if a database knows it;
// class is what it is without databases.
func (d *Databases) find(pos *board.Position, class Class) (Class, bool) {
	if d == nil {
		return 0, false
	}
	if class != Race {
		return 0, false
	}
	for _, t := range d.TwoSided {
		if t.Covers(pos) {
			return Bearoff2, true
		}
	}
	for _, o := range d.OneSided {
		if o.Covers(&pos.Own) && o.Covers(&pos.Opp) {
			return Bearoff1, true
		}
	}
	return 0, false
}

// lookUp answers a position of a class that find gave it.
func (d *Databases) lookUp(pos *board.Position, class Class) Probabilities {
	switch class {
	case Bearoff2:
		for _, t := range d.TwoSided {
			if t.Covers(pos) {
				return Probabilities{Win: t.Equities(pos)[0]/2 + 0.5}
			}
		}
	}
	for _, o := range d.OneSided {
		if o.Covers(&pos.Own) && o.Covers(&pos.Opp) {
			return o.Evaluate(&pos.Own, &pos.Opp)
		}
	}
	return Probabilities{}
}

// home returns the one-sided database that tells how long a side takes to bear
// off from its home board, nil if there is none.
func (d *Databases) home() *bearoff.OneSided {
	if d == nil {
		return nil
	}
	for _, o := range d.OneSided {
		if o.Points() >= homePoints && o.Checkers() == board.MaxCheckers && !o.Header().Normal {
			return o
		}
	}
	return nil
}
