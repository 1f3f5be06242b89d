// Package netrun has the folder of a run that trains nets, and the loop that trains to its
// end, so that it can be killed or interrupted at any moment and resumes with equal results.
// Packages td and supervised share it.
//
// Not for other modules.
package netrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"gammonlab/internal/identity"
	"gammonlab/internal/runfolder"
	"gammonlab/nets"
	"gammonlab/nets/kernel"
)

// Document is the content of config.json of a kind of run: a struct, and pointers to fields
// of it.
type Document struct {
	All      any // a pointer to the struct
	Head     *runfolder.Head
	Settings any // all settings, for the log
	Config   any // the settings in the provenance of the model, under "config"
}

// Folder is a run's folder: see package runfolder.
type Folder struct {
	*runfolder.Folder
	Interval time.Duration // after which a new checkpoint is due
	document Document
	changed  bool // the document differs from config.json
}

// interval is the time of training without a checkpoint, up to the end of the round or step. A
// killed process loses less than a minute as long as these take less than half a minute.
const interval = 30 * time.Second

// Due reports whether the newest checkpoint is so old that a new one is due.
func (f *Folder) Due() bool { return f.Unsaved() >= f.Interval }

// Create makes the folder of a new run, of the format, and locks it. The folder keeps the
// parent, nil for none. Create returns an error if the folder contains a run.
func Create(dir, format string, d Document, parent *nets.Model, save func(*Folder) error) (*Folder, error) {
	*d.Head = runfolder.NewHead(format, kernel.Class())
	f := &Folder{Folder: runfolder.New(dir), Interval: interval, document: d}
	if err := f.Begin(runfolder.CheckpointDir); err != nil {
		return nil, err
	}
	f.Started("begun", d.Head.Kernel, d.Settings)
	var err error
	if parent != nil {
		err = parent.Save(f.Path(runfolder.ParentFile))
	}
	if err == nil {
		err = save(f)
	}
	if err == nil {
		err = f.WriteConfig(d.All)
	}
	if err != nil {
		f.Unlock()
		return nil, err
	}
	return f, nil
}

// Open opens the folder of a run and reads its config.json, of the format, into d; validate
// then checks the settings.
func Open(dir, format string, d Document, validate func() error) (*Folder, error) {
	f := &Folder{Folder: runfolder.New(dir), Interval: interval, document: d}
	if err := f.ReadConfig(format, d.All); err != nil {
		return nil, err
	}
	if err := kernel.CheckClass(d.Head.Kernel); err != nil {
		return nil, fmt.Errorf("%s: the run was %w", dir, err)
	}
	if err := validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path(runfolder.ConfigFile), err)
	}
	return f, nil
}

// Change makes [Resume] write the document, which has changed.
func (f *Folder) Change() { f.changed = true }

// Parent returns the parent that the folder keeps. If it keeps none, the error is
// [io/fs.ErrNotExist].
func (f *Folder) Parent() (*nets.Model, error) { return nets.Load(f.Path(runfolder.ParentFile)) }

// Finished reports whether the run has ended: its model is that of its settings.
func (f *Folder) Finished() bool {
	m, err := nets.Load(f.Model())
	return err == nil && identity.Between(json.RawMessage(m.Provenance["config"]), f.document.Config) == nil
}

// Resume locks the folder and returns what restore returns: the trainer at a checkpoint, and its
// number of the unit, games or steps. It writes a changed document, and unlocks the folder
// after an error.
func Resume[T any](f *Folder, unit string, restore func() (T, int64, error)) (none T, err error) {
	if err := f.Lock(); err != nil {
		return none, err
	}
	trainer, reached, err := restore()
	if err == nil && f.changed {
		err = f.WriteConfig(f.document.All)
	}
	if err != nil {
		f.Unlock()
		return none, err
	}
	f.Started("resumed", kernel.Class(), f.document.Settings, unit, reached)
	return trainer, nil
}

// Trainer is a training at work in a folder.
type Trainer interface {
	Done() bool // no part is left

	// Part trains to the end of the current part, if it is not reached yet, and measures it.
	// The state stays within the part until its Commit.
	Part(ctx context.Context) (*Part, error)

	Save() error                 // writes a checkpoint of the state
	Model() (*nets.Model, error) // of the finished run
}

// Part is what a run trains between two lines of its metrics: a segment of games or an epoch of
// a net.
type Part struct {
	Point  any    // the line of the metrics
	Commit func() // completes the part, after the line is written
	Saved  func() // is called after the checkpoint of the completed part
}

// Run trains to the end of the run and writes the model. If ctx ends, it writes a checkpoint
// and returns ctx's error. Run unlocks the folder.
func (f *Folder) Run(ctx context.Context, t Trainer) error {
	if err := f.Lock(); err != nil {
		return err
	}
	defer f.Unlock()
	err := f.train(ctx, t)
	f.Ended(err)
	return err
}

func (f *Folder) train(ctx context.Context, t Trainer) error {
	for !t.Done() {
		p, err := t.Part(ctx)
		if err != nil && ctx.Err() != nil {
			return errors.Join(ctx.Err(), t.Save())
		}
		if err != nil {
			return err
		}
		// Metrics without their checkpoint are removed when the run is resumed; in the other
		// order they could be missing.
		if err := f.AppendMetrics(p.Point); err != nil {
			return err
		}
		p.Commit()
		if err := t.Save(); err != nil {
			return err
		}
		p.Saved()
	}
	m, err := t.Model()
	if err != nil {
		return err
	}
	return m.Save(f.Model())
}
