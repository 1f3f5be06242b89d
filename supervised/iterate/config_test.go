package iterate

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gammonlab/supervised"
)

// exampleConfig is the example of the documentation.
const exampleConfig = "../../docs/iterate.json"

func TestExampleConfig(t *testing.T) {
	text, err := os.ReadFile(exampleConfig)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := ParseConfig(text)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Create(filepath.Join(t.TempDir(), "run"), cfg, startModel(t), nil); err != nil {
		t.Error(err)
	}
}

func TestConfigRefusals(t *testing.T) {
	for _, test := range []struct {
		change func(c *Config)
		want   string
	}{
		{func(c *Config) { c.Start = "" }, "start is empty"},
		{func(c *Config) { c.Bearoff = "" }, "bearoff is empty"},
		{func(c *Config) { c.Generations = 0 }, "generations is 0, want 1 to 9999"},
		{func(c *Config) { c.Window = 0 }, "window is 0"},
		{func(c *Config) { c.Generate.Positions = -1 }, "generate.positions is -1"},
		{func(c *Config) { c.Generate.Positions = 0 }, "generate.positions is 0, want a number of them, or generate.quota"},
		{func(c *Config) { c.Generate.Quota = "contact" }, "generate.quota: "},
		{func(c *Config) { c.Generate.PerGame = -1 }, "generate.per_game is -1"},
		{func(c *Config) { c.Generate.Noise = math.NaN() }, "generate.noise is NaN"},
		{func(c *Config) { c.Generate.Epsilon = 2 }, "generate.epsilon is 2"},
		{func(c *Config) { c.Generate.Informative = math.Inf(1) }, "generate.informative is +Inf"},
		{func(c *Config) { c.Generate.RandomPlies = "4-0" }, "generate.random_plies: "},
		{func(c *Config) { c.Label.By = "bearoff" }, `label.by is "bearoff", want one of [ply1 ply2 rollout game]`},
		{func(c *Config) { c.Label.Trials = 3 }, "label.trials means nothing with label.by ply1"},
		{func(c *Config) { c.Label.Truncate = 3 }, "label.truncate means nothing with label.by ply1"},
		{func(c *Config) { c.Label = Label{By: "rollout", Prune: true} }, "label.prune means nothing with label.by rollout"},
		{func(c *Config) { c.Label.Sieve = "5/0.2" }, "label: label: the sieve 5/0.2 goes with ply1 and pruning"},
		{func(c *Config) { c.Label.Prune, c.Label.Sieve = true, "5" }, `label.sieve is "5", want gnubg or MOST/MARGIN`},
		{func(c *Config) { c.Label = Label{By: "rollout", Trials: -1} }, "label: rollout: -1 trials"},
		{func(c *Config) { c.Label = Label{By: "game", Trials: -1} }, "label: label: -1 games"},
		{func(c *Config) { c.Label = Label{By: "game", StopSE: 0.1} }, "label.stop_se means nothing with label.by game"},
		{func(c *Config) { c.Train.Seed = 1 }, "train.seed is 1, want none"},
		{func(c *Config) { c.Train.Parent = "x" }, `train.parent is "x", want none`},
		{func(c *Config) { c.Train.Variant = "backgammon" }, `train.variant is "backgammon", want none`},
		{func(c *Config) { c.Train.BenchGames = 2 }, "train.bench_games is 2"},
		{func(c *Config) { c.Train.Backend = supervised.Gorgonia }, `train.backend is "gorgonia", want fast`},
		{func(c *Config) { c.Train.Holdout = 0 }, "train.holdout is 0"},
		{func(c *Config) { c.Train.Epochs = 0 }, "train: supervised: epochs is 0"},
		{func(c *Config) { c.Hidden = map[int]string{0: "9"} }, "hidden has the generation 0"},
		{func(c *Config) { c.Hidden = map[int]string{2: "x"} }, "hidden: generation 2: "},
		{func(c *Config) { c.Measure.Games = 0 }, "measure.games is 0, want an even number from 4"},
		{func(c *Config) { c.Promote.Always, c.Measure.Games = true, 2 }, "measure.games is 2, want an even number from 4"},
		{func(c *Config) { c.Measure.PubevalGames = 5 }, "measure.pubeval_games is 5"},
		{func(c *Config) { c.Measure.Values = []string{"a", "a"} }, `measure.values is ["a" "a"]`},
		{func(c *Config) { c.Promote.Sigmas = -1 }, "promote.sigmas is -1"},
	} {
		cfg := DefaultConfig()
		test.change(&cfg)
		if err := cfg.Validate(); err == nil || !strings.Contains(err.Error(), "iterate: "+test.want) {
			t.Errorf("got %v, want %q", err, test.want)
		}
		if _, err := Create(t.TempDir(), cfg, startModel(t), nil); err == nil {
			t.Errorf("Create takes a config of which it should say %q", test.want)
		}
	}
	cfg := DefaultConfig()
	if err := cfg.Validate(); err != nil {
		t.Error(err)
	}
}

func TestParseConfigRefusals(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{``, "config: EOF"},
		{`{"generation": 3}`, `unknown field "generation"`},
		{`{"generate": {"position": 3}}`, `unknown field "position"`},
		{`{"train": {"epoch": 3}}`, `unknown field "epoch"`},
		{`{"generations": "3"}`, "generations of type int"},
		{`{"hidden": {"x": "12"}}`, "number x"},
		{`{} {}`, "more follows"},
		{`{"format": "gammonlab-td-run 1"}`, `format is "gammonlab-td-run 1"`},
		{`{"window": -1}`, "window is -1"},
	} {
		if _, err := ParseConfig([]byte(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.text, err, test.want)
		}
	}
}

func FuzzParseConfig(f *testing.F) {
	text, err := os.ReadFile(exampleConfig)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Add(`{"format":"gammonlab-iterate-run 1","hidden":{"2":"16","1":"8-8"},"label":{"by":"rollout","trials":36},"measure":{"values":["x"],"games":4}}`)
	f.Add(`{"train":{"nets":[{"part":"all"}]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		cfg, err := ParseConfig([]byte(text))
		if err != nil {
			return
		}
		written, err := json.Marshal(cfg)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseConfig(written)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []*Config{&cfg, &again} {
			if len(c.Hidden) == 0 {
				c.Hidden = nil
			}
			if len(c.Measure.Values) == 0 {
				c.Measure.Values = nil
			}
		}
		if !reflect.DeepEqual(again, cfg) {
			t.Errorf("%s reads back as %+v, want %+v", written, again, cfg)
		}
	})
}

func TestHiddenAt(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Train.Nets = shapesOf(startModel(t))
	cfg.Hidden = map[int]string{3: "16", 5: "16-16"}
	for _, test := range []struct {
		generation int
		want       string
	}{{1, "196-8-5"}, {2, "196-8-5"}, {3, "196-16-5"}, {4, "196-16-5"}, {5, "196-16-16-5"}, {9, "196-16-16-5"}} {
		shapes, err := cfg.shapesAt(test.generation)
		if err != nil {
			t.Fatal(err)
		}
		if got := shapes[0].Spec().String(); len(shapes) != 1 || got != test.want {
			t.Errorf("generation %d: %s, want %s", test.generation, got, test.want)
		}
	}
}
