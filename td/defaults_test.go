package td

import (
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/setting"
)

// Settings that are not given fit those that are.
func TestDefaultsFit(t *testing.T) {
	type given map[setting.Name]string
	for _, c := range []struct {
		what                    string
		given                   given
		step                    int
		checkpoint, measurement int64
	}{
		{"defaults", given{}, 8, 8000, 5000},
		{"a long run", given{"games": "1000000"}, 8, 8000, 50_000},
		{"a short run", given{"games": "1500"}, 8, 8000, 75},
		{"one game", given{"games": "1"}, 8, 8000, 1},
		{"measurements", given{"bench_every": "500"}, 8, 8000, 500},
		{"few measurements", given{"bench_every": "1048576"}, 8, 8000, 1 << 20},
		{"no measurements", given{"bench_every": "0"}, 8, 8000, 0},
		{"checkpoints", given{"checkpoint": "500"}, 5, 500, 5000},
		{"updates", given{"sync": "7"}, 7, 7994, 5000},
		{"rare updates", given{"sync": "10000"}, 10_000, 10_000, 5000},
		{"updates and measurements", given{"sync": "7", "bench_every": "700"}, 7, 7994, 700},
		{"batch", given{"update": "batch"}, 100, 8000, 5000},
		{"rounds", given{"update": "batch", "round_games": "64"}, 64, 8000, 5000},
		{"batch, measurements", given{"update": "batch", "bench_every": "250"}, 100, 8000, 250},
		{"batch, exact targets", given{"update": "batch", "exact_from": "990"}, 99, 7920, 5000},
	} {
		cfg := shaped()
		must.OK(t, setting.Read(&cfg, nil, c.given))
		if cfg.Sync+cfg.RoundGames != c.step || cfg.Checkpoint != c.checkpoint || cfg.BenchEvery != c.measurement {
			t.Errorf("%s: updates every %d games, checkpoints %d, measurements %d, want %d, %d, %d",
				c.what, cfg.Sync+cfg.RoundGames, cfg.Checkpoint, cfg.BenchEvery, c.step, c.checkpoint, c.measurement)
		}
	}
}

// shaped returns a config with shapes and no settings.
func shaped() Config {
	cfg := tiny()
	return Config{Features: cfg.Features, Hidden: cfg.Hidden, Activation: cfg.Activation}
}

// What is given stays, and its contradictions are errors about it.
func TestDefaultsKeepGivenSettings(t *testing.T) {
	for config, want := range map[string]string{
		`{"checkpoint": 500, "sync": 8}`:               "checkpoint is 500 games, want a multiple of sync, which is 8 games",
		`{"sync": 0}`:                                  "sync is 0, want 1",
		`{"checkpoint": 0}`:                            "checkpoint is 0",
		`{"bench_every": -8}`:                          "bench_every is -8",
		`{"update": "batch", "round_games": -1}`:       "round_games is -1",
		`{"update": "batch", "sync": 8}`:               "sync is 8: the batch update has round_games instead",
		`{"layer_rates": [1]}`:                         "layer_rates has 1 factors",
		`{"nets": [{"part": "race", "hiden": [4]}]}`:   `line 1: nets.0.hiden: unknown field "hiden"; did you mean hidden?`,
		`{"nets": [{"part": "race", "hidden": true}]}`: "line 1: nets.0.hidden",
	} {
		cfg := shaped()
		must.Fail(t, setting.Read(&cfg, []byte(config), nil), want, config)
	}
}
