package evalbench

import (
	"fmt"

	"gammonlab/board"
	rules "gammonlab/board/game"
	"gammonlab/engine/named"
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
	Jacoby bool `json:"jacoby,omitempty" default:"true" needs:"cubeful" help:"with --cubeful, Jacoby rule: gammons count only after a double"`

	// Length is the number of points of a match, 0 for money games. A match counts as one
	// game and scores 1 for its winner. Matches have the cube and the Crawford rule,
	// except matches to 1 point ("double match point"), which have neither of them and no
	// gammons.
	Length int `json:"match,omitempty" help:"play matches to <N> points; 0 for money games"`

	// Beavers is the maximal number of beavers after a double, by the two players in turn.
	Beavers int `json:"max_beavers,omitempty" needs:"cubeful" help:"with --cubeful, maximum number <N> of beavers after a double; 0 for none"`

	// AutoDoubles is the maximal number of automatic doubles a game.
	AutoDoubles int `json:"auto_doubles,omitempty" needs:"cubeful" help:"with --cubeful, equal dice in the first throw double the cube, at most <N> times a game; 0 for never"`

	// MET is the match equity table of the luck evaluator, the judge and the players
	// that accept one ([player.RulesPlayer]); zero for the default.
	MET named.MET `json:"met,omitzero" needs:"match"`
}

// Validate returns an error for values out of range and for rules that exclude each
// other. It names the settings.
func (r *Rules) Validate() error {
	const cubeful, jacoby, match, beavers, auto, met = setting.Name("cubeful"), setting.Name("jacoby"), setting.Name("match"), setting.Name("max_beavers"), setting.Name("auto_doubles"), setting.Name("met")
	switch {
	case r.Length < 0 || r.Length > board.MaxMatchLength:
		return setting.Errorf("%s is %d, want a match to 1 to %d points", match, r.Length, board.MaxMatchLength)
	case r.Length > 0 && r.Cube:
		return setting.Errorf("%s is for money games, want no %s: matches have their own cube", cubeful, match)
	case r.Jacoby && !r.Cube:
		return setting.Errorf("%s needs %s", jacoby, cubeful)
	case r.Beavers < 0 || r.Beavers > rules.MaxBeavers:
		return setting.Errorf("%s is %d, want 0 to %d", beavers, r.Beavers, rules.MaxBeavers)
	case r.Beavers > 0 && !r.Cube:
		return setting.Errorf("%s needs %s", beavers, cubeful)
	case r.AutoDoubles < 0 || r.AutoDoubles > rules.MaxAutoDoubles:
		return setting.Errorf("%s is %d, want 0 to %d", auto, r.AutoDoubles, rules.MaxAutoDoubles)
	case r.AutoDoubles > 0 && !r.Cube:
		return setting.Errorf("%s needs %s", auto, cubeful)
	case r.MET.Table != nil && r.Length == 0:
		return setting.Errorf("%s needs %s", met, match)
	}
	return nil
}

// Cubeless reports whether the games are money games without the cube.
func (r *Rules) Cubeless() bool { return !r.Cube && r.Length == 0 }

// Of returns the rules of games of the variant.
func (r *Rules) Of(v board.Variant) rules.Rules {
	return rules.Rules{Variant: v, Length: r.Length, NoCube: r.Cubeless(), Crawford: true, Jacoby: r.Jacoby, Beavers: r.Beavers, AutoDoubles: r.AutoDoubles}
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
	if r.MET.Table != nil {
		name += fmt.Sprintf(", table %s (%.8s)", r.MET.Table.Name(), r.MET.Table.Digest())
	}
	if r.Beavers > 0 {
		name += ", at most " + plaintext.Counted(r.Beavers, "beaver", "beavers")
	}
	if r.AutoDoubles > 0 {
		name += ", at most " + plaintext.Counted(r.AutoDoubles, "automatic double", "automatic doubles")
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
