package analyse

import (
	"cmp"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/jobs"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/paste"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/engine/cube"
	"gammonlab/internal/setting"
)

const (
	rolloutsPath   = path + "/rollouts"
	keepRollouts   = 32
	mostTrials     = 46_656 // trials of an alternative; a job may have more
	mostCandidates = 10
)

// trialCounts are the numbers of trials to choose from.
var trialCounts = []int{360, 1296, 5184, 20_736, mostTrials}

// rollouts are the rollouts that the page started, with data that jobs do not keep.
type rollouts struct {
	*jobs.Jobs
	backend *backend.Backend

	mu    sync.Mutex
	all   map[string]*rolloutRun
	order []string // IDs, the oldest first

	ended func(run *rolloutRun) // waits for the end of a rollout and keeps its result; nil for none
}

// rolloutRun is a rollout with the data to continue it.
type rolloutRun struct {
	jobs.Rollout
	Job   *scheduler.Job
	Began time.Time
	Link  string // address of the position
	JSON  string // address of the state

	known int // number of trials at its start
}

func newRollouts(l *backend.Backend, of *jobs.Jobs) *rollouts {
	return &rollouts{Jobs: of, backend: l, all: map[string]*rolloutRun{}}
}

// start starts the rollout of a form and returns its address.
func (all *rollouts) start(r *http.Request) (string, error) {
	model, err := all.backend.Models.Find(r.FormValue("model"))
	if err != nil {
		return "", err
	}
	x, err := paste.Position(r.FormValue("xgid"), model.Variant())
	if err != nil {
		return "", problem.Bad(err)
	}
	state, err := cube.FromMatch(&x.Match)
	if err != nil {
		return "", problem.Bad(err)
	}
	given := map[setting.Name]string{"position": x.String(), "model": model.Name, "cubeful": "true"}
	for _, name := range []setting.Name{"trials", "plies", "candidates"} {
		given[name] = r.FormValue(string(name))
	}
	run := &rolloutRun{Link: startLink(all.backend, &x, model.Name, models.UsualPlies, isLeft(r.Form))}
	if err := all.backend.Models.Read(&run.Rollout, nil, given); err != nil {
		return "", err
	}
	if err := checkNumbers(&run.Rollout); err != nil {
		return "", err
	}
	if plays := r.Form["play"]; len(plays) > 0 && x.Match.Dice.Valid() {
		run.Dice, run.Play = x.Match.Dice.String(), plays
	}
	run.Double = (!x.Match.Dice.Valid() || x.Match.Doubled) && state.MayDouble()
	return all.begin(run)
}

// checkNumbers returns an error for numbers that the page does not allow.
func checkNumbers(r *jobs.Rollout) error {
	return models.Plain(cmp.Or(
		setting.Check("trials", r.Trials <= mostTrials, "is %d, want 1 to %d", r.Trials, mostTrials),
		setting.Check("candidates", r.Candidates >= 1 && r.Candidates <= mostCandidates, "is %d, want 1 to %d", r.Candidates, mostCandidates),
	))
}

// begin starts or continues a rollout and returns its address.
func (all *rollouts) begin(run *rolloutRun) (string, error) {
	all.mu.Lock()
	defer all.mu.Unlock()
	if run.State == "" && all.backend.Scratch != "" {
		folder, err := os.MkdirTemp(all.backend.Scratch, "rollout-")
		if err != nil {
			return "", err
		}
		run.State = filepath.Join(folder, "trials")
	}
	job, state, err := all.BeginRollout(&run.Rollout)
	if err != nil {
		return "", err
	}
	run.Job, run.JSON, run.Began = job, state, time.Now()
	id := job.Status().ID
	all.all[id] = run
	all.order = append(all.order, id)
	all.forget()
	if all.ended != nil {
		go all.ended(run)
	}
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
		if run.State != "" && !all.uses(run.State) {
			os.RemoveAll(filepath.Dir(run.State)) // the rest is removed when the server stops
		}
	}
}

// uses reports whether a rollout keeps its trials in a file.
func (all *rollouts) uses(state string) bool {
	for _, run := range all.all {
		if run.State == state {
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
	more := &rolloutRun{Rollout: run.Rollout, Link: run.Link}
	if more.Trials, err = strconv.Atoi(r.FormValue("trials")); err != nil {
		return "", problem.New(http.StatusBadRequest, "trials is %q, want 1 to %d", r.FormValue("trials"), mostTrials)
	}
	if err := cmp.Or(models.Plain(more.Validate()), checkNumbers(&more.Rollout)); err != nil {
		return "", err
	}
	if run.State != "" {
		if more.known, err = run.trials(); err != nil {
			return "", err
		}
	}
	return all.begin(more)
}
