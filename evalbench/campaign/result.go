package campaign

import (
	"fmt"
	"strings"

	"gammonlab/engine/analysis"
	"gammonlab/evalbench"
	"gammonlab/internal/plaintext"
)

// Result has the error rates of a campaign, of both sides together.
type Result struct {
	Games    int      `json:"games" unit:"games" meaning:"games of the campaign"`     // of the campaign
	Analysed int      `json:"analysed" unit:"games" meaning:"games with an analysis"` // of these, in the files
	Files    int      `json:"files"`
	Programs []string `json:"programs"` // that made the analyses
	Missing  int      `json:"missing"`  // decisions with a choice that the files do not evaluate
	Rates    []Rate   `json:"rates"`

	rates []evalbench.Ratio
}

// Rate is an error rate with its interval of 95 %, over games. It is null without decisions,
// the ends with fewer than two games.
type Rate struct {
	Rate analysis.Rate `json:"rate"`
	evalbench.Interval
	Counted int `json:"counted"` // decisions, or rolls, by which the error is divided; each side counts the rolls of both

	summary evalbench.Summary
}

// finish computes the rates.
func (r *Result) finish() *Result {
	for k, rate := range analysis.Rates() {
		s := r.rates[k].Summary()
		r.Rates = append(r.Rates, Rate{rate, s.Interval(), int(r.rates[k].Items()), s})
	}
	return r
}

// Text returns the result as a table.
func (r *Result) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s of %s games analysed by %s, in %s\n\n", plaintext.Thousands(r.Analysed), plaintext.Thousands(r.Games),
		strings.Join(r.Programs, " and "), plaintext.Counted(r.Files, "file", "files"))
	t := plaintext.Table{Head: []string{"error rate", "95 %", "over"}, Left: []int{0, 2}}
	for _, rate := range r.Rates {
		s := &rate.summary
		interval := plaintext.OrUnknown("%.3f", s.Center) + " ± " + plaintext.OrUnknown("%.3f", s.Margin())
		t.Add(rate.Rate.String(), interval, plaintext.Thousands(rate.Counted)+" "+rate.Rate.Counted())
	}
	b.WriteString(t.Text())
	if r.Missing > 0 {
		fmt.Fprintf(&b, "\nThe files do not evaluate %s, which do not count.\n", plaintext.Counted(r.Missing, "decision", "decisions"))
	}
	for _, warning := range r.Rates[analysis.XGRate].summary.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", warning)
	}
	return b.String()
}
