package cube

// Shares are the cube efficiencies of a position by the state of the cube: the share of a live
// cube's value, 0 for a dead cube and 1 for a live one. A position in which the cube is worth
// more to its owner than perfect timing at its present chances has more than 1.
type Shares struct {
	Centred float64 `json:"centred"` // centred, in a game in which gammons count
	Jacoby  float64 `json:"jacoby"`  // centred, in a money game in which gammons do not count
	Owned   float64 `json:"owned"`   // owned by the player on roll
	Against float64 `json:"against"` // owned by the opponent
	Match   float64 `json:"match"`   // in matches, whoever owns the cube
}

// Same returns shares that are equal in all states.
func Same(x float64) Shares { return Shares{x, x, x, x, x} }

// of returns the efficiency at the stakes.
func (s *Shares) of(st *Stakes) float64 {
	if st.match != nil {
		return s.Match
	}
	return s.byOwner(st)
}

// byOwner returns the efficiency by the owner of the cube, also in matches.
func (s *Shares) byOwner(st *Stakes) float64 {
	return [NumOutputs]float64{s.Centred, s.Jacoby, s.Owned, s.Against}[st.Output()]
}
