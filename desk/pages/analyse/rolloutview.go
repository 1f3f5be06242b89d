package analyse

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"gammonlab/desk/pages/scheduler"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/rollout"
	"gammonlab/internal/plaintext"
)

// rolloutView is the data of the page of a rollout.
type rolloutView struct {
	*rolloutRun
	Path   string
	Status scheduler.Status
	Done   int // trials of all alternatives
	Of     int
	Left   string // remaining time, "" if unknown
	Table  *plaintext.Table
	Action string // the cube decision, "" for other rollouts
	Counts []int  // numbers of trials to continue to
}

// trials returns the number of trials of all alternatives.
func (run *rolloutRun) trials() (int, error) {
	status := run.Job.Status()
	var state rollout.Report
	if err := decodeState(&status, &state); err != nil || len(status.Result) == 0 {
		return 0, err
	}
	n := 0
	for _, a := range state.Choices() {
		n += a.Trials
	}
	return n, nil
}

// Several reports whether the rollout has more than one alternative.
func (v *rolloutView) Several() bool { return v.Of > v.Trials }

// view returns the data of the page of a rollout.
func (all *rollouts) view(id string) (*rolloutView, error) {
	run, err := all.find(id)
	if err != nil {
		return nil, err
	}
	v := &rolloutView{rolloutRun: run, Path: rolloutsPath + "/" + id, Status: run.Job.Status()}
	for _, n := range trialCounts {
		if n > run.Trials || n == run.Trials && v.Status.State != scheduler.Done {
			v.Counts = append(v.Counts, n)
		}
	}
	var state rollout.Report
	if err := decodeState(&v.Status, &state); err != nil || len(v.Status.Result) == 0 {
		return v, err
	}
	list := state.Choices()
	v.Of = run.Trials * len(list)
	for _, a := range list {
		v.Done += a.Trials
	}
	v.Left = left(time.Since(run.Began), v.Done-run.known, v.Of-v.Done)
	if state.Double != nil {
		v.Action = state.Action
	}
	v.Table = rolloutTable(list, state.Double == nil)
	return v, nil
}

// left formats the time that the remaining trials take.
func left(took time.Duration, done, todo int) string {
	if done <= 0 || todo <= 0 {
		return ""
	}
	d := time.Duration(float64(took) * float64(todo) / float64(done))
	if d < time.Second {
		return "less than 1s"
	}
	return d.Round(time.Second).String()
}

// rolloutTable lists the alternatives of a rollout or of a search; rolled-out plays with the probability that
// each is best.
func rolloutTable(list []advice.Choice, plays bool) *plaintext.Table {
	t := &plaintext.Table{Title: "Alternatives", Head: []string{"alternative", "equity"}}
	rolled := slices.ContainsFunc(list, func(c advice.Choice) bool { return c.Rolled != nil }) // rollers roll out the close ones
	if rolled {
		t.Title, t.Head = "Alternatives (±: standard error)", []string{"alternative", "trials", "equity", "±"}
	}
	compares := plays && len(list) > 1
	if compares {
		t.Head = append(t.Head, "difference")
	}
	ranks := compares && slices.ContainsFunc(list, func(c advice.Choice) bool { return c.Rolled != nil && c.Best != nil })
	if ranks {
		t.Head = append(t.Head, "P(best)")
	}
	if list[0].MWC != nil {
		t.Head = append(t.Head, "MWC")
	}
	t.Head = append(t.Head, engine.ProbabilityHeads()...)
	for i := range list {
		c := &list[i]
		row := []string{cmp.Or(c.Move, "Position"), plaintext.Signed(c.Worth(), 3)}
		var trials, deviation, best string
		if c.Rolled != nil {
			trials, deviation, best = fmt.Sprint(c.Trials), plaintext.Fixed(c.StandardError.Worth(), 3), share(c.Best)
		}
		if rolled {
			row = []string{row[0], trials, row[1], deviation}
		}
		if compares {
			row = append(row, difference(float64(c.Difference)))
		}
		if ranks {
			row = append(row, best)
		}
		if c.MWC != nil {
			row = append(row, plaintext.Percentage(*c.MWC))
		}
		p := c.Probabilities()
		t.Rows = append(t.Rows, append(row, p.Cells()...))
	}
	return t
}
