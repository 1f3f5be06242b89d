package analyse

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"gammonlab/cmd/gammonlab/internal/web/api"
	"gammonlab/cmd/gammonlab/internal/web/lab"
	"gammonlab/cmd/gammonlab/internal/web/models"
	"gammonlab/cmd/gammonlab/internal/web/problem"
	"gammonlab/cmd/gammonlab/internal/web/work"
	"gammonlab/engine/cube"
)

const (
	rolloutsPath   = path + "/rollouts"
	keepRollouts   = 32
	mostTrials     = 46_656 // trials of an alternative; the API allows more
	mostCandidates = 10
)

// trialCounts are the numbers of trials to choose from.
var trialCounts = []int{360, 1296, 5184, 20_736, mostTrials}

// rollouts are the rollouts that the page started, with data that the API does not keep.
type rollouts struct {
	*api.Rollouts
	lab *lab.Lab

	mu    sync.Mutex
	all   map[string]*rolloutRun
	order []string // IDs, the oldest first
}

// rolloutRun is a rollout with the data to continue it.
type rolloutRun struct {
	api.Rollout
	Job   *work.Job
	Began time.Time
	Link  string // address of the position

	state string // file with the trials, "" for none
	known int    // number of trials at its start
}

func newRollouts(l *lab.Lab, of *api.Rollouts) *rollouts {
	return &rollouts{Rollouts: of, lab: l, all: map[string]*rolloutRun{}}
}

// start starts the rollout of a form and returns its address.
func (all *rollouts) start(r *http.Request) (string, error) {
	run := &rolloutRun{Rollout: *api.NewRollout()}
	if err := run.read(r); err != nil {
		return "", err
	}
	model, err := all.lab.Models.Find(run.Model)
	if err != nil {
		return "", err
	}
	x, err := parse(run.Position, model.Variant())
	if err != nil {
		return "", problem.Bad(err)
	}
	run.Position = x.String()
	state, err := cube.FromMatch(&x.Match)
	if err != nil {
		return "", problem.Bad(err)
	}
	run.Cubeful = true
	run.Double = (!x.Match.Dice.Valid() || x.Match.Doubled) && state.MayDouble()
	run.Link = (&question{XGID: x, Model: model.Name, Plies: usualPlies, Left: isLeft(r.Form), lab: all.lab}).Link(-1)
	return all.begin(run)
}

// read reads the fields of a form.
func (run *rolloutRun) read(r *http.Request) error {
	run.Position, run.Model = r.FormValue("xgid"), r.FormValue("model")
	for _, f := range []struct {
		name        string
		into        *int
		least, most int
	}{
		{"trials", &run.Trials, 1, mostTrials}, {"plies", &run.Plies, 0, models.MaxPlies}, {"candidates", &run.Candidates, 1, mostCandidates},
	} {
		text := r.FormValue(f.name)
		n, err := strconv.Atoi(text)
		if err != nil || n < f.least || n > f.most {
			return problem.Bad(fmt.Errorf("%s is %q, want %d to %d", f.name, text, f.least, f.most))
		}
		*f.into = n
	}
	return nil
}

// begin starts or continues a rollout and returns its address.
func (all *rollouts) begin(run *rolloutRun) (string, error) {
	all.mu.Lock()
	defer all.mu.Unlock()
	if run.state == "" && all.lab.Scratch != "" {
		folder, err := os.MkdirTemp(all.lab.Scratch, "rollout-")
		if err != nil {
			return "", err
		}
		run.state = filepath.Join(folder, "trials")
	}
	job, err := all.Begin(&run.Rollout, run.state)
	if err != nil {
		return "", err
	}
	run.Job, run.Began = job, time.Now()
	id := job.Status().ID
	all.all[id] = run
	all.order = append(all.order, id)
	all.forget()
	return rolloutsPath + "/" + id, nil
}

// forget removes the oldest ended rollouts and their trials if there are too many.
func (all *rollouts) forget() {
	for i := 0; len(all.order) > keepRollouts && i < len(all.order); {
		run := all.all[all.order[i]]
		if status := run.Job.Status(); !status.Ended() {
			i++
			continue
		}
		delete(all.all, all.order[i])
		all.order = slices.Delete(all.order, i, i+1)
		if run.state != "" && !all.uses(run.state) {
			os.RemoveAll(filepath.Dir(run.state)) // the rest is removed when the server stops
		}
	}
}

// uses reports whether a rollout keeps its trials in a file.
func (all *rollouts) uses(state string) bool {
	for _, run := range all.all {
		if run.state == state {
			return true
		}
	}
	return false
}

// find returns the rollout with an ID.
func (all *rollouts) find(id string) (*rolloutRun, error) {
	all.mu.Lock()
	defer all.mu.Unlock()
	if run := all.all[id]; run != nil {
		return run, nil
	}
	return nil, problem.NotFound("rollout", id)
}

// goOn continues an ended rollout up to the requested number of trials and returns its
// address.
func (all *rollouts) goOn(id string, r *http.Request) (string, error) {
	run, err := all.find(id)
	if err != nil {
		return "", err
	}
	if status := run.Job.Status(); !status.Ended() {
		return "", problem.New(http.StatusConflict, "the rollout is still running")
	}
	trials, err := strconv.Atoi(r.FormValue("trials"))
	if err != nil || trials < 1 || trials > mostTrials {
		return "", problem.Bad(fmt.Errorf("trials is %q, want 1 to %d", r.FormValue("trials"), mostTrials))
	}
	more := &rolloutRun{Rollout: run.Rollout, Link: run.Link, state: run.state}
	if run.state != "" {
		if more.known, err = run.trials(); err != nil {
			return "", err
		}
	}
	more.Trials = trials
	return all.begin(more)
}
