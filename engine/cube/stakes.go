package cube

import (
	"fmt"

	"gammonlab/engine"
)

// Stakes is a [State] prepared to evaluate positions, see [Prepare]. It is
// read-only, and its methods do not allocate. Values are in the units of the
// package comment.
type Stakes struct {
	state   State
	met     *MET    // nil in money games
	swapped *Stakes // of the same state for the opponent
	doubled *Stakes // after double and take, nil if the player may not double

	gammonFactor float64 // in money games: 0 if gammons do not count
	match        *matchStakes
}

// Prepare returns the stakes of the state, linked to the stakes of all states
// that can follow. In a match met must not be nil.
func Prepare(s State, met *MET) (*Stakes, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if s.IsMatch() && met == nil {
		return nil, fmt.Errorf("a match to %d without a match equity table", s.Length)
	}
	return prepare(s, met, map[State]*Stakes{}), nil
}

// prepare returns the stakes of the state, from done if they are there.
func prepare(s State, met *MET, done map[State]*Stakes) *Stakes {
	if st := done[s]; st != nil {
		return st
	}
	st := &Stakes{state: s, gammonFactor: 1}
	g := s.Game()
	done[s] = st
	switch {
	case s.IsMatch():
		st.met, st.match = met, newMatchStakes(&s, met)
	case g.Counted(2) == 1:
		st.gammonFactor = 0
	}
	st.swapped = prepare(s.Swap(), met, done)
	if g.MayDouble() == nil {
		st.doubled = prepare(s.Double(), met, done)
	}
	return st
}

// State returns the state.
func (st *Stakes) State() State { return st.state }

// MET returns the match equity table of the stakes, nil in money games.
// [Prepare] with it and [Stakes.State] gives equal stakes.
func (st *Stakes) MET() *MET { return st.met }

// Swap returns the stakes of the same state with the opponent on roll.
func (st *Stakes) Swap() *Stakes { return st.swapped }

// Doubled returns the stakes after a double and a take, with the same player on
// roll, nil if that player may not double.
func (st *Stakes) Doubled() *Stakes { return st.doubled }

// DeadCube reports whether no double can help a side: the cube is dead in every position.
func (st *Stakes) DeadCube() bool { return st.match != nil && st.match.deadCube }

// Dead returns the value of a position with a dead cube.
func (st *Stakes) Dead(p *engine.Probabilities) float64 {
	if st.match != nil {
		g := newGame(p)
		return st.match.dead(&g)
	}
	return moneyDead(p, st.gammonFactor)
}

// Live returns the value with a live cube: both sides double at exactly the
// right moment.
func (st *Stakes) Live(p *engine.Probabilities) float64 {
	if st.match != nil {
		g := newGame(p)
		return st.match.live(&g, st.state.Owner)
	}
	return moneyLive(p, st.state.Owner, st.gammonFactor, st.state.doublesLeft())
}

// NoDouble returns the static value of a position if the player on roll does
// not double now.
func (st *Stakes) NoDouble(l *Leaf) float64 {
	switch {
	case st.match != nil:
		return st.matchValue(l)
	case l.Exact && st.state.MaxCube == 0:
		return exactMoney(&l.Money, &st.state)
	}
	return between(st.Dead(&l.Chances), st.Live(&l.Chances), l.share(st))
}

// Value returns the static value of a position if the player on roll chooses
// the better of doubling and not doubling.
func (st *Stakes) Value(l *Leaf) float64 {
	value := st.NoDouble(l)
	if st.doubled == nil {
		return value
	}
	return st.Better(value, st.doubled.NoDouble(l))
}

// Better returns the value of a position to a player who may double, from its
// values without a double and at [Stakes.Doubled], in the unit of those stakes.
func (st *Stakes) Better(noDouble, doubled float64) float64 {
	take, pass := st.Take(doubled), st.Pass()
	if take >= noDouble && pass >= noDouble {
		return min(take, pass)
	}
	return noDouble
}

// Take converts a value at [Stakes.Doubled] to the unit of these stakes: in a
// money game it is doubled.
func (st *Stakes) Take(doubled float64) float64 {
	if st.match != nil {
		return doubled
	}
	return 2 * doubled
}

// Pass returns the value to the player on roll of a double that is passed.
func (st *Stakes) Pass() float64 {
	if st.match != nil {
		return st.match.win[0]
	}
	return 1
}

// Flip converts a value to the opponent's point of view, at [Stakes.Swap].
func (st *Stakes) Flip(value float64) float64 {
	if st.match != nil {
		return 1 - value
	}
	return -value
}

// Equity converts a value to normalised equity. It returns 0 in a match that
// the game cannot change.
func (st *Stakes) Equity(value float64) float64 {
	if st.match != nil {
		return st.match.equity(value)
	}
	return value
}

// FromEquity converts a normalised equity to a value.
func (st *Stakes) FromEquity(equity float64) float64 {
	if st.match != nil {
		return st.match.fromEquity(equity)
	}
	return equity
}

// EquityError converts the standard error of a value to that of the normalised
// equity.
func (st *Stakes) EquityError(deviation float64) float64 {
	if st.match != nil {
		if h := st.match.half(); h > tinyStake {
			return deviation / h
		}
		return 0
	}
	return deviation
}

// Points returns the value of the finished game to the player on roll; result
// is 1 to 3 for a win of that many times the cube, -1 to -3 for a loss.
func (st *Stakes) Points(result int) float64 {
	switch {
	case st.match == nil && st.gammonFactor == 0:
		return float64(min(max(result, -1), 1))
	case st.match == nil:
		return float64(result)
	case result > 0:
		return st.match.win[result-1]
	}
	return st.match.lose[-result-1]
}

// between interpolates between the values with a dead and a live cube.
func between(dead, live, efficiency float64) float64 {
	return (1-efficiency)*dead + efficiency*live
}
