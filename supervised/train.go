package supervised

import (
	"context"
	"fmt"

	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// Backend makes a learner, which changes the net in place.
type Backend func(net *nets.Net, settings learn.Settings) (Learner, error)

// fastBackend is the backend of package learn.
func fastBackend(net *nets.Net, settings learn.Settings) (Learner, error) {
	return learn.New(net, settings)
}

// Result is a trained net with the course of its training.
type Result struct {
	Net    *nets.Net // net after the best epoch
	Best   int       // number of that epoch, from 1
	Epochs []Point   // all completed epochs
}

// Train trains the config's only net in memory, from random weights, and returns it
// after the epoch with the lowest validation loss. Both samples must have the net's
// feature set and not be empty, and have several plays of a roll if the config weights
// differences. Progress, if it is not nil, receives the number of positions learned from;
// when training stops early, the remaining epochs count as done. For runs that can be
// resumed see [Trainer].
func Train(ctx context.Context, cfg Config, training, validation *Samples, progress func(positions int)) (*Result, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if len(cfg.Nets) != 1 {
		return nil, fmt.Errorf("%d nets to train, want one", len(cfg.Nets))
	}
	if training.Len() == 0 || validation.Len() == 0 {
		return nil, fmt.Errorf("%d training positions and %d validation positions, want at least one of each",
			training.Len(), validation.Len())
	}
	if cfg.Differences > 0 {
		for _, s := range []*Samples{training, validation} {
			if err := s.table.findRolls(ctx, 1, func(int) {}); err != nil {
				return nil, err
			}
		}
	}
	p := newNetTrainer(&cfg, cfg.Nets[0], training, validation)
	if err := p.begin(nil, fastBackend, 1); err != nil {
		return nil, err
	}
	if got := p.learner.Net().Set(); got != training.Set() || got != validation.Set() {
		return nil, fmt.Errorf("samples of %s and %s for a net over %s",
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
