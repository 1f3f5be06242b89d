package features

// Groups of inputs that several sets share. The points of a side form three
// groups by that side's own numbering.
const (
	groupBar  = "bar"  // checkers on the bar, of both sides
	groupOff  = "off"  // checkers borne off, of both sides
	groupTurn = "turn" // who is on roll
)

// pointGroup returns the group of the inputs for the checkers of a side ("own"
// or "opp") on a point, in that side's numbering.
func pointGroup(side string, point int) string {
	switch {
	case point <= 6:
		return side + " home points"
	case point <= 18:
		return side + " outer points"
	}
	return side + " back points"
}
