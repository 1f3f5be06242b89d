package spots

import (
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/board/pattern"
	"gammonlab/engine"
)

// Criteria say which spots are searched. The zero value takes all.
type Criteria struct {
	Kinds   []pattern.Kind   // one of these; nil for all
	Classes []engine.Class   // one of these, as if there were no databases; nil for all
	Where   *pattern.Pattern // nil for all
	Rolls   []board.Roll     // one of these was thrown, whatever die first; nil for all, and before the dice
	Player  string           // who decided, by the name in the record, upper case or lower; "" for both
	Lost    float64          // normalised equity that the decision lost at least, where it is known; 0 for any
}

// Matches reports whether a spot meets all criteria.
func (c *Criteria) Matches(s *Spot) bool {
	switch {
	case c.Kinds != nil && !pattern.IsOneOf(c.Kinds, &s.Position),
		c.Classes != nil && !slices.Contains(c.Classes, engine.ClassOf(&s.Position)),
		!c.Where.Matches(&s.Position, &s.Match),
		c.Rolls != nil && !slices.ContainsFunc(c.Rolls, func(r board.Roll) bool { return sameRoll(r, s.Match.Dice) }),
		c.Player != "" && !SameName(c.Player, s.Name):
		return false
	case c.Lost > 0:
		return s.Lost != nil && *s.Lost >= c.Lost
	}
	return !s.NotDoubled // its position is that of the next spot
}

// sameRoll compares rolls without the order of the dice.
func sameRoll(a, b board.Roll) bool { return a == b || a == board.Roll{b[1], b[0]} }

// SameName reports whether names of players are equal but for upper and lower case and
// blanks around them.
func SameName(a, b string) bool {
	return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b))
}
