package td

import (
	"gammonlab/internal/setting"
	"gammonlab/nets/learn"
)

// Targets names the kind of training targets of the batch update.
type Targets string

// The targets.
const (
	// SampledTargets are the λ-returns of the games as played.
	SampledTargets Targets = "sampled"

	// ExactTargets come from the net's 1-ply evaluations: the mean over the 21 rolls of
	// its evaluation after the best play. With λ = 0 the targets are these evaluations;
	// with λ above 0 they are the luck-adjusted λ-returns of the games (package
	// engine/targets). They take about twenty times the work of sampled targets.
	ExactTargets Targets = "exact"
)

// ourTargets lists the targets of this package.
var ourTargets = []Targets{SampledTargets, ExactTargets}

// maxBatchSize is the largest batch, for which a pass still fits into memory.
const maxBatchSize = 1 << 14

// maxPasses is the largest number of passes, far above any useful one.
const maxPasses = 1000

// validateBatch checks the settings of the batch update.
func (c *Config) validateBatch() error {
	switch {
	case c.Sync != 0:
		return setting.Errorf("%s is %d: the %s update has %s instead", setting.Name("sync"), c.Sync, BatchUpdate, setting.Name("round_games"))
	case len(c.LayerRates) != 0:
		return setting.Errorf("%s is a setting of the other updates, this is %s", setting.Name("layer_rates"), BatchUpdate)
	case c.RoundGames < 1 || c.RoundGames > maxSync:
		return setting.Errorf("%s is %d, want 1 to %d", setting.Name("round_games"), c.RoundGames, maxSync)
	case c.Checkpoint < 1 || c.Checkpoint%int64(c.RoundGames) != 0:
		return setting.Errorf("%s is %d games, want a multiple of %s, which is %d games",
			setting.Name("checkpoint"), c.Checkpoint, setting.Name("round_games"), c.RoundGames)
	case c.Batch < 1 || c.Batch > maxBatchSize:
		return setting.Errorf("%s is %d, want 1 to %d", setting.Name("batch"), c.Batch, maxBatchSize)
	case c.Passes < 1 || c.Passes > maxPasses:
		return setting.Errorf("%s is %d, want 1 to %d", setting.Name("epochs_per_round"), c.Passes, maxPasses)
	}
	if err := c.validateTargets(); err != nil {
		return err
	}
	if err := c.Optimizer.Validate(); err != nil {
		return setting.In("optimizer", err)
	}
	learning := c.learning(1)
	return learning.Validate()
}

// validateTargets checks the settings of the targets.
func (c *Config) validateTargets() error {
	switch err := c.Targets.validate(); {
	case err != nil:
		return setting.Errorf("%s is %w", setting.Name("targets"), err)
	case c.ExactFrom < 0 || c.ExactFrom%int64(c.RoundGames) != 0:
		return setting.Errorf("%s is %d, want a multiple of %s, which is %d games",
			setting.Name("exact_from"), c.ExactFrom, setting.Name("round_games"), c.RoundGames)
	case c.ExactFrom >= c.Games:
		return setting.Errorf("%s is %d, the run ends after %d games", setting.Name("exact_from"), c.ExactFrom, c.Games)
	}
	switch exact := c.Targets == ExactTargets; {
	case exact && c.ExactFrom != 0:
		return setting.Errorf("%s is %d, but the targets are %s from the start", setting.Name("exact_from"), c.ExactFrom, ExactTargets)
	case c.Prune && c.Targets == SampledTargets && c.ExactFrom == 0:
		return setting.Errorf("%s is a setting of %s targets, these are %s", setting.Name("prune"), ExactTargets, c.Targets)
	}
	return nil
}

// targetsAt returns the targets of the round that begins with the game.
func (c *Config) targetsAt(game int64) Targets {
	if c.ExactFrom > 0 && game >= c.ExactFrom {
		return ExactTargets
	}
	return c.Targets
}

// learning returns the learner's settings for the batch update.
func (c *Config) learning(workers int) learn.Settings {
	return learn.Settings{
		Loss:     learn.Loss(c.Loss), // the names are the same
		Method:   c.Optimizer,
		Momentum: c.Momentum,
		Workers:  workers,

		Precision: c.Precision,
	}
}
