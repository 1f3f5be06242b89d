package runs

import (
	"path/filepath"
	"slices"
	"time"

	"gammonlab/internal/runfolder"
)

// State is the state of a run.
type State string

// The states of runs.
const (
	Running State = "running" // a process is working in the folder, or probably is
	Done    State = "done"
	Stopped State = "stopped" // interrupted, failed or killed: it can be resumed
)

// stateOf returns the state of the run. A working process locks the folder, and the log
// has the last event. If neither is available, as on file systems without locks, the run
// counts as running if its newest line is younger than three segments.
func (r *Run) stateOf(folder *runfolder.Folder, now time.Time) State {
	if folder.Busy() {
		return Running
	}
	switch folder.LastEvent() {
	case runfolder.EventDone:
		return Done
	case runfolder.EventInterrupted, runfolder.EventFailed:
		return Stopped
	case "":
		if r.finished(folder) { // from a version without a log
			return Done
		}
	}
	const segments = 3
	if age := now.Sub(r.Updated); age < segments*r.segment() {
		return Running
	}
	return Stopped
}

// finished reports whether the run's final file exists.
func (r *Run) finished(folder *runfolder.Folder) bool {
	if r.Kind == Iterate {
		last, ok := r.Last(generations, Epoch)
		return ok && r.number("generations") == last.Y
	}
	_, err := folder.Stat(filepath.Base(folder.Model()))
	return err == nil
}

// segment returns the time between the last two lines of the metrics, 0 if unknown.
func (r *Run) segment() time.Duration {
	n := len(r.points)
	if n == 0 {
		return 0
	}
	last := r.points[n-1].x
	took := last[Wall]
	if n > 1 {
		took -= r.points[n-2].x[Wall]
	}
	if rate := r.points[n-1].values[key{name: "games_per_second"}].y; took == 0 && rate > 0 { // from a version without times
		took = last[Games] / rate
		if n > 1 {
			took -= r.points[n-2].x[Games] / rate
		}
	}
	const most = 1e6 // seconds, far below the range of a Duration
	return time.Duration(min(max(took, 0), most) * float64(time.Second))
}

// Diverges reports whether the newest losses of training, three at least, are all more than twice the
// lowest one before, or no numbers.
func (r *Run) Diverges() bool {
	const newest = 3
	for _, name := range []string{"loss", "training_loss"} {
		for _, s := range r.Series(name, Wall) {
			at := len(s.Values) - newest
			if at < 1 {
				continue
			}
			limit := 2 * lowest(s.Values[:at]).Y
			if !slices.ContainsFunc(s.Values[at:], func(v Value) bool { return v.Y <= limit }) {
				return true
			}
		}
	}
	return false
}
