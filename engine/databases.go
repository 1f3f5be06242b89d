package engine

import (
	"fmt"
	"slices"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
)

// Databases are the bear-off and hypergammon databases that an evaluator uses
// instead of a net, those with the highest priority first. A nil *Databases is
// empty. Databases are read-only and safe for concurrent use.
type Databases struct {
	Hyper    []*bearoff.Hyper
	TwoSided []*bearoff.TwoSided
	OneSided []*bearoff.OneSided
}

// Open opens the database at path, of any kind, and adds it after the others of
// its kind.
func (d *Databases) Open(path string) error {
	header, err := bearoff.ReadHeader(path)
	if err != nil {
		return err
	}
	switch header.Kind {
	case bearoff.HypergammonKind:
		h, err := bearoff.OpenHyper(path)
		if err != nil {
			return err
		}
		d.Hyper = append(d.Hyper, h)
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

// Evaluate returns the probabilities for the player on roll from the first
// database that contains the position, and the class of the position. It
// returns false if there is none.
func (d *Databases) Evaluate(pos *board.Position) (Probabilities, Class, bool) {
	class := ClassOf(pos)
	if class == Over {
		return Probabilities{}, class, false
	}
	class, ok := d.find(pos, class)
	if !ok {
		return Probabilities{}, class, false
	}
	return d.lookUp(pos, class), class, true
}

// ClassOf returns the class of the position; d may be nil.
func (d *Databases) ClassOf(pos *board.Position) Class {
	class := ClassOf(pos)
	if class != Over {
		if known, ok := d.find(pos, class); ok {
			return known
		}
	}
	return class
}

// Known returns the class of the position, with the databases, and sets dst if it
// needs no model: the game is over, or a database contains the position. d may
// be nil.
func (d *Databases) Known(dst *Probabilities, pos *board.Position) (class Class, known bool) {
	class = d.ClassOf(pos)
	return class, d.evaluate(dst, pos, class)
}

// evaluate sets dst to the probabilities of a position of the class, and returns
// false if these need a model.
func (d *Databases) evaluate(dst *Probabilities, pos *board.Position, class Class) bool {
	switch {
	case class.Part() != "":
		return false
	case class == Over:
		*dst = Certain(pos.Result())
	default:
		*dst = d.lookUp(pos, class)
	}
	return true
}

// RollsOf returns the one-sided database that contains both sides of a race,
// nil if there is none.
func (d *Databases) RollsOf(pos *board.Position) *bearoff.OneSided {
	if d == nil || ClassOf(pos) != Race {
		return nil
	}
	return d.oneSided(pos)
}

// MoneyEquities are the exact equities of the player on roll in a money game,
// before the roll and without a double, at a cube of 1.
type MoneyEquities struct {
	Cubeless float32 `json:"cubeless"`
	Owned    float32 `json:"owned"`          // the player owns the cube
	Centred  float32 `json:"centred"`        // the cube is centred and gammons count
	Jacoby   float32 `json:"centred_jacoby"` // the cube is centred and gammons do not count until a double is taken
	OppOwned float32 `json:"opponent_owned"` // the opponent owns the cube
}

// MoneyEquities returns the equities from a cubeful database, and false if none
// contains the position.
func (d *Databases) MoneyEquities(pos *board.Position) (MoneyEquities, bool) {
	p, class, _ := d.Evaluate(pos)
	switch class {
	case Hyper:
		e := d.hyper(pos).Evaluate(pos)
		return MoneyEquities{
			Cubeless: p.Equity(), Owned: e.Owned, Centred: e.Centred, Jacoby: e.CentredJacoby, OppOwned: e.OppOwned,
		}, true
	case Bearoff2:
		t := d.twoSided(pos)
		e := t.Equities(pos)
		return MoneyEquities{
			Cubeless: e[bearoff.Cubeless], Owned: e[bearoff.Owned],
			Centred: e[bearoff.Centred], Jacoby: e[bearoff.Centred], OppOwned: e[bearoff.OppOwned],
		}, t.Cubeful()
	}
	return MoneyEquities{}, false
}

// RacesOf returns the races that include the position with exact values at any stakes, nil if
// no two-sided database has them; d may be nil.
func (d *Databases) RacesOf(pos *board.Position) *bearoff.Races {
	if d == nil {
		return nil
	}
	if t := d.twoSided(pos); t != nil && t.Races().Covers(pos) {
		return t.Races()
	}
	return nil
}

// find returns the class of a position that is not over, with the databases;
// class is its class without them. It is the class of a database only if the
// database knows the chances of all outcomes, gammons included.
func (d *Databases) find(pos *board.Position, class Class) (Class, bool) {
	switch {
	case d == nil:
		return class, false
	case d.hyper(pos) != nil:
		return Hyper, true
	case class != Race:
		return class, false
	case d.twoSided(pos) != nil:
		return Bearoff2, true
	case d.answering(pos) != nil:
		return Bearoff1, true
	}
	return class, false
}

// lookUp evaluates a position with the class that find returned.
func (d *Databases) lookUp(pos *board.Position, class Class) Probabilities {
	switch class {
	case Hyper:
		return d.hyper(pos).Evaluate(pos).Probabilities
	case Bearoff2:
		return Probabilities{Win: d.twoSided(pos).Equities(pos)[bearoff.Cubeless]/2 + 0.5}
	}
	return d.answering(pos).Evaluate(&pos.Own, &pos.Opp)
}

// hyper returns the first hypergammon database for the number of checkers in
// the position, or nil.
func (d *Databases) hyper(pos *board.Position) *bearoff.Hyper {
	for _, h := range d.Hyper {
		if h.Covers(pos) {
			return h
		}
	}
	return nil
}

// twoSided returns the first two-sided database that contains the position, or nil.
func (d *Databases) twoSided(pos *board.Position) *bearoff.TwoSided {
	for _, t := range d.TwoSided {
		if t.Covers(pos) {
			return t
		}
	}
	return nil
}

// answering returns the first one-sided database that knows all chances of the
// race, or nil.
func (d *Databases) answering(pos *board.Position) *bearoff.OneSided {
	for _, o := range d.OneSided {
		if o.Answers(pos) {
			return o
		}
	}
	return nil
}

// oneSided returns the first one-sided database that contains both sides of the
// race, or nil. Their gammons may be open.
func (d *Databases) oneSided(pos *board.Position) *bearoff.OneSided {
	for _, o := range d.OneSided {
		if o.Covers(&pos.Own) && o.Covers(&pos.Opp) {
			return o
		}
	}
	return nil
}

// home returns a one-sided database with the number of rolls that a side needs
// to bear off from its home board, nil if there is none.
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

// Names describes the databases by their contents, such as "two-sided 6x6
// cubeful", in order of priority. Databases with equal names give equal
// results.
func (d *Databases) Names() []string {
	if d == nil {
		return nil
	}
	var names []string
	for _, h := range d.Hyper {
		names = append(names, databaseName(h.Header()))
	}
	for _, t := range d.TwoSided {
		names = append(names, databaseName(t.Header()))
	}
	for _, o := range d.OneSided {
		names = append(names, databaseName(o.Header()))
	}
	return names
}

func databaseName(h bearoff.Header) string {
	name := fmt.Sprintf("%v %dx%d", h.Kind, h.Points, h.Checkers)
	if h.Normal {
		name += " normal"
	}
	if h.Cubeful {
		name += " cubeful"
	}
	return name
}

// Endings records the databases with which a long run began, so it can be
// resumed with the same ones.
type Endings struct {
	Bearoff   string   `json:"bearoff,omitempty"`           // value of the option, which may name files; empty if unknown
	Databases []string `json:"bearoff_databases,omitempty"` // descriptions, see [Databases.Names]
}

// NewEndings returns the record of databases that were selected by the text
// bearoff.
func NewEndings(bearoff string, d *Databases) Endings { return Endings{bearoff, d.Names()} }

// Check returns an error if d has other databases than those with which the run
// began. Their paths do not matter.
func (e *Endings) Check(d *Databases) error {
	if names := d.Names(); e.Bearoff != "" && !slices.Equal(names, e.Databases) {
		return fmt.Errorf("the run began with the bear-off databases %q, not with %q", e.Databases, names)
	}
	return nil
}
