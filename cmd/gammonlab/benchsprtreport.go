package main

import (
	"fmt"
	"math"
	"strings"

	"gammonlab/evalbench/stats"
	"gammonlab/evalbench/tournament"
)

// verdictText says for people what a test has found.
func verdictText(test *tournament.Test, v *tournament.Verdict) string {
	var b strings.Builder
	fmt.Fprintf(&b, "A  %s   vs   B  %s     %d games in %d pairs\n", test.A.Name, test.B.Name, 2*v.Pairs, v.Pairs)
	fmt.Fprintf(&b, "%s\n", decisionText(test, v))
	fmt.Fprintf(&b, "LLR %+.3f, bounds %+.3f and %+.3f   alpha %g, beta %g%s\n",
		v.LLR, v.Lower, v.Upper, test.Alpha, test.Beta, expectedText(test, v))
	fmt.Fprintf(&b, "ppg  %s   Elo %s   A better: %.1f %%\n",
		marginText(&v.Points), eloText(&v.Share), 100*v.Superiority)
	for _, w := range v.Points.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", w)
	}
	return b.String()
}

// expectedText says how long the test was expected to be, with the spread that was
// found.
func expectedText(test *tournament.Test, v *tournament.Verdict) string {
	if !(v.SD > 0) {
		return ""
	}
	pairs := max(test.Expected(test.E0, v.SD), test.Expected(test.E1, v.SD))
	return fmt.Sprintf("   about %.0f games expected at either bound", 2*pairs)
}

// decisionText says which hypothesis is accepted.
func decisionText(test *tournament.Test, v *tournament.Verdict) string {
	low, high := boundText(test, test.E0), boundText(test, test.E1)
	switch v.Decision {
	case stats.AcceptH0:
		return fmt.Sprintf("H0 accepted: A scores %s or less, rather than %s or more", low, high)
	case stats.AcceptH1:
		return fmt.Sprintf("H1 accepted: A scores %s or more, rather than %s or less", high, low)
	}
	return fmt.Sprintf("undecided between H0, that A scores %s or less, and H1, %s or more", low, high)
}

// boundText writes a bound in the unit in which it was given.
func boundText(test *tournament.Test, e float64) string {
	if test.Unit == tournament.Share {
		return fmt.Sprintf("%+.4g Elo", stats.Elo(e))
	}
	return fmt.Sprintf("%+.4g ppg", e)
}

// marginText writes points per game in thousandths with their interval.
func marginText(s *stats.Summary) string {
	if math.IsInf(s.Margin(), 0) {
		return fmt.Sprintf("%+.1f mEq", 1000*s.Center)
	}
	return fmt.Sprintf("%+.1f ± %.1f mEq", 1000*s.Center, 1000*s.Margin())
}

// eloText writes what a share of wins is in Elo with its interval.
func eloText(share *stats.Summary) string {
	elo := share.Map(stats.Elo, 0, 1)
	return fmt.Sprintf("%+.1f (%+.1f to %+.1f)", elo.Center, elo.Low, elo.High)
}

// verdictRecord is a verdict in JSON. Numbers that the games do not give are
// null.
type verdictRecord struct {
	A string `json:"a"`
	B string `json:"b"`
	ledgerRecord
	Decision string   `json:"decision"` // H0, H1 or undecided
	Unit     string   `json:"unit"`     // of the bounds: ppg or win_share
	E0       float64  `json:"e0"`
	E1       float64  `json:"e1"`
	Alpha    float64  `json:"alpha"`
	Beta     float64  `json:"beta"`
	LLR      *float64 `json:"llr"`
	Lower    float64  `json:"llr_lower"`
	Upper    float64  `json:"llr_upper"`
	Games    int      `json:"games"`
	Pairs    int      `json:"pairs"`

	PPG         *float64 `json:"ppg"`
	PPGLow      *float64 `json:"ppg_low"`
	PPGHigh     *float64 `json:"ppg_high"`
	WinShare    *float64 `json:"win_share"`
	Elo         *float64 `json:"elo"`
	EloLow      *float64 `json:"elo_low"`
	EloHigh     *float64 `json:"elo_high"`
	Superiority float64  `json:"superiority"`
	PairSD      *float64 `json:"pair_sd"` // in the unit of the bounds
}

func verdictJSON(test *tournament.Test, v *tournament.Verdict, l *tournament.Ledger) *verdictRecord {
	unit := "ppg"
	if test.Unit == tournament.Share {
		unit = "win_share"
	}
	elo := v.Share.Map(stats.Elo, 0, 1)
	return &verdictRecord{
		A: test.A.Name, B: test.B.Name, ledgerRecord: ledgerJSON(l), Decision: v.Decision.String(), Unit: unit,
		E0: test.E0, E1: test.E1, Alpha: test.Alpha, Beta: test.Beta,
		LLR: finite(v.LLR), Lower: v.Lower, Upper: v.Upper, Games: 2 * v.Pairs, Pairs: v.Pairs,
		PPG: finite(v.Points.Center), PPGLow: finite(v.Points.Low), PPGHigh: finite(v.Points.High),
		WinShare: finite(v.Share.Center), Elo: finite(elo.Center), EloLow: finite(elo.Low), EloHigh: finite(elo.High),
		Superiority: v.Superiority, PairSD: finite(v.SD),
	}
}

// finite returns a number for JSON, which has neither infinities nor NaN.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}
