package engine

import (
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/internal/plaintext"
)

// MoneyReport contains the exact equities of a money game and the correct cube
// actions, for text and JSON output.
type MoneyReport struct {
	MoneyEquities
	Double   string `json:"double"`   // action with a centred cube
	Redouble string `json:"redouble"` // action of a player who owns it
}

// moneyReport returns the databases' values, nil if none contains the position.
func (d *Databases) moneyReport(pos *board.Position) *MoneyReport {
	e, ok := d.MoneyEquities(pos)
	if !ok {
		return nil
	}
	return &MoneyReport{
		MoneyEquities: e,
		Double:        cubeAction("double", e.Jacoby, e.OppOwned, true),
		Redouble:      cubeAction("redouble", e.Owned, e.OppOwned, false),
	}
}

// cubeAction returns the correct action. noDouble is the equity without a double;
// oppOwned is the equity with the cube owned by the opponent, at half the stake after a
// double. The opponent may beaver a double that costs the player points.
func cubeAction(double string, noDouble, oppOwned float32, beavers bool) string {
	take := 2 * oppOwned
	best := min(take, 1)
	answer := "take"
	switch {
	case take > 1:
		answer = "pass"
	case take < 0 && beavers:
		answer = "beaver"
	}
	switch {
	case best >= noDouble:
		return plaintext.Capital(double) + ", " + answer
	case take > 1:
		return "Too good to " + double + ", " + answer
	}
	return "No " + double + ", " + answer
}

// Text formats the equities and actions as text. The databases have the equities of not
// doubling this turn.
func (m *MoneyReport) Text() string {
	var b strings.Builder
	row := func(name string, equity float32) {
		fmt.Fprintf(&b, "%-28s %s\n", name, plaintext.Signed(equity, 4))
	}
	row("cubeless", m.Cubeless)
	row("player's cube, no redouble", m.Owned)
	row("centred cube, no double", m.Centred)
	if m.Jacoby != m.Centred {
		row("the same, Jacoby rule", m.Jacoby)
	}
	row("double, take", 2*m.OppOwned)
	row("opponent owns the cube", m.OppOwned)
	fmt.Fprintf(&b, "\ncentred cube:          %s\nplayer owns the cube:  %s\n", m.Double, m.Redouble)
	return b.String()
}
