package runfolder

import (
	"bytes"
	"encoding/json"
	"math"
	"time"

	"gammonlab/internal/cputime"
)

// Elapsed is the time that a run has used so far: the sum over all its processes, without
// the time between them. Results must not depend on it, because it differs between equal
// runs.
type Elapsed struct {
	Wall float64 `json:"wall_seconds"`
	CPU  float64 `json:"cpu_seconds"` // time of all processors; 0 if unknown
}

// or returns the larger value of each field.
func (e Elapsed) or(other Elapsed) Elapsed {
	return Elapsed{max(e.Wall, other.Wall), max(e.CPU, other.CPU)}
}

// values returns the names and values of the times, for the log.
func (e Elapsed) values() []any {
	return []any{"wall_seconds", e.Wall, "cpu_seconds", e.CPU}
}

// clock measures the time of a run.
type clock struct {
	before Elapsed // time of earlier processes
	wall   time.Time
	cpu    time.Duration
}

// startClock continues from the newest time in the log and the metrics.
func (f *Folder) startClock(log []byte) {
	f.saved = time.Now()
	f.clock = clock{lastElapsed(log).or(f.Spent()), f.saved, cputime.Process()}
}

// Spent returns the newest time in the metrics of a run, 0 if there is none. The process need not
// have locked the folder.
func (f *Folder) Spent() Elapsed {
	var e Elapsed
	f.EachMetric(func(line []byte) error { // ignores the error: other readers report damage
		e = e.or(elapsedOf(line))
		return nil
	})
	return e
}

// Elapsed returns the time of the run so far. This process must have locked the folder.
func (f *Folder) Elapsed() Elapsed {
	if f.lock == nil {
		return Elapsed{}
	}
	return Elapsed{
		Wall: milliseconds(f.clock.before.Wall + time.Since(f.clock.wall).Seconds()),
		CPU:  milliseconds(f.clock.before.CPU + (cputime.Process() - f.clock.cpu).Seconds()),
	}
}

// milliseconds rounds seconds to milliseconds.
func milliseconds(seconds float64) float64 { return math.Round(1000*seconds) / 1000 }

// lastElapsed returns the time of the last line that contains a time.
func lastElapsed(lines []byte) Elapsed {
	for len(lines) > 0 {
		start := bytes.LastIndexByte(lines[:len(lines)-1], '\n') + 1
		if e := elapsedOf(lines[start:]); e != (Elapsed{}) {
			return e
		}
		lines = lines[:start]
	}
	return Elapsed{}
}

// elapsedOf returns the time in a line of JSON, 0 if the line contains no time.
func elapsedOf(line []byte) Elapsed {
	var e Elapsed
	if json.Unmarshal(line, &e) != nil || e.Wall < 0 || e.CPU < 0 {
		return Elapsed{}
	}
	return e
}

// MetricsLine returns a line of the metrics: the fields of the point and, unless e is 0,
// the time of the run up to this point.
func MetricsLine(point any, e Elapsed) ([]byte, error) {
	line, err := json.Marshal(point)
	if err != nil {
		return nil, err
	}
	if e != (Elapsed{}) {
		fields, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		if line = line[:len(line)-1]; len(line) > 1 {
			line = append(line, ',')
		}
		line = append(line, fields[1:]...)
	}
	return append(line, '\n'), nil
}
