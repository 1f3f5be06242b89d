package evalbench

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/cube"
)

// Form says what is played for. The zero Form is cubeless money games.
type Form struct {
	// Length is the points that a match goes for; it stands in the place of a
	// game and scores 1 for who wins it. Cube and Crawford rule are in use, but
	// in matches to 1 point, where gammons do not count ("double match point").
	Length int

	// MET is the match equity table that players go by who can be told one, as
	// luck and judges do; nil for the default.
	MET *cube.MET

	Cube    bool // money games with the doubling cube
	Jacoby  bool // in these, gammons do not count before the cube is turned
	Beavers int  // so many may answer a double: by who was doubled, by who doubled …
}

// MaxBeavers is as many as the cube has room for.
const MaxBeavers = 12

// validate reports what does not go together.
func (f *Form) validate() error {
	switch {
	case f.Length < 0 || f.Length > board.MaxMatchLength:
		return fmt.Errorf("evalbench: matches to %d points, want 1 to %d", f.Length, board.MaxMatchLength)
	case f.Length > 0 && f.Cube:
		return fmt.Errorf("evalbench: matches to %d points have their own cube, want no cube of money games", f.Length)
	case f.Jacoby && !f.Cube:
		return fmt.Errorf("evalbench: the Jacoby rule in games without a cube, in which no gammon would count")
	case f.Beavers < 0 || f.Beavers > MaxBeavers:
		return fmt.Errorf("evalbench: %d beavers, want 0 to %d", f.Beavers, MaxBeavers)
	case f.Beavers > 0 && !f.Cube:
		return fmt.Errorf("evalbench: beavers, which money games with the cube have alone")
	case f.MET != nil && f.Length == 0:
		return fmt.Errorf("evalbench: a match equity table without matches")
	}
	return nil
}

// String names the form, such as "cubeless" or "7-point matches". Different forms
// have different names.
func (f Form) String() string {
	name := "cubeless"
	switch {
	case f.Length > 0:
		name = fmt.Sprintf("%d-point matches", f.Length)
	case f.Jacoby:
		name = "with the cube, Jacoby rule"
	case f.Cube:
		name = "with the cube"
	}
	if f.MET != nil {
		name += ", table " + f.tableName()
	}
	if f.Beavers > 0 {
		name += fmt.Sprintf(", at most %d beavers", f.Beavers)
	}
	return name
}

// tableName names the match equity table, "" for the default.
func (f *Form) tableName() string {
	if f.MET == nil {
		return ""
	}
	return fmt.Sprintf("%s (%.8s)", f.MET.Name(), f.MET.Digest())
}

// unit names what is counted.
func (f Form) unit() string {
	if f.Length > 1 {
		return "match"
	}
	return "game"
}

// units is the plural of unit.
func (f Form) units() string {
	if f.Length > 1 {
		return "matches"
	}
	return "games"
}
