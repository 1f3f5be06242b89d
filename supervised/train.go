package supervised

import (
	"context"
	"fmt"

	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// Backend makes learners; it changes the net in place.
type Backend func(net *nets.Net, settings learn.Settings) (Learner, error)

// fastBackend is the backend that is written for these nets.
func fastBackend(net *nets.Net, settings learn.Settings) (Learner, error) {
	return learn.New(net, settings)
}

// Result is a trained net with how it came about.
type Result struct {
	Net    *nets.Net // as it was after the best epoch
	Best   int       // number of that epoch, from 1
	Epochs []Point   // all that were trained
}

// Train trains the one net of the config in memory, from random weights, and
// returns it as it was when its loss on the validation samples was lowest. Both
// samples must be of the net's feature set and not empty. Progress, if it is not
// nil, receives the positions learned from; epochs that were not needed count
// when training stops. For runs that are to last see [Trainer].
func Train(ctx context.Context, cfg Config, training, validation *Samples, progress func(positions int)) (*Result, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if len(cfg.Nets) != 1 {
		return nil, fmt.Errorf("supervised: %d nets to train, want one", len(cfg.Nets))
	}
	if training.Len() == 0 || validation.Len() == 0 {
		return nil, fmt.Errorf("supervised: %d positions to train on and %d to validate on, want some of both",
			training.Len(), validation.Len())
	}
	p := newNetTrainer(&cfg, cfg.Nets[0], training, validation)
	if err := p.begin(nil, fastBackend, 1); err != nil {
		return nil, err
	}
	if got := p.learner.Net().Set(); got != training.Set() || got != validation.Set() {
		return nil, fmt.Errorf("supervised: samples of %s and %s for a net over %s",
			training.Set().Name(), validation.Set().Name(), got.Name())
	}
	if progress == nil {
		progress = func(int) {}
	}
	reported := int64(0)
	report := func() error {
		progress(int(p.positions() - reported))
		reported = p.positions()
		return nil
	}
	result := &Result{Net: p.best}
	for !p.done() {
		if err := p.learn(ctx, 1, report); err != nil {
			return nil, err
		}
		a, err := p.assess(ctx, 1)
		if err != nil {
			return nil, err
		}
		p.commit(a)
		result.Epochs = append(result.Epochs, a.Point)
	}
	result.Best = p.Best.Epoch
	progress((cfg.Epochs - p.Epoch) * training.Len())
	return result, nil
}
