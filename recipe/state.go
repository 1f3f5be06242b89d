package recipe

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gammonlab/internal/filelock"
	"gammonlab/internal/plaintext"
)

// State is how far work is.
type State struct {
	Work   *Work
	Record *Record // of finished work, otherwise nil
	What   string  // done, running, interrupted, failed, dropped or new
	Why    string  // of work that is not done

	// Hours is the processor time of finished work, otherwise an estimate; 0 if unknown.
	Hours float64
}

// States of work.
const (
	Done        = "done"
	Running     = "running"
	Interrupted = "interrupted"
	Failed      = "failed"
	Dropped     = "dropped"
	New         = "new"
)

// States returns the state of each piece of work of a plan. seconds estimates the processor
// time of work of whose command nothing is finished; nil for no such estimates.
func (s *Store) States(plan *Plan, seconds func(*Work) float64) ([]State, error) {
	var records []*Record
	if found, _ := recordFiles(s.Dir); found != nil {
		var err error
		if records, err = Records([]string{s.Dir}); err != nil {
			return nil, err
		}
	}
	var all []State
	for _, w := range plan.Works {
		state := State{Work: w, What: New}
		var err error
		if state.Record, err = s.Find(w); err != nil {
			return nil, err
		}
		if state.Record != nil {
			state.What, state.Hours = Done, state.Record.Hours()
		} else {
			s.unfinished(&state)
			state.Hours = w.estimate(records)
			if state.Hours == 0 && seconds != nil {
				state.Hours = seconds(w) / secondsPerHour
			}
			switch {
			case plan.Dropped(w) != "":
				state.What, state.Why = Dropped, plan.Dropped(w)
			case state.What == New:
				state.Why = s.why(w, all, records, plan.class)
			}
		}
		all = append(all, state)
	}
	return all, nil
}

const secondsPerHour = 3600

// unfinished finds the state of work that has begun.
func (s *Store) unfinished(state *State) {
	part := s.part(state.Work)
	if _, err := os.Stat(part); err != nil {
		return
	}
	state.What, state.Why = Interrupted, "resumes"+state.Work.from(part)
	if text, err := os.ReadFile(filepath.Join(part, errorName)); err == nil {
		state.What, state.Why = Failed, strings.TrimSpace(string(text))
	}
	if lock, err := os.Open(s.lockFile(state.Work)); err == nil {
		defer lock.Close()
		if filelock.IsTaken(lock) {
			state.What, state.Why = Running, ""
		}
	}
}

// Failure returns the error of work that has failed, "" for other work.
func (s *Store) Failure(w *Work) string {
	state := State{Work: w}
	if s.unfinished(&state); state.What == Failed {
		return state.Why
	}
	return ""
}

// from says from where the runs of interrupted work go on, "" without any.
func (w *Work) from(part string) string {
	text := ""
	for _, f := range w.runs(part) {
		text += " from checkpoint " + plaintext.Thousands(f.Reached())
	}
	return text
}

// why returns the reason for new work: work before it that is not done either, or the
// settings that differ from the nearest result of the step.
func (s *Store) why(w *Work, before []State, records []*Record, class string) string {
	near, changed := w.nearest(records, class)
	switch {
	case near == nil:
		return "no result yet"
	case near.Kernel != class:
		return fmt.Sprintf("the result is that of kernels of the class %s, not %s", near.Kernel, class)
	}
	for _, state := range before {
		if state.What != Done && slices.Contains(w.Needs, state.Work) {
			return "needs " + state.Work.Label
		}
	}
	return cmp.Or(strings.Join(changed, "; "), "the program, a default or an input has changed")
}

// nearest returns the record of the step with the fewest settings that differ from those of the
// work, and these changes; of several, the one of the class of kernels, then the newest.
func (w *Work) nearest(records []*Record, class string) (near *Record, changed []string) {
	labels := map[string]string{}
	for _, n := range w.Needs {
		labels[relative(n.Digest)] = n.Label
	}
	settings := named(w.settings(relative), labels)
	foreign := func(r *Record) int {
		if r.Kernel == class {
			return 0
		}
		return 1
	}
	for _, r := range records {
		if r.Step != w.Label || r.Command != w.Step.Kind.Name {
			continue
		}
		of := changes(r.named(), settings)
		if near == nil || cmp.Or(len(of)-len(changed), foreign(r)-foreign(near), near.Finished.Compare(r.Finished)) < 0 {
			near, changed = r, of
		}
	}
	return near, changed
}

// Changes lists the settings that differ, such as "rate 0.002, was 0.001".
func Changes(old, new map[string]any) string { return strings.Join(changes(old, new), "; ") }

func changes(old, new map[string]any) (all []string) {
	names := map[string]bool{}
	for _, of := range []map[string]any{old, new} {
		for name := range of {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		was, is := shown(old[name]), shown(new[name])
		switch {
		case was == is:
		case old[name] == nil:
			all = append(all, fmt.Sprintf("%s %s is new", name, is))
		case new[name] == nil:
			all = append(all, fmt.Sprintf("no %s, was %s", name, was))
		default:
			all = append(all, fmt.Sprintf("%s %s, was %s", name, is, was))
		}
	}
	return all
}

// shown returns a setting of a record as a short text.
func shown(value any) string {
	var texts []string
	switch of := value.(type) {
	case nil:
	case []any:
		for _, one := range of {
			texts = append(texts, fmt.Sprint(one))
		}
	case []string:
		texts = of
	default:
		texts = []string{fmt.Sprint(value)}
	}
	return strings.Join(texts, " ")
}

// estimate returns the core-hours of work by the rates of finished work: that of the same step, in
// other runs of its loop or with other settings, or else that of the same command whose settings are
// most alike, by their names. It is 0 if they tell nothing.
func (w *Work) estimate(records []*Record) float64 {
	settings := w.settings(func(string) string { return "" })
	unlike := func(r *Record) int { // 0 for the same step
		if run, ok := strings.CutPrefix(r.Step, w.Step.Name); ok && strings.Trim(run, "-0123456789") == "" {
			return 0
		}
		return 1 + missing(settings, r.Settings) + missing(r.Settings, settings)
	}
	seconds, done, least := 0.0, 0.0, math.MaxInt
	for _, r := range records {
		of := amountOf(r.Settings)
		if r.Command != w.Step.Kind.Name || of == 0 {
			continue
		}
		switch n := unlike(r); {
		case n < least:
			seconds, done, least = r.Cores, of, n
		case n == least:
			seconds, done = seconds+r.Cores, done+of
		}
	}
	if done == 0 {
		return 0
	}
	return seconds / done * amountOf(settings) / secondsPerHour
}

// missing returns how many settings others do not have.
func missing(settings, others map[string]any) (n int) {
	for name := range settings {
		if _, ok := others[name]; !ok {
			n++
		}
	}
	return n
}

// amountOf returns the amount of work that settings ask for, in games, positions or matches
// and their epochs; 0 if they do not say.
func amountOf(settings map[string]any) float64 {
	number := func(name string) float64 {
		x, _ := strconv.ParseFloat(fmt.Sprint(settings[name]), 64)
		return x
	}
	amount := max(number("games"), number("positions"), number("matches"))
	if epochs := number("epochs"); epochs > 0 {
		amount = max(amount, 1) * epochs
	}
	return amount
}
