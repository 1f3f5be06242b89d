package reason

import (
	"fmt"

	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

const (
	manyLosers  = 0.25 // share of exchanges that lose the market, from which it is a reason to double
	fewLosers   = 0.2  // and up to which it is one to wait
	manyGammons = 0.2  // share of games won by a gammon from which it is a reason to play on
)

// OfCube says why a decision on the cube is a fault, by the verdict at the stakes.
// The share of market losers ([advice.Adviser.MarketLosers]) is nil if it is not known.
func OfCube(v *cube.Verdict, st *cube.Stakes, fault advice.Fault, losers *float64) Reason {
	if v == nil || st == nil {
		return Reason{}
	}
	c := cubeReason{verdict: v, windows: windows(v, st), prices: st.Prices(), losers: losers}
	r := Reason{fault: fault}
	for _, q := range c.of(fault) {
		if q.Holds() {
			r.Gains = append(r.Gains, q)
		}
	}
	return r
}

// windows returns the market windows at the present cube, with the gammons of the position. The
// prices of the game are those of the window, so both are right for the score.
func windows(v *cube.Verdict, st *cube.Stakes) []cube.Windows {
	p := v.Probabilities()
	own, opp := cube.OutcomesOf(&p)
	report, err := cube.NewReport(st.State(), st.MET(), [2]cube.Outcomes{own, opp})
	if err != nil {
		return nil
	}
	state := st.State()
	var now []cube.Windows
	for _, w := range report.Windows {
		if w.Cube == 0 || w.Cube == state.Cube {
			now = append(now, w)
		}
	}
	return now
}

// cubeReason has what the quantities of a cube decision are computed from.
type cubeReason struct {
	verdict *cube.Verdict
	windows []cube.Windows
	prices  cube.Prices
	losers  *float64
}

// of returns the quantities for a fault.
func (c *cubeReason) of(fault advice.Fault) []Quantity {
	win := float64(c.verdict.Win)
	takePoint := func(w *cube.Windows) *float64 { return w.Opponent.Take }
	switch fault {
	case advice.WrongTake:
		return c.beside("the player who takes wins %s of the games, below the take point of %s (%s cube)", 1-win, false, takePoint)
	case advice.WrongPass:
		return c.beside("the player who passes would win %s of the games, above the take point of %s (%s cube)", 1-win, true, takePoint)
	case advice.MissedDouble:
		return c.market(true)
	case advice.WrongDouble:
		if all := c.market(false); all != nil {
			return all
		}
		return c.beside("the double comes with %s of the games won, below the doubling point of %s (%s cube)", win, false, func(w *cube.Windows) *float64 { return w.Player.Double })
	case advice.MissedCash:
		return c.beside("a double wins at once: %s of the games won are above the cash point of %s (%s cube)", win, true, func(w *cube.Windows) *float64 { return w.Player.Cash })
	case advice.LostGammon:
		return c.gammons()
	}
	return nil
}

// beside returns the chance beside the points of the windows: the highest point below it, or the
// lowest above it, as the fault demands. There is none if all points are on the other side.
func (c *cubeReason) beside(format string, chance float64, above bool, of func(w *cube.Windows) *float64) []Quantity {
	var found *float64
	var after cube.Assumption
	for i := range c.windows {
		w := &c.windows[i]
		point := of(w)
		switch {
		case point == nil || *point <= 0 || *point >= 1:
		case above && chance > *point && (found == nil || *point > *found), !above && chance < *point && (found == nil || *point < *found):
			found, after = point, w.After
		}
	}
	if found == nil || percent(chance) == percent(*found) {
		return nil
	}
	return []Quantity{{"winning chance", chance, *found, above, fmt.Sprintf(format, percent(chance), percent(*found), after)}}
}

// market returns the market losers if they are many, for a double, or few, against one.
func (c *cubeReason) market(many bool) []Quantity {
	switch {
	case c.losers == nil:
		return nil
	case many && *c.losers >= manyLosers:
		return []Quantity{{"market losers", *c.losers, fewLosers, true,
			fmt.Sprintf("%s of the exchanges of a roll each lose the market: the opponent takes now and would then pass", percent(*c.losers))}}
	case !many && *c.losers <= fewLosers:
		return []Quantity{{"market losers", *c.losers, manyLosers, false,
			fmt.Sprintf("only %s of the exchanges of a roll each lose the market, so the double can wait", percent(*c.losers))}}
	}
	return nil
}

// gammons returns the gammons for which it is right to play on, if they are many and have a price.
func (c *cubeReason) gammons() []Quantity {
	won := float64(c.verdict.Probabilities()[engine.WinGammon])
	if c.prices.WinGammon <= 0 || c.verdict.NoDouble <= c.verdict.DoublePass {
		return nil
	}
	return []Quantity{{"gammons won", won, manyGammons, true, fmt.Sprintf("%s of the games are won by a gammon, at a gammon price of %.2f: playing on is worth %.3f, a pass %.3f",
		percent(won), c.prices.WinGammon/2, c.verdict.NoDouble, c.verdict.DoublePass)}}
}
