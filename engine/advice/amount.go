package advice

import "gammonlab/engine/cube"

// Amount is a cost or luck in two units.
type Amount struct {
	Equity float64 `json:"cubeful_equity"` // normalised
	Cost   float64 `json:"cost"`           // points or match-winning chance
}

// NewAmount returns the amount of a difference of values at the stakes.
func NewAmount(st *cube.Stakes, difference float64) Amount {
	if state := st.State(); !state.IsMatch() {
		return Amount{difference, difference * float64(state.Cube)}
	}
	return Amount{st.EquityError(difference), difference}
}

// AmountOfEquity returns the amount of a difference of normalised equities at the
// stakes.
func AmountOfEquity(st *cube.Stakes, difference float64) Amount {
	if state := st.State(); !state.IsMatch() {
		return Amount{difference, difference * float64(state.Cube)}
	}
	return Amount{difference, st.FromEquity(difference) - st.FromEquity(0)}
}

// Plus returns the sum of a and b.
func (a Amount) Plus(b Amount) Amount { return Amount{a.Equity + b.Equity, a.Cost + b.Cost} }

// Over returns the amount divided by n.
func (a Amount) Over(n int) Amount { return Amount{a.Equity / float64(n), a.Cost / float64(n)} }
