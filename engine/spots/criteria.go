package spots

import (
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/board/pattern"
	"gammonlab/engine"
)

// Criteria select spots. The zero value selects all.
type Criteria struct {
	Kinds   []board.Kind     // one of these; nil for all
	Classes []engine.Class   // without databases, one of these; nil for all
	Where   *pattern.Pattern // nil for all
	Rolls   []board.Roll     // one of these rolls, in any order of the dice; nil for all, and for positions before the roll
	Player  string           // name in the record of the player who decided, case ignored; "" for both
	Lost    float64          // minimal cost of the decision in normalised equity, if known; 0 for any
}

// Matches reports whether a spot meets all criteria.
func (c *Criteria) Matches(s *Spot) bool {
	switch {
	case c.Kinds != nil && !board.IsOneOf(c.Kinds, &s.Position),
		c.Classes != nil && !slices.Contains(c.Classes, engine.ClassOf(&s.Position)),
		!c.Where.Matches(&s.Position, &s.Match),
		c.Rolls != nil && !slices.ContainsFunc(c.Rolls, func(r board.Roll) bool { return sameRoll(r, s.Match.Dice) }),
		c.Player != "" && !SameName(c.Player, s.Name):
		return false
	case c.Lost > 0:
		return s.Error != nil && s.Error.Equity >= c.Lost
	}
	return !s.NotDoubled // its position is that of the next spot
}

// sameRoll compares rolls, ignoring the order of the dice.
func sameRoll(a, b board.Roll) bool { return a == b || a == board.Roll{b[1], b[0]} }

// SameName reports whether names of players are equal, ignoring case and
// surrounding blanks.
func SameName(a, b string) bool {
	return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b))
}

// ParseRolls reads rolls joined by commas.
func ParseRolls(text string) (rolls []board.Roll, err error) {
	for word := range strings.SplitSeq(text, ",") {
		roll, err := board.ParseRoll(strings.TrimSpace(word))
		if err != nil {
			return nil, err
		}
		rolls = append(rolls, roll)
	}
	return rolls, nil
}
