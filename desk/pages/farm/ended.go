package farm

import (
	"fmt"
	"slices"
	"time"

	"gammonlab/farm/wire"
	"gammonlab/internal/plaintext"
)

// mostEnded is the number of ended jobs that are kept.
const mostEnded = 50

// watched is the time between two looks at the farm while no page is open.
const watched = 15 * time.Second

// ended is a job that has left the farm, as it was when it was last seen.
type ended struct {
	ID    string    `json:"id"`
	Kind  string    `json:"kind"`
	Owner string    `json:"owner"`
	Items uint64    `json:"items"`
	Of    uint64    `json:"of,omitempty"`
	Ended time.Time `json:"ended"` // about

	Done        string  `json:"-"`
	CoreSeconds float64 `json:"core_seconds"`
}

// remember keeps the jobs of the state before that the state now lacks. The caller holds the lock.
func (s *server) remember(before, now *wire.State) {
	if before == nil || now == nil {
		return
	}
	for i := range before.Jobs {
		j := &before.Jobs[i]
		same := func(other wire.JobState) bool { return other.ID == j.ID && other.Owner == j.Owner }
		if slices.ContainsFunc(now.Jobs, same) {
			continue
		}
		s.ended = slices.Insert(s.ended, 0, ended{
			ID: j.ID, Kind: j.Description.Kind, Owner: j.Owner, Items: j.Progress.Items, Of: j.Progress.Of, Ended: now.At,
			Done: j.Progress.Done(), CoreSeconds: j.Progress.CoreSeconds,
		})
	}
	s.ended = slices.DeleteFunc(s.ended, func(e ended) bool { // it was submitted again
		return slices.ContainsFunc(now.Jobs, func(j wire.JobState) bool { return j.ID == e.ID && j.Owner == e.Owner })
	})
	s.ended = s.ended[:min(len(s.ended), mostEnded)]
}

// watch looks at the farm until stop is closed, so that jobs which end while no page is open are
// remembered, too.
func (s *server) watch(stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		case <-time.After(watched):
			s.current() // an error is shown by the pages
		}
	}
}

// endedTable returns the table of jobs that have ended.
func endedTable(all []ended) plaintext.Table {
	t := plaintext.Table{Title: "Ended jobs", Left: []int{0, 1, 2}, Head: []string{"job", "kind", "owner", "items", "core-hours", "ended"}}
	for _, e := range all {
		const secondsPerHour = 3600
		t.Add(e.ID, e.Kind, fmt.Sprintf("%.12s", e.Owner), e.Done, fmt.Sprintf("%.2f", e.CoreSeconds/secondsPerHour), e.Ended.Format("2 Jan 15:04"))
	}
	return t
}
