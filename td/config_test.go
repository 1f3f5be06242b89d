package td

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gammonlab/engine/start"
	"gammonlab/features"
	"gammonlab/internal/identity"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

func TestDefaultConfigIsValid(t *testing.T) {
	for _, cfg := range []Config{DefaultConfig(), DefaultBatchConfig(), tinyBatch()} {
		if err := cfg.Validate(); err != nil {
			t.Error(err)
		}
		if _, err := New(cfg); err != nil {
			t.Error(err)
		}
	}
}

// TestConfigsOfOldRuns compares the bytes of configs without the batch update,
// which are part of the results of runs.
func TestConfigsOfOldRuns(t *testing.T) {
	const want = `{"features":"perspective196","hidden":[80],"activation":"sigmoid","variant":"backgammon",` +
		`"update":"games","loss":"cross-entropy","games":100000,"lambda":"0","rate":"0.1","epsilon":0,` +
		`"sync":8,"checkpoint":8000,"seed":1,"bench_every":24000,"bench_games":4000}`
	got := must.Get(json.Marshal(DefaultConfig()))(t)
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// batch returns a change that sets the batch update and then changes the
// config.
func batch(change func(c *Config)) func(c *Config) {
	return func(c *Config) {
		*c = tinyBatch()
		change(c)
	}
}

func TestConfigValidate(t *testing.T) {
	for _, test := range []struct {
		change func(c *Config)
		want   string
	}{
		{func(c *Config) { c.Features = "raw" }, `unknown set "raw"`},
		{func(c *Config) { c.Features = "perspective196@2" }, "no version"},
		{func(c *Config) { c.Hidden = nil }, "hidden has 0 layers"},
		{func(c *Config) { c.Hidden = []int{80, 0} }, "hidden: layer 2 has 0 units"},
		{func(c *Config) { c.Activation = nets.Activations{""} }, "unknown activation"},
		{func(c *Config) { c.Activation = nil }, "0 activations"},
		{func(c *Config) { c.Activation = nets.Activations{nets.ReLU, nets.ReLU} }, "2 activations"},
		{func(c *Config) { c.Variant = "chess" }, `unknown variant "chess"`},
		{func(c *Config) { c.Opening = 0.5 }, "opening is 0.5, but there are no starts"},
		{func(c *Config) { c.Starts, c.Opening = []start.PoolID{{Weight: 1, Positions: 1}}, math.NaN() }, "opening is NaN"},
		{func(c *Config) { c.Starts, c.Opening = []start.PoolID{{Weight: 1, Positions: 1}}, 1.5 }, "opening is 1.5, want 0 to 1"},
		{func(c *Config) { c.Starts = []start.PoolID{{Weight: 1, Positions: 1}, {Weight: -1, Positions: 1}} }, "starts: pool 2 has 1 positions and the weight -1"},
		{func(c *Config) { c.Starts = []start.PoolID{{Weight: math.Inf(1), Positions: 1}} }, "the weight +Inf"},
		{func(c *Config) { c.Starts = []start.PoolID{{Weight: 1}} }, "starts: pool 1 has 0 positions"},
		{func(c *Config) { c.Lambda = learn.Constant(1.01) }, "lambda is 1.01, want at most 1"},
		{func(c *Config) { c.Lambda, _ = learn.ParseSchedule("steps:0.5,10:2,20:0.5") }, "lambda is steps:0.5,10:2,20:0.5, want at most 1"},
		{func(c *Config) { c.Rate, _ = learn.ParseSchedule("steps:0.1,5epochs:0.01") }, "rate: steps:0.1,5epochs:0.01 has times in epochs, the unit of the run is games"},
		{func(c *Config) { c.Lambda, _ = learn.ParseSchedule("anneal:1:0.5") }, "lambda is anneal:1:0.5, which follows errors on validation positions"},
		{func(c *Config) { c.LayerRates = []float64{1} }, "layer_rates has 1 factors, want one for each of the 2 layers"},
		{func(c *Config) { c.LayerRates = []float64{1, -1} }, "layer_rates has the factor -1"},
		{func(c *Config) { c.LayerRates = []float64{math.NaN(), 1} }, "layer_rates has the factor NaN"},
		{func(c *Config) { c.LayerRates = []float64{1, math.Inf(1)} }, "layer_rates has the factor +Inf"},
		{func(c *Config) { c.Update = "" }, `update is "", want games, online or batch`},
		{func(c *Config) { c.Loss = "" }, `loss is ""`},
		{func(c *Config) { c.Games = 0 }, "games is 0"},
		{func(c *Config) { c.Epsilon = -0.1 }, "epsilon is -0.1"},
		{func(c *Config) { c.Epsilon = 1.1 }, "epsilon is 1.1"},
		{func(c *Config) { c.Epsilon = math.NaN() }, "epsilon is NaN"},
		{func(c *Config) { c.Sync = 0 }, "sync is 0"},
		{func(c *Config) { c.Sync, c.Checkpoint = maxSync+1, maxSync+1 }, "sync is 65537"},
		{func(c *Config) { c.Checkpoint = 0 }, "checkpoint is 0"},
		{func(c *Config) { c.Checkpoint = 65 }, "checkpoint is 65 games, want a multiple of sync, which is 8 games"},
		{func(c *Config) { c.BenchEvery = -64 }, "bench_every is -64"},
		{func(c *Config) { c.BenchEvery, c.BenchGames = 64, 0 }, "bench_games is 0"},
		{func(c *Config) { c.BenchEvery, c.BenchGames = 0, -1 }, "bench_games is -1"},
		{func(c *Config) { c.BenchEvery, c.BenchGames = 64, 7 }, "bench_games is 7, want an even number"},
		{func(c *Config) { c.BenchEvery, c.BenchGames = 64, 2 }, "bench_games is 2, want an even number from 4 up"},
		{func(c *Config) { c.RoundGames = 8 }, "round_games needs update batch"},
		{func(c *Config) { c.Targets = SampledTargets }, "targets needs update batch"},
		{func(c *Config) { c.ExactFrom = 8 }, "exact_from needs update batch"},
		{func(c *Config) { c.Prune = true }, "prune needs update batch"},
		{func(c *Config) { c.Update, c.Batch = OnlineUpdate, 8 }, "batch needs update batch"},
		{func(c *Config) { c.Passes = 8 }, "epochs_per_round needs update batch"},
		{func(c *Config) { c.Optimizer = learn.Adam }, "optimizer needs update batch"},
		{func(c *Config) { c.Momentum = 0.5 }, "momentum needs update batch"},
		{batch(func(c *Config) { c.Sync = 8 }), "sync is 8: the batch update has round_games instead"},
		{batch(func(c *Config) { c.LayerRates = []float64{1, 1} }), "layer_rates is a setting of the other updates, this is batch"},
		{batch(func(c *Config) { c.RoundGames = 0 }), "round_games is 0"},
		{batch(func(c *Config) { c.RoundGames = maxSync + 1 }), "round_games is 65537"},
		{batch(func(c *Config) { c.Checkpoint = 0 }), "checkpoint is 0"},
		{batch(func(c *Config) { c.Checkpoint = 65 }), "checkpoint is 65 games, want a multiple of round_games, which is 16 games"},
		{batch(func(c *Config) { c.Batch = 0 }), "batch is 0"},
		{batch(func(c *Config) { c.Batch = maxBatchSize + 1 }), "batch is 16385"},
		{batch(func(c *Config) { c.Passes = 0 }), "epochs_per_round is 0"},
		{batch(func(c *Config) { c.Passes = maxPasses + 1 }), "epochs_per_round is 1001"},
		{batch(func(c *Config) { c.Targets = "" }), `targets is "", want sampled or exact`},
		{batch(func(c *Config) { c.ExactFrom = -16 }), "exact_from is -16"},
		{batch(func(c *Config) { c.ExactFrom = 65 }), "exact_from is 65, want a multiple of round_games, which is 16 games"},
		{batch(func(c *Config) { c.ExactFrom = 160 }), "exact_from is 160, the run ends after 150 games"},
		{batch(func(c *Config) { c.Targets = ExactTargets }), "exact_from is 128, but the targets are exact from the start"},
		{batch(func(c *Config) { c.Prune, c.ExactFrom = true, 0 }), "prune is a setting of exact targets, these are sampled"},
		{batch(func(c *Config) { c.Optimizer = "" }), `unknown method ""`},
		{batch(func(c *Config) { c.Momentum = 0.5 }), "momentum is 0.5, which has an effect with sgd only, not with adam"},
		{batch(func(c *Config) { c.Optimizer, c.Momentum = learn.SGD, 1 }), "momentum is 1"},
	} {
		cfg := tiny()
		must.OK(t, cfg.Validate())
		test.change(&cfg)
		err := cfg.Validate()
		must.Fail(t, err, test.want)
		if _, newErr := New(cfg); newErr == nil || err != nil && newErr.Error() != err.Error() {
			t.Errorf("New: got %v, want %v", newErr, err)
		}
		if _, resumeErr := Resume(cfg, mustNew(t, tiny()).Model(), 0, Stats{}); resumeErr == nil {
			t.Errorf("Resume takes a config with %v", err)
		}
	}
}

func TestResumeRefuses(t *testing.T) {
	for _, test := range []struct {
		change func(c *Config) // of the config that the net is made by
		games  int64
		want   string
	}{
		{func(c *Config) { c.Hidden = []int{11} }, 0, "the net is 196-11-5 over perspective196@1 (layers [sigmoid], head sigmoid), the run needs 196-10-5 over perspective196@1"},
		{func(c *Config) { c.Features = "tesauro198" }, 0, "the net is 198-10-5 over tesauro198@1"},
		{func(c *Config) { c.Activation = nets.Activations{nets.ReLU} }, 0, "(layers [relu], head sigmoid), the run needs 196-10-5 over perspective196@1 (layers [sigmoid], head sigmoid)"},
		{func(c *Config) {}, -64, "cannot resume after -64 games"},
		{func(c *Config) {}, 63, "cannot resume after 63 games"},
		{func(c *Config) {}, 192, "cannot resume after 192 games"},
	} {
		cfg := tiny()
		test.change(&cfg)
		_, err := Resume(tiny(), mustNew(t, cfg).Model(), test.games, Stats{})
		must.Fail(t, err, test.want)
	}
	for _, games := range []int64{0, 64, 128, 150} {
		if _, err := Resume(tiny(), mustNew(t, tiny()).Model(), games, Stats{}); err != nil {
			t.Errorf("after %d games: %v", games, err)
		}
	}
}

// A model file may name its feature set without a version, which then denotes
// the newest one. Nets that are trained from it name the version.
func TestResumeTakesAnUnversionedNet(t *testing.T) {
	cfg := tiny()
	cfg.Features = "gnubg-contact250"
	net, err := nets.NewRandom(nets.Spec{Features: cfg.Features, Hidden: cfg.Hidden, Activations: cfg.Activation}, 1)
	must.OK(t, err)
	for _, name := range []string{"gnubg-contact250", "gnubg-contact250@2"} {
		cfg.Features = name
		trainer, err := Resume(cfg, modelOf(net.Clone()), 0, Stats{})
		if err != nil {
			t.Errorf("a run over %s: %v", name, err)
			continue
		}
		if got, want := trainer.Net().Spec().Features, "gnubg-contact250@2"; got != want {
			t.Errorf("a run over %s writes a net over %s, want %s", name, got, want)
		}
		if !slices.Equal(trainer.Net().Params(), net.Params()) {
			t.Errorf("a run over %s begins with other weights", name)
		}
	}
	cfg.Features = "gnubg-contact250@1"
	if _, err := Resume(cfg, modelOf(net), 0, Stats{}); err == nil || !strings.Contains(err.Error(), "the net is 250-10-5 over gnubg-contact250@2") {
		t.Errorf("a run over version 1: got %v", err)
	}
}

// Names of the same settings are no difference.
func TestConfigSameByNames(t *testing.T) {
	a, b := tiny(), tiny()
	a.Hidden, b.Hidden = []int{4, 4}, []int{4, 4}
	a.Features, b.Features = "gnubg-contact250", "gnubg-contact250@2"
	b.Activation = slices.Repeat(a.Activation, 2)
	if got := errors.Join(a.Same(&b), b.Same(&a)); got != nil {
		t.Errorf("got %s", got)
	}
	b.Features = "gnubg-contact250@1"
	if got, want := a.Same(&b).Error(), `with other settings (features "gnubg-contact250@2", want "gnubg-contact250@1")`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestConfigSame changes every setting in turn.
func TestConfigSame(t *testing.T) {
	changes := map[string]func(c *Config){
		"features":       func(c *Config) { c.Features = "pubeval122" },
		"hidden":         func(c *Config) { c.Hidden = []int{10, 10} },
		"nets":           func(c *Config) { c.SetShapes(classes()) },
		"activation":     func(c *Config) { c.Activation = nets.Activations{nets.ReLU} },
		"variant":        func(c *Config) { c.Variant = "backgammon" },
		"starts":         func(c *Config) { c.Starts = []start.PoolID{{Weight: 1, Positions: 1}} },
		"opening":        func(c *Config) { c.Opening = 0.5 },
		"from":           func(c *Config) { c.Parent = "abc" },
		"update":         func(c *Config) { c.Update = OnlineUpdate },
		"loss":           func(c *Config) { c.Loss = SquaredLoss },
		"games":          func(c *Config) { c.Games++ },
		"lambda":         func(c *Config) { c.Lambda = learn.Constant(0.7) },
		"rate":           func(c *Config) { c.Rate, _ = learn.ParseSchedule("exp:0.1:0.01") },
		"layer_rates":    func(c *Config) { c.LayerRates = []float64{1, 2} },
		"epsilon":        func(c *Config) { c.Epsilon = 0.5 },
		"sync":           func(c *Config) { c.Sync = 16 },
		"checkpoint":     func(c *Config) { c.Checkpoint = 128 },
		"seed":           func(c *Config) { c.Seed = 2 },
		"bench_every":    func(c *Config) { c.BenchEvery = 64 },
		"bench_games":    func(c *Config) { c.BenchGames = 2 },
		"bench_opponent": func(c *Config) { c.BenchOpponent = "random" },
		"bench_luck":     func(c *Config) { c.BenchLuck = "fast" },

		"round_games":      func(c *Config) { c.RoundGames = 5 },
		"targets":          func(c *Config) { c.Targets = ExactTargets },
		"prune":            func(c *Config) { c.Prune = true },
		"exact_from":       func(c *Config) { c.ExactFrom = 5 },
		"batch":            func(c *Config) { c.Batch = 5 },
		"epochs_per_round": func(c *Config) { c.Passes = 5 },
		"optimizer":        func(c *Config) { c.Optimizer = learn.SGD },
		"momentum":         func(c *Config) { c.Momentum = 0.5 },
		"precision":        func(c *Config) { c.Precision = nets.BFloat16 },
	}
	base := tiny()
	same := tiny()
	if got := base.Same(&same); got != nil {
		t.Errorf("equal configs differ: %s", got)
	}
	for name, change := range changes {
		cfg := tiny()
		change(&cfg)
		for _, err := range []error{base.Same(&cfg), cfg.Same(&base)} {
			var got *identity.Mismatch
			if !errors.As(err, &got) || got.Differences[0].Name != name {
				t.Errorf("%s changed: %v", name, err)
			}
		}
	}
	if fields := reflect.TypeFor[Config]().NumField(); fields != len(changes) {
		t.Errorf("a config has %d fields, this test knows %d", fields, len(changes))
	}
	same.BenchOpponent = "pubeval" // the default by its name
	must.OK(t, base.Same(&same))
	cfg := tiny()
	cfg.Seed = 2
	if got, want := base.Same(&cfg).Error(), "with other settings (seed 1, want 2)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// All games may begin with the opening although there are pools.
func TestWholeOpening(t *testing.T) {
	c := Config{Starts: []start.PoolID{{Weight: 1, Positions: 1}}, Opening: 1}
	must.OK(t, c.validateStarts())
}

func TestConfigJSON(t *testing.T) {
	want := tinyBatch()
	want.Lambda, _ = learn.ParseSchedule("steps:0.7,100:0.25")
	want.LayerRates = []float64{1, 0.1}
	want.Seed = math.MaxUint64
	want.Starts, want.Opening = []start.PoolID{{Weight: 2, Positions: 60_000, SHA256: "ab"}, {Weight: 0.1, Positions: 1, SHA256: "cd"}}, 0.25
	text := must.Get(json.Marshal(want))(t)
	var got Config
	must.OK(t, json.Unmarshal(text, &got))
	if diff := got.Same(&want); diff != nil {
		t.Error(diff)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestSetShapes makes runs of nets of any shape.
func TestSetShapes(t *testing.T) {
	for _, activations := range [][]nets.Activation{
		{nets.Tanh}, {nets.ReLU, nets.ReLU, nets.ReLU}, {nets.Sigmoid, nets.ReLU, nets.ReLU},
	} {
		spec := nets.NewSpec(features.Tesauro198{}, nets.Sigmoid, []int{9, 8, 7}[:len(activations)]...)
		spec.Activations = activations
		net := must.Get(nets.NewRandom(spec, 1))(t)
		cfg := tiny()
		cfg.SetShapes([]nets.Shape{nets.ShapeOf(nets.All, spec)})
		if _, err := Resume(cfg, modelOf(net), 0, Stats{}); err != nil {
			t.Errorf("%v: %v", activations, err)
		}
		if !slices.Equal(cfg.Activation, activations) {
			t.Errorf("%v: activation %q", activations, cfg.Activation)
		}
	}
}

func TestRates(t *testing.T) {
	cfg := tiny()
	cfg.Games = 100
	cfg.Rate, _ = learn.ParseSchedule("steps:0.5,10:0.25")
	rates := make([]float32, 2)
	for _, test := range []struct {
		factors []float64
		game    int64
		want    [2]float32
	}{
		{nil, 0, [2]float32{0.5, 0.5}},
		{nil, 10, [2]float32{0.25, 0.25}},
		{[]float64{2, 0}, 9, [2]float32{1, 0}},
	} {
		cfg.LayerRates = test.factors
		cfg.rates(rates, test.game)
		if [2]float32(rates) != test.want {
			t.Errorf("factors %v, game %d: rates %v, want %v", test.factors, test.game, rates, test.want)
		}
	}
}
