package evalbench

import (
	"fmt"

	"gammonlab/board"
	rules "gammonlab/board/game"
	"gammonlab/engine/cube"
)

// Rules are the rules of money games or matches. The zero Rules are cubeless money
// games.
type Rules struct {
	// Length is the number of points of a match, 0 for money games. A match counts as one
	// game and scores 1 for its winner. Matches have the cube and the Crawford rule,
	// except matches to 1 point ("double match point"), which have neither of them and no
	// gammons.
	Length int

	// MET is the match equity table of the luck evaluator, the judge and the players
	// that accept one ([selfplay.RulesPlayer]); nil for the default.
	MET *cube.MET

	Cube    bool // money games with the doubling cube
	Jacoby  bool // with Cube: gammons do not count before the cube is turned
	Beavers int  // maximal number of beavers after a double, by the two players in turn
}

// validate returns an error for values out of range and for rules that exclude each
// other.
func (r *Rules) validate() error {
	switch {
	case r.Length < 0 || r.Length > board.MaxMatchLength:
		return fmt.Errorf("evalbench: matches to %d points, want 1 to %d", r.Length, board.MaxMatchLength)
	case r.Length > 0 && r.Cube:
		return fmt.Errorf("evalbench: matches to %d points have their own cube, want no cube of money games", r.Length)
	case r.Jacoby && !r.Cube:
		return fmt.Errorf("evalbench: the Jacoby rule in games without a cube, in which no gammon would count")
	case r.Beavers < 0 || r.Beavers > rules.MaxBeavers:
		return fmt.Errorf("evalbench: %d beavers, want 0 to %d", r.Beavers, rules.MaxBeavers)
	case r.Beavers > 0 && !r.Cube:
		return fmt.Errorf("evalbench: beavers need money games with the cube")
	case r.MET != nil && r.Length == 0:
		return fmt.Errorf("evalbench: a match equity table without matches")
	}
	return nil
}

// String names the rules, such as "cubeless" or "7-point matches". Different rules
// have different names.
func (r Rules) String() string {
	name := "cubeless"
	switch {
	case r.Length > 0:
		name = fmt.Sprintf("%d-point matches", r.Length)
	case r.Jacoby:
		name = "with the cube, Jacoby rule"
	case r.Cube:
		name = "with the cube"
	}
	if r.MET != nil {
		name += ", table " + r.tableName()
	}
	if r.Beavers > 0 {
		name += fmt.Sprintf(", at most %d beavers", r.Beavers)
	}
	return name
}

// tableName returns the name of the match equity table, "" for the default.
func (r *Rules) tableName() string {
	if r.MET == nil {
		return ""
	}
	return fmt.Sprintf("%s (%.8s)", r.MET.Name(), r.MET.Digest())
}

// unit returns the noun for a unit: game or match.
func (r Rules) unit() string {
	if r.Length > 1 {
		return "match"
	}
	return "game"
}

// units returns the plural of unit.
func (r Rules) units() string {
	if r.Length > 1 {
		return "matches"
	}
	return "games"
}
