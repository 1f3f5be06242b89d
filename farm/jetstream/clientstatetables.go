package jetstream

import (
	"cmp"
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
	return []plaintext.Table{s.JobTable(0), s.WorkerTable()}
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

// JobTable returns the table of jobs, with their costs unless the price of a core-hour is 0.
func (s *State) JobTable(price float64) plaintext.Table {
	t := plaintext.Table{Title: "Jobs", Left: []int{0, 1, 2, 3}, Head: []string{
		"job", "kind", "owner", "state", "items", "items/s", "time left", "shards", "in flight", "again", "workers", "cores", "core-hours", "checks", "refused", "seen",
	}}
	if price > 0 {
		t.Head = append(t.Head, "cost")
	}
	for _, j := range s.Jobs {
		p := &j.Progress
		row := []string{
			j.ID, j.Description.Kind, s.holder(j.Owner), j.state(s.At), p.Done(), fmt.Sprintf("%.1f", p.Rate), p.Left(),
			strconv.FormatUint(p.Shards, 10), strconv.Itoa(p.InFlight), strconv.Itoa(p.Again), strconv.Itoa(p.Workers), strconv.Itoa(p.Cores),
			hours(p.CoreSeconds), strconv.Itoa(p.Audits), strconv.Itoa(p.Faults), ago(s.At, p.Seen),
		}
		if price > 0 {
			row = append(row, fmt.Sprintf("%.2f", p.CoreSeconds/3600*price))
		}
		t.Add(row...)
	}
	return t
}

// state describes the state of the job at a time.
func (j *JobState) state(at time.Time) string {
	switch {
	case j.Fault != "":
		return "unreadable"
	case j.Paused:
		return "paused"
	case j.Deserted(at):
		return "its command is away"
	}
	return cmp.Or(j.Progress.Note, "running")
}

// WorkerTable returns the table of workers.
func (s *State) WorkerTable() plaintext.Table {
	t := plaintext.Table{Title: "Workers", Left: []int{0, 1, 2, 3, 9, 10}, Head: []string{
		"worker", "key", "class", "revision", "cores", "jobs", "shards", "core-hours", "seen", "does not fit", "last error",
	}}
	for _, w := range s.Workers {
		t.Add(
			w.Name, s.holder(w.Key), w.Class, fmt.Sprintf("%s %.12s", w.Toolkit, w.Revision), strconv.Itoa(w.Cores), strings.Join(w.Jobs, " "),
			strconv.FormatUint(w.Shards, 10), hours(w.CoreSeconds), ago(s.At, w.Seen), w.unfit(), fmt.Sprintf("%.80s", w.Error),
		)
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
