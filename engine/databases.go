package engine

import (
	"gammonlab/board"
)

// Databases are the solved endings that an evaluator looks up instead of asking
// a net, those to ask first at the front. A nil *Databases has none. They are
// read only and serve any number of evaluators at the same time.
type Databases struct {
	Hyper    []tempHyper
	TwoSided []tempTwo
	OneSided []tempOne
}

// find returns the class of a position that is not over if a database knows it;
// class is what it is without databases.
func (d *Databases) find(pos *board.Position, class Class) (Class, bool) {
	if d == nil {
		return 0, false
	}
	for _, h := range d.Hyper {
		if h.Covers(pos) {
			return Hyper, true
		}
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
	case Hyper:
		for _, h := range d.Hyper {
			if h.Covers(pos) {
				return Probabilities(h.Evaluate(pos).Probabilities)
			}
		}
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
func (d *Databases) home() tempOne {
	if d == nil {
		return nil
	}
	for _, o := range d.OneSided {
		if o.Points() >= homePoints && o.Checkers() == board.MaxCheckers {
			return o
		}
	}
	return nil
}
