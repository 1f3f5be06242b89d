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
type shard = farm.Records[Sample]

// shardOf returns the shard with n consecutive trials of an alternative.
func shardOf(alternative, first, n int) *shard {
	return &shard{First: uint64(alternative)*maxTrials + uint64(first), Items: uint64(n)}
}

// placeOf returns the alternative and the number of an item of a shard.
func placeOf(item uint64) (alternative, trial int) {
	return int(item / maxTrials), int(item % maxTrials)
}

// doer is the [farm.Worker] of trials.
type doer struct {
	*trials
	farm.RecordCodec[Sample]
	runner *trialRunner // nil until first use
}

func (t *trials) newDoer() *doer {
	return &doer{trials: t, RecordCodec: farm.RecordCodec[Sample]{CheckItems: t.checkItems, CheckRecord: checkSample}}
}

// checkItems returns an error if the items are not trials of one alternative.
func (t *trials) checkItems(first, items uint64) error {
	if first >= maxTrials*uint64(len(t.alternatives)) || items > maxTrials-first%maxTrials {
		return fmt.Errorf("%d trials from number %d on, want those of one of %d alternatives", items, first, len(t.alternatives))
	}
	return nil
}

// checkSample returns an error for an impossible sample of an item.
func checkSample(item uint64, s *Sample) error {
	if err := s.checkPlayed(); err != nil {
		alternative, trial := placeOf(item)
		return fmt.Errorf("trial %d of alternative %d: %w", trial, alternative+1, err)
	}
	return nil
}

// Clone implements [farm.Worker].
func (d *doer) Clone() (farm.Worker[*shard], error) {
	clone := d.newDoer()
	clone.runner = d.newRunner()
	return clone, nil
}

func (t *trials) newRunner() *trialRunner {
	return newTrialRunner(t.settings, basisOf(t.alternatives), t.dice, t.static, t.ahead.clone(), len(t.alternatives))
}

// Do implements [farm.Worker].
func (d *doer) Do(ctx context.Context, s *shard) error {
	if d.runner == nil {
		d.runner = d.newRunner()
	}
	alternative, first := placeOf(s.First)
	for i := range int(s.Items) {
		sample, err := d.runner.play(ctx, &d.alternatives[alternative], first+i)
		if err != nil {
			return err
		}
		s.Results = append(s.Results, sample)
	}
	return nil
}
