package netrun

import (
	"context"
	"errors"

	"gammonlab/nets"
)

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
