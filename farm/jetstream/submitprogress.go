package jetstream

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"gammonlab/internal/plaintext"
)

// Done returns the number of taken items as text, with the total if the total is known.
func (p *Progress) Done() string {
	switch {
	case p.Of == 0:
		return fmt.Sprint(p.Items)
	case p.AtMost:
		return fmt.Sprintf("%d of at most %d", p.Items, p.Of)
	}
	return fmt.Sprintf("%d of %d", p.Items, p.Of)
}

// Left returns the remaining time of the job as text, estimated from the rate of the last
// half minute; "" if the time is unknown.
func (p *Progress) Left() string {
	if p.Of < p.Items || p.Of == 0 || p.Rate <= 0 {
		return ""
	}
	seconds := float64(p.Of-p.Items) / p.Rate
	if seconds > (1000 * 24 * time.Hour).Seconds() {
		return "over 1000 days"
	}
	left := time.Duration(seconds * float64(time.Second))
	text := left.Round(time.Second).String()
	if left > time.Hour {
		text = left.Round(time.Minute).String()
		text = text[:len(text)-len("0s")]
	}
	if p.AtMost {
		return "at most " + text
	}
	return text
}

// Unfit returns a line of text for each reason why workers do not fit the job with the ID,
// with the number of these workers.
func Unfit(job string, workers []Worker) []string {
	count := map[string]int{}
	for _, w := range workers {
		if reason := w.Unfit[job]; reason != "" {
			count[reason]++
		}
	}
	var all []string
	for _, reason := range slices.Sorted(maps.Keys(count)) {
		verb := "do"
		if count[reason] == 1 {
			verb = "does"
		}
		all = append(all, fmt.Sprintf("%s %s not fit: %s", plaintext.Counted(count[reason], "worker", "workers"), verb, reason))
	}
	return all
}
