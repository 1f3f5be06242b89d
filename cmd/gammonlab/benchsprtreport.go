package main

import (
	"fmt"
	"math"
	"strings"

	"gammonlab/evalbench/stats"
	"gammonlab/evalbench/tournament"
)

// verdictText says for people what a test has found; r is its record.
func verdictText(test *tournament.Test, v *tournament.Verdict, r *tournament.Record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "A  %s   vs   B  %s     %d games in %d pairs\n", test.A.Name, test.B.Name, 2*v.Pairs, v.Pairs)
	fmt.Fprintf(&b, "%s\n", r.Text())
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
