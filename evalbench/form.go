package evalbench

import (
	"fmt"

	"gammonlab/board"
)

// Form says what is played for. The zero Form is cubeless money games.
type Form struct {
	// Length is the points that a match goes for; it stands in the place of a
	// game and scores 1 for who wins it. Cube and Crawford rule are in use, but
	// in matches to 1 point, where gammons do not count ("double match point").
	Length int

	Cube   bool // money games with the doubling cube, without beavers
	Jacoby bool // in these, gammons do not count before the cube is turned
}

// validate reports what does not go together.
func (f *Form) validate() error {
	switch {
	case f.Length < 0 || f.Length > board.MaxMatchLength:
		return fmt.Errorf("evalbench: matches to %d points, want 1 to %d", f.Length, board.MaxMatchLength)
	case f.Length > 0 && f.Cube:
		return fmt.Errorf("evalbench: matches to %d points have their own cube, want no cube of money games", f.Length)
	case f.Jacoby && !f.Cube:
		return fmt.Errorf("evalbench: the Jacoby rule in games without a cube, in which no gammon would count")
	}
	return nil
}

// String names the form, such as "cubeless" or "7-point matches".
func (f Form) String() string {
	switch {
	case f.Length > 0:
		return fmt.Sprintf("%d-point matches", f.Length)
	case f.Jacoby:
		return "with the cube, Jacoby rule"
	case f.Cube:
		return "with the cube"
	}
	return "cubeless"
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
