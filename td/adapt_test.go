package td

import (
	"testing"

	"gammonlab/internal/must"
)

// Settings that are not given fit those that are.
func TestAdapt(t *testing.T) {
	for _, c := range []struct {
		what                    string
		batch                   bool
		given                   func(c *Config)
		step                    int
		checkpoint, measurement int64
	}{
		{"defaults", false, func(*Config) {}, 8, 8000, 8000},
		{"a long run", false, func(c *Config) { c.Games = 1_000_000 }, 8, 8000, 56000},
		{"a short run", false, func(c *Config) { c.Games = 1500 }, 8, 8000, 8000},
		{"measurements", false, func(c *Config) { c.BenchEvery = 500 }, 5, 500, 500},
		{"few measurements", false, func(c *Config) { c.BenchEvery = 1 << 20 }, 8, 4096, 1 << 20},
		{"no measurements", false, func(c *Config) { c.BenchEvery = 0 }, 8, 8000, 0},
		{"checkpoints", false, func(c *Config) { c.Checkpoint = 500 }, 5, 500, 5000},
		{"updates", false, func(c *Config) { c.Sync = 7 }, 7, 7994, 7994},
		{"rare updates", false, func(c *Config) { c.Sync = 10_000 }, 10_000, 10_000, 10_000},
		{"updates and measurements", false, func(c *Config) { c.Sync, c.BenchEvery = 7, 700 }, 7, 700, 700},
		{"batch", true, func(*Config) {}, 100, 8000, 8000},
		{"rounds", true, func(c *Config) { c.RoundGames = 64 }, 64, 8000, 8000},
		{"batch, measurements", true, func(c *Config) { c.BenchEvery = 250 }, 50, 250, 250},
		{"batch, exact targets", true, func(c *Config) { c.ExactFrom = 990 }, 99, 7920, 7920},
	} {
		cfg := DefaultConfig()
		step := &cfg.Sync
		if c.batch {
			cfg, step = DefaultBatchConfig(), &cfg.RoundGames
		}
		cfg.ForgetSteps()
		c.given(&cfg)
		cfg.Adapt()
		if *step != c.step || cfg.Checkpoint != c.checkpoint || cfg.BenchEvery != c.measurement {
			t.Errorf("%s: updates every %d games, checkpoints %d, measurements %d, want %d, %d, %d",
				c.what, *step, cfg.Checkpoint, cfg.BenchEvery, c.step, c.checkpoint, c.measurement)
		}
		if err := cfg.Validate(); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// What is given stays, and its contradictions are errors about it.
func TestAdaptKeepsGivenSettings(t *testing.T) {
	for want, given := range map[string]func(c *Config){
		"checkpoint is 500 games, want a multiple of sync, which is 8 games":                func(c *Config) { c.Checkpoint, c.Sync = 500, 8 },
		"bench_every is 500 games, want a multiple of sync, which is 7 games, or 0":         func(c *Config) { c.BenchEvery, c.Sync = 500, 7 },
		"bench_every is 500 games, want a multiple of checkpoint, which is 200 games, or 0": func(c *Config) { c.BenchEvery, c.Checkpoint = 500, 200 },
		"sync is 0, want 1": func(c *Config) { c.Sync = 0 },
		"checkpoint is 0":   func(c *Config) { c.Checkpoint = 0 },
		"bench_every is -8": func(c *Config) { c.BenchEvery = -8 },
		"round_games is -1": func(c *Config) { *c = DefaultBatchConfig(); c.ForgetSteps(); c.RoundGames = -1 },
	} {
		cfg := DefaultConfig()
		cfg.ForgetSteps()
		given(&cfg)
		cfg.Adapt()
		must.Fail(t, cfg.Validate(), want, want)
	}
}
