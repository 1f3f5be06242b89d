package iterate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/cputime"
	"gammonlab/internal/runfolder"
)

// Timing is a line of timings.jsonl: the seconds from the beginning of a step to the
// beginning of the next one. No other file depends on it, because it differs between
// equal runs.
type Timing struct {
	Generation int     `json:"generation"`
	Step       Step    `json:"step"`
	CPU        float64 `json:"cpu_seconds"` // processor time of all cores; 0 if unknown
	Wall       float64 `json:"wall_seconds"`
}

const timingsFile = "timings.jsonl"

// Timings returns the times of the steps so far.
func (f *Folder) Timings() ([]Timing, error) {
	path := f.files.Path(timingsFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Timing
	for n, line := range bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
		var t Timing
		if err := json.Unmarshal(line, &t); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n+1, err)
		}
		all = append(all, t)
	}
	return all, nil
}

// elapsed returns the total time of the generations up to the given last one.
func elapsed(timings []Timing, last int) (e runfolder.Elapsed) {
	for _, t := range timings {
		if t.Generation <= last {
			e.CPU += t.CPU
			e.Wall += t.Wall
		}
	}
	return e
}

// stopwatch measures the times of steps, and writes them to the disk.
type stopwatch struct {
	path      string
	all       []Timing
	at        int // index in all of the current step; -1 for none
	cpu       time.Duration
	wall      time.Time
	lastWrite time.Time
}

// newStopwatch returns a stopwatch that continues with the recorded times.
func (f *Folder) newStopwatch() (*stopwatch, error) {
	all, err := f.Timings()
	return &stopwatch{path: f.files.Path(timingsFile), all: all, at: -1}, err
}

// begin ends the current step and begins another.
func (w *stopwatch) begin(generation int, step Step) error {
	err := w.stop()
	w.at = len(w.all)
	for i, t := range w.all {
		if t.Generation == generation && t.Step == step {
			w.at = i
		}
	}
	if w.at == len(w.all) {
		w.all = append(w.all, Timing{Generation: generation, Step: step})
	}
	w.cpu, w.wall = cputime.Process(), time.Now()
	w.lastWrite = w.wall
	return err
}

// betweenWrites is the time between writes: a kill loses at most this much time of the
// record.
const betweenWrites = time.Minute

// tick writes the record if betweenWrites has passed.
func (w *stopwatch) tick() error {
	if w.at < 0 || time.Since(w.lastWrite) < betweenWrites {
		return nil
	}
	return w.write()
}

// stop ends the current step, if there is one, and writes the record.
func (w *stopwatch) stop() error {
	if w.at < 0 {
		return nil
	}
	err := w.write()
	w.at = -1
	return err
}

// write adds the time since the last write to the current step and writes the record.
func (w *stopwatch) write() error {
	cpu, wall := cputime.Process(), time.Now()
	t := &w.all[w.at]
	t.CPU += (cpu - w.cpu).Seconds()
	t.Wall += wall.Sub(w.wall).Seconds()
	w.cpu, w.wall, w.lastWrite = cpu, wall, wall
	var text bytes.Buffer
	for i := range w.all {
		line, err := json.Marshal(&w.all[i])
		if err != nil {
			return err
		}
		text.Write(append(line, '\n'))
	}
	if err := atomicfile.WriteFile(w.path, text.Bytes()); err != nil {
		return err
	}
	return nil
}
