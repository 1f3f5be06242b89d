package jetstream

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"gammonlab/internal/plaintext"
)

// Limits of what other machines say. Whatever they say, it is shown, stored and counted
// within these limits.
const (
	mostName  = 100     // letters of a name, such as that of a machine or a version
	mostText  = 1000    // letters of a reason
	mostList  = 1024    // entries of a list
	mostCores = 1024    // cores of a worker
	mostItems = 1 << 40 // items of a shard

	clocks = 24 * time.Hour // by which clocks of machines differ at most, where they count
)

// readable returns a text of another machine as one line without control characters, and
// with at most the given number of letters.
func readable(text string, letters int) string {
	if len(text) <= letters && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
		return text
	}
	return plaintext.Cut(plaintext.VisibleLine(text[:min(len(text), 4*letters)]), letters)
}

func readableAll(texts []string) []string {
	texts = slices.Clone(texts[:min(len(texts), mostList)])
	for i := range texts {
		texts[i] = readable(texts[i], mostName)
	}
	return texts
}

// within returns a number of another machine, between 0 and the limit.
func within[N int | int64 | float64](n, limit N) N {
	if n >= 0 { // false for NaN
		return min(n, limit)
	}
	return 0
}

// past returns a time of another machine, at the latest now.
func past(t time.Time) time.Time {
	if now := time.Now(); t.After(now) {
		return now
	}
	return t
}

// UnmarshalJSON reads what a worker says of itself, within limits.
func (w *Worker) UnmarshalJSON(data []byte) error {
	type unbound Worker
	if err := json.Unmarshal(data, (*unbound)(w)); err != nil {
		return err
	}
	w.Name, w.Class, w.Toolkit, w.Revision = readable(w.Name, mostName), readable(w.Class, mostName), readable(w.Toolkit, mostName), readable(w.Revision, mostName)
	w.Cores = within(w.Cores, mostCores)
	w.Kinds, w.Jobs, w.Error = readableAll(w.Kinds), readableAll(w.Jobs), readable(w.Error, mostText)
	for i, job := range slices.Sorted(maps.Keys(w.Unfit)) {
		reason := readable(w.Unfit[job], mostText)
		if delete(w.Unfit, job); i < mostList {
			w.Unfit[readable(job, mostName)] = reason
		}
	}
	w.CoreSeconds = within(w.CoreSeconds, (time.Since(w.Since)+clocks).Seconds()*float64(max(w.Cores, 1)))
	w.Since, w.Seen = past(w.Since), past(w.Seen)
	return nil
}

// UnmarshalJSON reads what a submitter says of its job, within limits.
func (p *Progress) UnmarshalJSON(data []byte) error {
	type unbound Progress
	if err := json.Unmarshal(data, (*unbound)(p)); err != nil {
		return err
	}
	for _, n := range []*int{&p.InFlight, &p.Cores, &p.Workers, &p.Audits, &p.Faults, &p.Again} {
		*n = within(*n, math.MaxInt32)
	}
	p.Rate, p.CoreSeconds = within(p.Rate, 1e12), within(p.CoreSeconds, 1e12)
	p.Note, p.Seen = readable(p.Note, mostText), past(p.Seen)
	return nil
}
