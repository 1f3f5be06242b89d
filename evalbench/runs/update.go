package runs

import (
	"encoding/json"
	"fmt"
	"time"

	"gammonlab/internal/runfolder"
)

// stamp identifies the state of the files of a run folder.
type stamp struct {
	sizes [3]int64
	times [3]time.Time
}

func newStamp(folder *runfolder.Folder) (s stamp) {
	for i, name := range []string{runfolder.ConfigFile, runfolder.MetricsFile, runfolder.LogFile} {
		if info, err := folder.Stat(name); err == nil {
			s.sizes[i], s.times[i] = info.Size(), info.ModTime()
		}
	}
	return s
}

// Update returns the current state of the run; it returns the same *Run if nothing has
// changed since it was read.
func (r *Run) Update() (*Run, error) {
	if newStamp(r.folder) == r.stamp {
		state := r.stateOf(r.folder, time.Now())
		if state == r.State {
			return r, nil
		}
		now := *r
		now.State = state
		return &now, nil
	}
	now := &Run{Name: r.Name, Dir: r.Dir, folder: r.folder}
	if err := now.read(); err != nil {
		return nil, err
	}
	return now, nil
}

// Metrics returns complete lines of the metrics file: at most most lines, from line since
// on, counted from 0.
func (r *Run) Metrics(since, most int) ([]json.RawMessage, error) {
	lines, n := []json.RawMessage{}, 0
	err := r.folder.EachMetric(func(line []byte) error {
		if n++; n <= since || len(lines) == most {
			return nil
		}
		if !json.Valid(line) {
			return fmt.Errorf("not JSON: %.100q", line)
		}
		lines = append(lines, line)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return lines, nil
}
