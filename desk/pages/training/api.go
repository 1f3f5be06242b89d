package training

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"gammonlab/desk/pages/live"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
	"gammonlab/evalbench/runs"
)

// apiPath is the path of the calls.
const apiPath = "/api/v1/runs"

// mostLines is the maximal number of lines of metrics in a response.
const mostLines = 10_000

// runAnswer is the state of a run.
type runAnswer struct {
	ID string `json:"id"`
	runs.Summary
	Note
}

// listAnswer is the list of all runs.
type listAnswer struct {
	Runs    []runAnswer `json:"runs"`
	Damaged []string    `json:"damaged"` // errors of folders that cannot be read
}

// metricsAnswer contains lines of the metrics of a run.
type metricsAnswer struct {
	Since int               `json:"since"` // number of lines before these
	Next  int               `json:"next"`  // since of the next call
	Lines []json.RawMessage `json:"lines"`
}

// list writes all runs.
func (s *server) list(w http.ResponseWriter, _ *http.Request) error {
	all, damaged, err := s.catalog.list()
	if err != nil {
		return err
	}
	a := listAnswer{Runs: []runAnswer{}, Damaged: []string{}}
	for _, r := range all {
		a.Runs = append(a.Runs, runAnswer{r.ID, r.Summarize(), s.notes.of(r.ID)})
	}
	for _, err := range damaged {
		a.Damaged = append(a.Damaged, err.Error())
	}
	return site.WriteJSON(w, http.StatusOK, &a)
}

// metrics writes lines of the metrics of a run.
func (s *server) metrics(w http.ResponseWriter, r *http.Request) error {
	run, err := s.one(r)
	if err != nil {
		return err
	}
	since := 0
	if text := r.URL.Query().Get("since"); text != "" {
		if since, err = strconv.Atoi(text); err != nil || since < 0 {
			return problem.Bad(fmt.Errorf("since is %.20q, want a number of lines", text))
		}
	}
	a, err := newMetrics(run.Run, since)
	if err != nil {
		return err
	}
	return site.WriteJSON(w, http.StatusOK, a)
}

func newMetrics(r *runs.Run, since int) (*metricsAnswer, error) {
	lines, err := r.Metrics(since, mostLines)
	if err != nil {
		return nil, err
	}
	return &metricsAnswer{since, since + len(lines), lines}, nil
}

// events streams the state of a run and new lines of its metrics.
func (s *server) events(w http.ResponseWriter, r *http.Request) error {
	first, err := s.one(r)
	if err != nil {
		return err
	}
	return s.live.Serve(w, r, "run "+first.ID, func() (live.Poll, error) {
		var seen *runs.Run
		next := 0
		return func(t *stream.Topic) (bool, error) {
			now, err := s.one(r)
			if err != nil || now.Run == seen {
				return false, err
			}
			seen = now.Run
			if err := t.PublishJSON(stream.State, &runAnswer{now.ID, now.Summarize(), s.notes.of(now.ID)}); err != nil {
				return false, err
			}
			if now.Lines() < next { // resuming the run removed lines after its checkpoint
				next = now.Lines()
			}
			a, err := newMetrics(now.Run, next)
			if err != nil || len(a.Lines) == 0 {
				return false, err
			}
			next = a.Next
			return false, t.PublishJSON(stream.Append, a)
		}, nil
	})
}
