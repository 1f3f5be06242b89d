package engine

// Counts is the work of an evaluator: the cost of a search, on any machine.
type Counts struct {
	Evaluations int64 `json:"evaluations"` // positions that nets have evaluated
	Plays       int64 `json:"plays"`       // plays among which the nets have chosen
}

// Minus returns the work since an earlier count.
func (c Counts) Minus(earlier Counts) Counts {
	return Counts{c.Evaluations - earlier.Evaluations, c.Plays - earlier.Plays}
}

// Plus returns the sum of c and o.
func (c Counts) Plus(o Counts) Counts {
	return Counts{c.Evaluations + o.Evaluations, c.Plays + o.Plays}
}

// CountPlays adds plays that a caller compares by [Full.Evaluate].
func (f *Full) CountPlays(n int) {
	if s, ok := f.source.(interface{ CountPlays(n int) }); ok {
		s.CountPlays(n)
	}
}

// CountPlays adds plays that a caller compares by [Static.Evaluate].
func (s *Static) CountPlays(n int) { s.counts.Plays += int64(n) }

// Counts returns the work since the evaluator was made; clones count their own.
func (s *Static) Counts() Counts { return s.counts }

// Counts returns the work of the evaluator behind f, zero if it does not count.
func (f *Full) Counts() Counts {
	if s, ok := f.source.(interface{ Counts() Counts }); ok {
		return s.Counts()
	}
	return Counts{}
}
