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

// shardOf returns the shard with n consecutive trials of an alternative.
func shardOf(alternative, first, n int) farm.Shard {
	return farm.Shard{First: uint64(alternative)*maxTrials + uint64(first), Items: uint64(n)}
}

// placeOf returns the alternative of a shard and its first trial.
func placeOf(s farm.Shard) (alternative, first int) {
	return int(s.First / maxTrials), int(s.First % maxTrials)
}

// doer is the [farm.Doer] of trials. The result of a shard is one [Sample] for
// each trial.
type doer struct {
	*trials
	runner *trialRunner // nil until first use
}

// Clone implements [farm.Doer].
func (d *doer) Clone() (farm.Doer, error) { return &doer{d.trials, d.newRunner()}, nil }

func (t *trials) newRunner() *trialRunner {
	return newTrialRunner(t.settings, basisOf(t.alternatives), t.dice, t.static, t.ahead.clone(), len(t.alternatives))
}

// Do implements [farm.Doer].
func (d *doer) Do(ctx context.Context, s farm.Shard, dst []byte) ([]byte, error) {
	if s.First >= maxTrials*uint64(len(d.alternatives)) || s.Items > maxTrials-s.First%maxTrials {
		return dst, fmt.Errorf("%d trials from number %d on, want those of one of %d alternatives", s.Items, s.First, len(d.alternatives))
	}
	if d.runner == nil {
		d.runner = d.newRunner()
	}
	alternative, first := placeOf(s)
	for i := range int(s.Items) {
		sample, err := d.runner.play(ctx, &d.alternatives[alternative], first+i)
		if err != nil {
			return dst, err
		}
		dst = sample.append(dst)
	}
	return dst, nil
}

// check is the Check of a [farm.Job].
func check(s farm.Shard, result []byte) error {
	if uint64(len(result)) != s.Items*sampleSize {
		return fmt.Errorf("%d bytes for %d trials, want %d each", len(result), s.Items, sampleSize)
	}
	alternative, first := placeOf(s)
	for i := 0; len(result) > 0; i++ {
		var sample Sample
		result = sample.read(result)
		if err := sample.checkPlayed(); err != nil {
			return fmt.Errorf("trial %d of alternative %d: %w", first+i, alternative+1, err)
		}
	}
	return nil
}
