package evalbench

import (
	"cmp"
	"fmt"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine/named"
	"gammonlab/engine/rules"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/setting"
)

// Conditions are the settings that all games of a results file share.
type Conditions struct {
	Rules   `group:"Rules, cube and score"`
	Variant board.Variant   `json:"variant" default:"backgammon" help:"variant <GAME>: {values}"`
	Bearoff named.Databases `json:"bearoff,omitzero" farm:"-"`
	Seed    uint64          `json:"seed" default:"1" help:"random seed <N>"`
}

// Rules are the rules of money games or matches. The zero Rules are cubeless money
// games.
type Rules struct {
	Cube bool `json:"cubeful,omitempty" help:"play money games with the doubling cube"`

	// Jacoby is the Jacoby rule: gammons do not count before the cube is turned.
	Jacoby rules.Jacoby `json:"jacoby,omitempty" needs:"cubeful"`

	// Length is the number of points of a match, 0 for money games. A match counts as one
	// game and scores 1 for its winner. Matches have the cube and the Crawford rule,
	// except matches to 1 point ("double match point"), which have neither of them and no
	// gammons.
	Length rules.Length `json:"match,omitempty"`

	// Beavers is the maximal number of beavers after a double, by the two players in turn.
	Beavers rules.Beavers `json:"max_beavers,omitempty" needs:"cubeful"`

	// AutoDoubles is the maximal number of automatic doubles a game.
	AutoDoubles rules.AutoDoubles `json:"auto_doubles,omitempty" needs:"cubeful"`

	// MET is the match equity table of the luck evaluator, the judge and the players
	// that accept one ([player.RulesPlayer]); zero for the default.
	MET named.MET `json:"met,omitzero" needs:"match"`
}

// Validate returns an error for values out of range and for rules that exclude each
// other. It names the settings.
func (r *Rules) Validate() error {
	const cubeful, match = setting.Name("cubeful"), setting.Name("match")
	return cmp.Or(
		setting.Check(cubeful, !r.Cube || r.Length == 0, "is for money games, want no %s: matches have their own cube", match),
		setting.CheckFields(r))
}

// Cubeless reports whether the games are money games without the cube.
func (r *Rules) Cubeless() bool { return !r.Cube && r.Length == 0 }

// Of returns the rules of games of the variant.
func (r *Rules) Of(v board.Variant) game.Rules {
	return game.Rules{
		Variant: v, Length: int(r.Length), NoCube: r.Cubeless(), Crawford: true,
		Jacoby: bool(r.Jacoby), Beavers: int(r.Beavers), AutoDoubles: int(r.AutoDoubles),
	}
}

// String names the rules, such as "cubeless" or "7-point matches". Different rules
// have different names.
func (r Rules) String() string {
	name := "cubeless"
	switch {
	case r.Length > 0:
		name = fmt.Sprintf("%d-point matches", r.Length)
	case bool(r.Jacoby):
		name = "with the cube, Jacoby rule"
	case r.Cube:
		name = "with the cube"
	}
	if r.MET.Table != nil {
		name += fmt.Sprintf(", table %s (%.8s)", r.MET.Table.Name(), r.MET.Table.Digest())
	}
	if r.Beavers > 0 {
		name += ", at most " + plaintext.Counted(int(r.Beavers), "beaver", "beavers")
	}
	if r.AutoDoubles > 0 {
		name += ", at most " + plaintext.Counted(int(r.AutoDoubles), "automatic double", "automatic doubles")
	}
	return name
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
