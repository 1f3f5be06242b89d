package wire

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
	MostName  = 100     // letters of a name, such as that of a machine or a version
	MostText  = 1000    // letters of a reason
	MostList  = 1024    // entries of a list
	MostCores = 1024    // cores of a worker
	MostItems = 1 << 40 // items of a shard

	clocks = 24 * time.Hour // by which clocks of machines differ at most, where they count
)

// Readable returns a text of another machine as one line without control characters, and
// with at most the given number of letters.
func Readable(text string, letters int) string {
	if len(text) <= letters && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
		return text
	}
	return plaintext.Cut(plaintext.VisibleLine(text[:min(len(text), 4*letters)]), letters)
}

func readableAll(texts []string) []string {
	texts = slices.Clone(texts[:min(len(texts), MostList)])
	for i := range texts {
		texts[i] = Readable(texts[i], MostName)
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
	w.Name, w.Class, w.Toolkit, w.Revision = Readable(w.Name, MostName), Readable(w.Class, MostName), Readable(w.Toolkit, MostName), Readable(w.Revision, MostName)
	w.Cores = within(w.Cores, MostCores)
	w.Kinds, w.Jobs, w.Error = readableAll(w.Kinds), readableAll(w.Jobs), Readable(w.Error, MostText)
	for i, job := range slices.Sorted(maps.Keys(w.Unfit)) {
		reason := Readable(w.Unfit[job], MostText)
		if delete(w.Unfit, job); i < MostList {
			w.Unfit[Readable(job, MostName)] = reason
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
	p.Note, p.Seen = Readable(p.Note, MostText), past(p.Seen)
	return nil
}
