package analysis

import "gammonlab/engine/cube"

// closeWithin is how much less than the right decision a double may be worth
// for the decision to count as close.
const closeWithin = 0.16

// negligible is a difference of equities that stems from rounding.
const negligible = 1e-7

// isClose reports whether a decision to double is close.
func isClose(e *cube.Alternatives) bool {
	return e.Optimal-min(e.DoubleTake, e.DoublePass) < closeWithin
}

// doubled returns the value of what the player did, given the best answer.
func doubled(v *cube.Alternatives, turned bool) float64 {
	if turned {
		return min(v.DoubleTake, v.DoublePass)
	}
	return v.NoDouble
}

// answered returns what the answer to a double lost.
func answered(v *cube.Alternatives, taken bool) float64 {
	if taken {
		return max(0, v.DoubleTake-v.DoublePass)
	}
	return max(0, v.DoublePass-v.DoubleTake)
}

// faultOfDouble says what is wrong with having doubled or not.
func faultOfDouble(e *cube.Alternatives, turned bool) Fault {
	switch {
	case e.Optimal-doubled(e, turned) <= negligible:
		return NoFault
	case turned && e.NoDouble > e.DoublePass:
		return LostGammon
	case turned:
		return EarlyDouble
	case e.DoubleTake > e.DoublePass:
		return MissedCash
	}
	return MissedDouble
}

// faultOfAnswer says what is wrong with a take or a pass.
func faultOfAnswer(e *cube.Alternatives, taken bool) Fault {
	switch {
	case answered(e, taken) <= negligible:
		return NoFault
	case taken:
		return WrongTake
	}
	return WrongPass
}
