package runs

import (
	"errors"
	"os"
	"time"

	"gammonlab/internal/eventfile"
)

// Follower writes the events of a run while it is running.
type Follower struct {
	run     string // folder of the run
	file    *os.File
	writer  *eventfile.Writer
	began   float64
	axis    Axis
	written int // number of metrics lines written so far
}

// followed are the axes of the events' steps by kind of run: those that charts choose for
// a single run.
var followed = map[Kind]Axis{TD: Games, Supervised: Positions, Iterate: Games}

// Follow begins to write the events of the run in an existing folder, in the format of
// [WriteEvents].
func Follow(dir, run string) (*Follower, error) {
	r, err := Open(run)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	f := &Follower{run: run, began: r.began(now), axis: followed[r.Kind]}
	err = replaceEvents(EventsFolder(dir, r), now.Unix(), func(path string) error {
		if f.file, err = os.Create(path); err != nil {
			return err
		}
		f.writer, err = r.beginEvents(f.file, f.began)
		return err
	})
	if err != nil {
		if f.file != nil {
			f.file.Close()
		}
		return nil, err
	}
	return f, nil
}

// Update writes the events of the metrics lines since the last call.
func (f *Follower) Update() error {
	r, err := Open(f.run)
	if err != nil {
		return err
	}
	for ; f.written < len(r.points); f.written++ {
		if err := r.points[f.written].writeEvent(f.writer, f.began, f.axis); err != nil {
			return err
		}
	}
	return nil
}

// Close writes the remaining events and closes the file.
func (f *Follower) Close() error { return errors.Join(f.Update(), f.file.Close()) }
