package wire

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"gammonlab/internal/plaintext"
)

// stateTimeout is the maximal time that a page or the metrics wait for the server.
const stateTimeout = 5 * time.Second

// State contains the jobs and workers of a farm at one time.
type State struct {
	At      time.Time
	Jobs    []JobState
	Workers []Worker
	// NameOf returns the name of a key, or the key if it has no name; nil if names are not
	// known.
	NameOf func(key string) string `json:"-"`
}

// State reads the jobs, the oldest first, and the workers, ordered by name. If the server
// is unreachable, it returns an error at once.
func (c *Client) State(ctx context.Context) (*State, error) {
	if !c.conn.IsConnected() {
		return nil, c.unreachable()
	}
	ctx, cancel := context.WithTimeout(ctx, stateTimeout)
	defer cancel()
	jobs, err := c.Jobs(ctx)
	if err != nil {
		return nil, c.orUnreachable(err)
	}
	workers, err := c.Workers(ctx)
	if err != nil {
		return nil, c.orUnreachable(err)
	}
	slices.SortFunc(jobs, func(a, b JobState) int { return a.Since.Compare(b.Since) })
	slices.SortFunc(workers, func(a, b Worker) int { return strings.Compare(a.Name+a.Instance, b.Name+b.Instance) })
	return &State{At: time.Now(), Jobs: jobs, Workers: workers}, nil
}

// orUnreachable returns err, or unreachable if there is no connection to the server.
func (c *Client) orUnreachable(err error) error {
	if c.conn.IsConnected() {
		return fmt.Errorf("the server %s: %w", c.url, err)
	}
	return c.unreachable()
}

// unreachable returns the error for a missing connection, with the reason.
func (c *Client) unreachable() error {
	if why := c.lostBy(); why != nil {
		return fmt.Errorf("the server %s cannot be reached: %w", c.url, why)
	}
	return fmt.Errorf("the server %s cannot be reached", c.url)
}

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

// Holder returns the name of the key, or the beginning of the key if it has no name.
func (s *State) Holder(key string) string {
	if s.NameOf != nil {
		if name := s.NameOf(key); name != key {
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
			j.ID, j.Description.Kind, s.Holder(j.Owner), j.state(s.At), p.Done(), fmt.Sprintf("%.1f", p.Rate), p.Left(),
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
			w.Name, s.Holder(w.Key), w.Class, fmt.Sprintf("%s %.12s", w.Toolkit, w.Revision), strconv.Itoa(w.Cores), strings.Join(w.Jobs, " "),
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
