package evalbench

// WinShare returns the share of games that A won, with its interval of 95 %, over pairs
// if games were paired. A game stopped as too long counts as half won. [Elo] and
// [FIBS] convert the share to a difference of ratings.
func (r *Result) WinShare() Summary {
	var s Sample
	if r.Paired {
		for i, n := range r.PairWins {
			s.AddN(float64(i)/4, n)
		}
		return s.Summary()
	}
	s.AddN(1, r.A.Wins)
	s.AddN(0, r.B.Wins)
	s.AddN(0.5, r.Unfinished)
	return s.Summary()
}

// Superiority returns the likelihood that A scores more points than B in the
// long run (see [Sample.Superiority]).
func (r *Result) Superiority() float64 {
	s := r.sample()
	return s.Superiority()
}

// AdjustedSuperiority returns the same likelihood by the luck-adjusted result. It is
// meaningless unless luck was computed.
func (r *Result) AdjustedSuperiority() float64 { return r.adjusted.Superiority() }
