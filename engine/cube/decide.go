package cube

import (
	"fmt"
	"math"

	"gammonlab/engine"
)

// Action is the correct cube action of both sides.
type Action uint8

// The actions. A player who is too good to double plays on for a gammon,
// although the opponent would pass, or would take and lose less that way.
const (
	NotAvailable   Action = iota // the player on roll may not double
	DeadCube                     // the present cube wins the match for the player
	NoDoubleTake                 // no double; the opponent would take
	NoDoubleBeaver               // no double; the opponent would beaver
	DoubleTake                   // double; the opponent takes
	DoubleBeaver                 // double; the opponent beavers, and the double is still correct
	DoublePass                   // double; the opponent passes
	TooGoodTake                  // play on; the opponent would have to take
	TooGoodPass                  // play on; the opponent would pass
	OptionalTake                 // a double does not change the equity; the opponent takes
	OptionalPass                 // a double does not change the equity; the opponent passes
	numActions
)

// actionNames has the names of the actions, with a verb for doubling.
var actionNames = [numActions]string{
	"%s not available", "never %s, dead cube", "no %s, take", "no %s, beaver", "%s, take", "%s, beaver", "%s, pass",
	"too good to %s, take", "too good to %s, pass", "optional %s, take", "optional %s, pass",
}

// Alternatives are the values of the cube actions, for the player on roll.
type Alternatives struct {
	NoDouble   float64 `json:"no_double"`
	DoubleTake float64 `json:"double_take"`
	DoublePass float64 `json:"double_pass"`
	Optimal    float64 `json:"optimal"` // with correct decisions of both sides
}

// Decision is a cube decision with its values. If the player may not double,
// all alternatives have the value of not doubling.
type Decision struct {
	Action   Action
	Redouble bool         // the player owns the cube
	Values   Alternatives // money equity or match-winning chance
	Equities Alternatives // as normalised equities
}

// Double reports whether the correct action is a double and the double changes
// the equity.
func (d *Decision) Double() bool {
	switch d.Action {
	case DoubleTake, DoubleBeaver, DoublePass:
		return true
	}
	return false
}

// Take reports whether a take is the correct answer to a double.
func (d *Decision) Take() bool {
	return d.Action != NotAvailable && d.Equities.DoubleTake <= d.Equities.DoublePass
}

// String returns the name of the action, such as "double, take" or "no
// redouble, pass".
func (d *Decision) String() string {
	verb := "double"
	if d.Redouble {
		verb = "redouble"
	}
	if d.Action >= numActions {
		return fmt.Sprintf("Action(%d)", d.Action)
	}
	return fmt.Sprintf(actionNames[d.Action], verb)
}

// Decide returns the cube decision of the player on roll in a position, without
// look-ahead; see [Stakes.Decision].
func (st *Stakes) Decide(l *Leaf) Decision {
	noDouble := st.NoDouble(l)
	if st.doubled == nil {
		return st.Decision(noDouble, noDouble, &l.Chances)
	}
	return st.Decision(noDouble, st.doubled.NoDouble(l), &l.Chances)
}

// Decision returns the cube decision from two values of a position, in both of
// which the player may not double now: noDouble at st and doubled at
// [Stakes.Doubled], in the unit of those stakes. The probabilities determine
// whether a player may play on for a gammon.
func (st *Stakes) Decision(noDouble, doubled float64, p *engine.Probabilities) Decision {
	d := Decision{Redouble: st.state.Owner == Player}
	if st.doubled == nil {
		d.Values = Alternatives{noDouble, noDouble, noDouble, noDouble}
	} else {
		d.Values = Alternatives{NoDouble: noDouble, DoubleTake: st.Take(doubled), DoublePass: st.Pass()}
	}
	e := &d.Equities
	e.NoDouble, e.DoubleTake, e.DoublePass = st.Equity(d.Values.NoDouble), st.Equity(d.Values.DoubleTake), st.Equity(d.Values.DoublePass)
	e.Optimal = e.NoDouble
	switch {
	case st.doubled != nil:
		d.Action, e.Optimal = st.choose(e, p)
	case st.match != nil && st.state.Owner != Opponent && !st.state.Crawford && !st.state.excludes(2*st.state.Cube):
		d.Action = DeadCube
	}
	d.Values.Optimal = st.FromEquity(e.Optimal)
	return d
}

// equal is the maximal difference of equities that count as equal.
const equal = 1e-5

// choose returns the action and its equity.
func (st *Stakes) choose(e *Alternatives, p *engine.Probabilities) (Action, float64) {
	nd, dt, dp := e.NoDouble, e.DoubleTake, e.DoublePass
	beaver := st.state.MayBeaver() && dt >= -2 && dt <= 0
	switch {
	case dt >= nd && dp >= nd && dp > dt:
		return doubleTake(nd, dt, beaver, p)
	case dt >= nd && dp >= nd:
		if math.Abs(nd-dp) <= equal && st.gammons(p) {
			return OptionalPass, dp
		}
		return DoublePass, dp
	case nd > dp && dt > dp:
		if !st.gammons(p) {
			return DoublePass, nd
		}
		return TooGoodPass, nd
	case nd > dp:
		return TooGoodTake, nd
	case beaver:
		return NoDoubleBeaver, nd
	}
	return NoDoubleTake, nd
}

// doubleTake returns the action and its equity if a double is not an error and
// is taken.
func doubleTake(nd, dt float64, beaver bool, p *engine.Probabilities) (Action, float64) {
	switch {
	case p[engine.Win] == 0:
		return NoDoubleTake, dt
	case beaver && 2*dt < nd:
		return NoDoubleBeaver, nd
	case beaver:
		return DoubleBeaver, dt
	case math.Abs(dt-nd) <= equal:
		return OptionalTake, dt
	}
	return DoubleTake, dt
}

// gammons reports whether the player on roll can win a gammon that counts.
func (st *Stakes) gammons(p *engine.Probabilities) bool {
	return p[engine.WinGammon] > 0 && (st.state.IsMatch() || st.gammonFactor > 0)
}
