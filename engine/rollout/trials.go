package rollout

import (
	"context"
	"fmt"

	"gammonlab/engine"
	"gammonlab/farm"
)

// trials contains everything that the samples of a rollout depend on.
type trials struct {
	settings     *Trial
	static       *engine.Full
	ahead        searchers
	dice         *dice
	alternatives []Alternative
}

// newTrials checks the alternatives. The settings must be valid.
func newTrials(s *Trial, static *engine.Full, alternatives []Alternative) (*trials, error) {
	if err := validateAlternatives(alternatives); err != nil {
		return nil, err
	}
	ahead, err := newSearchers(s, static)
	if err != nil {
		return nil, err
	}
	dice := newDice(s.Seed, s.Plain, s.Opening)
	return &trials{settings: s, static: static, ahead: ahead, dice: dice, alternatives: alternatives}, nil
}

// shard has consecutive trials of an alternative, with their samples once they are played.
type shard struct {
	alternative, first, trials int
	samples                    []Sample
}

// doer is the [farm.Worker] of trials.
type doer struct {
	*trials
	runner *trialRunner // nil until first use
}

// Clone implements [farm.Worker].
func (d *doer) Clone() (farm.Worker[*shard], error) { return &doer{d.trials, d.newRunner()}, nil }

func (t *trials) newRunner() *trialRunner {
	return newTrialRunner(t.settings, basisOf(t.alternatives), t.dice, t.static, t.ahead.clone(), len(t.alternatives))
}

// Do implements [farm.Worker].
func (d *doer) Do(ctx context.Context, s *shard) error {
	if d.runner == nil {
		d.runner = d.newRunner()
	}
	s.samples = make([]Sample, s.trials)
	for i := range s.samples {
		var err error
		if s.samples[i], err = d.runner.play(ctx, &d.alternatives[s.alternative], s.first+i); err != nil {
			return err
		}
	}
	return nil
}

// Shard implements [farm.Codec].
func (t *trials) Shard(s *shard) farm.Shard {
	return farm.Shard{First: uint64(s.alternative)*maxTrials + uint64(s.first), Items: uint64(s.trials)}
}

// Piece implements [farm.Codec].
func (t *trials) Piece(s farm.Shard) (*shard, error) {
	if s.First >= maxTrials*uint64(len(t.alternatives)) || s.Items > maxTrials-s.First%maxTrials {
		return nil, fmt.Errorf("%d trials from number %d on, want those of one of %d alternatives", s.Items, s.First, len(t.alternatives))
	}
	return &shard{alternative: int(s.First / maxTrials), first: int(s.First % maxTrials), trials: int(s.Items)}, nil
}

// AppendResult implements [farm.Codec]. The result of a shard is one [Sample] for each trial.
func (t *trials) AppendResult(dst []byte, s *shard) ([]byte, error) {
	for i := range s.samples {
		dst = s.samples[i].append(dst)
	}
	return dst, nil
}

// ReadResult implements [farm.Codec].
func (t *trials) ReadResult(data []byte, s *shard) error {
	if len(data) != s.trials*sampleSize {
		return fmt.Errorf("%d bytes for %d trials, want %d each", len(data), s.trials, sampleSize)
	}
	s.samples = make([]Sample, s.trials)
	for i := range s.samples {
		data = s.samples[i].read(data)
	}
	return nil
}

// Check implements [farm.Codec].
func (t *trials) Check(s *shard) error {
	for i := range s.samples {
		if err := s.samples[i].checkPlayed(); err != nil {
			return fmt.Errorf("trial %d of alternative %d: %w", s.first+i, s.alternative+1, err)
		}
	}
	return nil
}
