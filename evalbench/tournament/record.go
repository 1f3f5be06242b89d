package tournament

import (
	"fmt"

	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/internal/plaintext"
)

// Record has a test and its result in JSON, as scores of A. Unknown numbers are nil.
type Record struct {
	A string `json:"a"`
	B string `json:"b"`

	Form string `json:"form"` // the rules in words
	evalbench.Conditions
	Decision string  `json:"decision"` // H0, H1 or undecided
	Unit     Unit    `json:"unit"`     // unit of the bounds: ppg or win_share
	E0       float64 `json:"e0"`
	E1       float64 `json:"e1"`
	Alpha    float64 `json:"alpha"`
	Beta     float64 `json:"beta"`
	Outcome
}

// Outcome has what a test has measured of A, in JSON.
type Outcome struct {
	LLR   *float64 `json:"llr" better:"higher" meaning:"log-likelihood ratio of the hypotheses H1 and H0"`
	Lower float64  `json:"llr_lower"`
	Upper float64  `json:"llr_upper"`
	Games int      `json:"games" unit:"games" meaning:"games or matches that were played"`
	Pairs int      `json:"pairs"`

	evalbench.PPG
	WinShare *float64 `json:"win_share" unit:"share" better:"higher" meaning:"share of games or matches that player a wins"`
	evalbench.EloDifference
	Superiority *float64 `json:"superiority" unit:"share" better:"higher" meaning:"probability that player a is the better one"`
	PairSD      *float64 `json:"pair_sd"` // standard deviation of a pair's mean, in the unit of the bounds
}

// Record returns the JSON record of the test and its verdict.
func (t *Test) Record(v *Verdict) *Record {
	h := t.Hypotheses()
	return &Record{
		A: t.A.Called(), B: t.B.Called(), Form: t.Rules.String(), Conditions: named.Identify(t.Conditions), Decision: v.Decision.String(),
		Unit: h.Unit, E0: h.E0, E1: h.E1, Alpha: h.Alpha, Beta: h.Beta,
		Outcome: v.outcome(),
	}
}

// outcome returns the numbers of the verdict.
func (v *Verdict) outcome() Outcome {
	return Outcome{
		LLR: plaintext.Known(v.LLR), Lower: v.Lower, Upper: v.Upper, Games: 2 * v.Pairs, Pairs: v.Pairs,
		PPG: evalbench.PPG(v.Points.Interval()), WinShare: plaintext.Known(v.Share.Center),
		EloDifference: evalbench.EloDifference(v.Share.Map(evalbench.Elo, 0, 1).Interval()),
		Superiority:   plaintext.Known(v.Superiority), PairSD: plaintext.Known(v.SD),
	}
}

// Text returns a sentence about the accepted hypothesis.
func (r *Record) Text() string {
	low, high := r.Unit.Bound(r.E0), r.Unit.Bound(r.E1)
	switch r.Decision {
	case evalbench.AcceptH0.String():
		return fmt.Sprintf("H0 accepted: A scores %s or less, rather than %s or more", low, high)
	case evalbench.AcceptH1.String():
		return fmt.Sprintf("H1 accepted: A scores %s or more, rather than %s or less", high, low)
	}
	return fmt.Sprintf("undecided between H0, that A scores %s or less, and H1, %s or more", low, high)
}
