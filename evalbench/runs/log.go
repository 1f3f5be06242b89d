package runs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"gammonlab/internal/runfolder"
)

// LogEvent is a line of the log of a run, which is for people.
type LogEvent struct {
	Time    time.Time
	Name    string  // such as begun, resumed, checkpoint, interrupted, failed or done
	Details string  // its other fields, such as "number 2000", without settings and times of work
	Machine Machine // of events that begin the work of a process; otherwise the zero value
}

// Machine is a machine that works on a run.
type Machine struct {
	Host string `json:"host"`
	CPUs int    `json:"cpus"`
}

// unsaid are fields of the log that other parts of the run folder have.
var unsaid = []string{"time", "level", "msg", "machine", "settings", "revision", "wall_seconds", "cpu_seconds"}

// Log returns the events of the run, the oldest first, without all checkpoints but the newest;
// none without a log. Lines that cannot be read are left out.
func (r *Run) Log() (all []LogEvent, err error) {
	text, err := r.folder.ReadFile(runfolder.LogFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for line := range bytes.Lines(text) {
		var of struct {
			Time    time.Time `json:"time"`
			Name    string    `json:"msg"`
			Machine Machine   `json:"machine"`
		}
		var fields map[string]any
		if json.Unmarshal(line, &of) != nil || json.Unmarshal(line, &fields) != nil {
			continue
		}
		const checkpoint = "checkpoint"
		if n := len(all); n > 0 && all[n-1].Name == checkpoint && of.Name == checkpoint {
			all = all[:n-1]
		}
		all = append(all, LogEvent{of.Time, of.Name, details(fields), of.Machine})
	}
	return all, err
}

// details returns the fields of an event in words.
func details(fields map[string]any) string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(unsaid, name) && fields[name] != "" {
			words = append(words, fmt.Sprintf("%s %v", strings.ReplaceAll(name, "_", " "), fields[name]))
		}
	}
	return strings.Join(words, ", ")
}

// Stat describes a file of the run folder.
func (r *Run) Stat(name string) (fs.FileInfo, error) { return r.folder.Stat(name) }
