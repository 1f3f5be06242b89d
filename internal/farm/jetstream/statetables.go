package jetstream

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"gammonlab/internal/plaintext"
)

// Headline returns the numbers of jobs, workers and cores as text.
func (s *State) Headline() string {
	cores := 0
	for _, w := range s.Workers {
		cores += w.Cores
	}
	return fmt.Sprintf("%s and %s with %s", plaintext.Counted(len(s.Jobs), "job", "jobs"), plaintext.Counted(len(s.Workers), "worker", "workers"), plaintext.Counted(cores, "core", "cores"))
}

// Tables returns the tables of jobs and workers that pages show.
func (s *State) Tables() []plaintext.Table {
	return []plaintext.Table{s.jobTable(), s.workerTable()}
}

// holder returns the name of the key, or the beginning of the key if it has no name.
func (s *State) holder(key string) string {
	if s.name != nil {
		if name := s.name(key); name != key {
			return name
		}
	}
	return fmt.Sprintf("%.12s", key)
}

// Problems returns the reasons why jobs wait.
func (s *State) Problems() []string {
	var all []string
	for _, j := range s.Jobs {
		switch {
		case j.Fault != "":
			all = append(all, j.ID+": "+j.Fault)
		case j.Paused:
			all = append(all, j.ID+" is paused.")
		case j.Deserted(s.At):
			all = append(all, j.ID+" waits for its command: start the same command again.")
		case len(s.Workers) == 0:
			all = append(all, j.ID+" waits for workers: none is there.")
		}
		if j.Progress.Note != "" {
			all = append(all, j.ID+": "+j.Progress.Note)
		}
		for _, why := range Unfit(j.ID, s.Workers) {
			all = append(all, j.ID+": "+why)
		}
	}
	return all
}

func (s *State) jobTable() plaintext.Table {
	t := plaintext.Table{Title: "Jobs", Head: []string{
		"job", "kind", "owner", "items", "items/s", "time left", "shards", "in flight", "workers", "core-hours", "again", "checked", "refused", "seen",
	}}
	for _, j := range s.Jobs {
		p := &j.Progress
		t.Rows = append(t.Rows, []string{
			j.ID, j.Description.Kind, s.holder(j.Owner), p.Done(), fmt.Sprintf("%.1f", p.Rate), p.Left(),
			strconv.FormatUint(p.Shards, 10), strconv.Itoa(p.InFlight),
			strconv.Itoa(p.Workers), hours(p.CoreSeconds), strconv.Itoa(p.Again), strconv.Itoa(p.Audits), strconv.Itoa(p.Faults), ago(s.At, p.Seen),
		})
	}
	return t
}

func (s *State) workerTable() plaintext.Table {
	t := plaintext.Table{Title: "Workers", Head: []string{"worker", "key", "class", "revision", "cores", "jobs", "shards", "core-hours", "seen", "does not fit", "last error"}}
	for _, w := range s.Workers {
		t.Rows = append(t.Rows, []string{
			w.Name, s.holder(w.Key), w.Class, fmt.Sprintf("%s %.12s", w.Toolkit, w.Revision), strconv.Itoa(w.Cores), strings.Join(w.Jobs, " "),
			strconv.FormatUint(w.Shards, 10), hours(w.CoreSeconds), ago(s.At, w.Seen), w.unfit(), fmt.Sprintf("%.80s", w.Error),
		})
	}
	return t
}

// unfit lists, as text, the jobs that the worker cannot run, with the reasons.
func (w *Worker) unfit() string {
	var all []string
	for _, job := range slices.Sorted(maps.Keys(w.Unfit)) {
		all = append(all, job+": "+w.Unfit[job])
	}
	return strings.Join(all, "; ")
}

// hours returns seconds as hours.
func hours(seconds float64) string { return fmt.Sprintf("%.2f", seconds/3600) }

// ago returns the time since then as text; "never" for the zero time.
func ago(now, then time.Time) string {
	if then.IsZero() {
		return "never"
	}
	return max(now.Sub(then), 0).Round(time.Second).String() + " ago"
}
