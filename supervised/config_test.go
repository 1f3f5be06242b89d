package supervised

import (
	"errors"
	"math"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

func TestDefaultConfigIsValid(t *testing.T) {
	cfg := DefaultConfig()
	if err := cfg.Validate(); err != nil {
		t.Error(err)
	}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		want   []string
	}{
		{func(c *Config) { c.Epochs = 0 }, []string{"epochs is 0, want at least 1"}},
		{func(c *Config) { c.Patience = -1 }, []string{"patience is -1"}},
		{func(c *Config) { c.Batch = 0 }, []string{"batch is 0, want 1 to 16384"}},
		{func(c *Config) { c.Batch = 1 << 20 }, []string{"batch is 1048576"}},
		{func(c *Config) { c.Rate = learn.Schedule{} }, []string{"rate is missing"}},
		{func(c *Config) { c.Rate = mustParseSchedule("steps:1,5games:2") }, []string{"rate: steps:1,5games:2 has times in games, the unit of the run is epochs"}},
		{func(c *Config) { c.Rate = learn.Constant(1e99) }, []string{"rate is 1e+99, want numbers up to"}},
		{func(c *Config) { c.Average = 1 }, []string{"average is 1"}},
		{func(c *Config) { c.Average = math.NaN() }, []string{"average is NaN"}},
		{func(c *Config) { c.Holdout = 1 }, []string{"holdout is 1"}},
		{func(c *Config) { c.Checkpoint = -1 }, []string{"checkpoint is -1"}},
		{func(c *Config) { c.BenchEvery = 0 }, []string{"bench_every is 0"}},
		{func(c *Config) { c.BenchGames = 3 }, []string{"bench_games is 3"}},
		{func(c *Config) { c.Loss = "x" }, []string{`unknown loss "x"`}},
		{func(c *Config) { c.Optimizer = "x" }, []string{`unknown method "x"`}},
		{func(c *Config) { c.Momentum = 0.9 }, []string{"momentum is 0.9, which has an effect with sgd only"}},
		{func(c *Config) { c.Backend = "x" }, []string{`backend is "x", want fast or gorgonia`}},
		{func(c *Config) { c.Variant = "chess" }, []string{`variant: `, "chess"}},
		{func(c *Config) { c.Weighting = "x" }, []string{`weighting is "x"`}},
		{func(c *Config) { c.WeightFloor = 1 }, []string{"weight_floor is 1, which has an effect only if weighting is inverse-variance"}},
		{func(c *Config) { c.Weighting = InverseVariance }, []string{"weight_floor is 0"}},
		{func(c *Config) { c.Nets = nil }, []string{"nets is empty"}},
		{func(c *Config) { c.Nets = append(c.Nets, c.Nets[0]) }, []string{"nets.1.part is all, which an earlier net has"}},
		{func(c *Config) { c.Nets[0].Part = "pruning-bearoff" }, []string{`nets.0.part is "pruning-bearoff", want one of [all race`}},
		{func(c *Config) { c.Nets[0].Part = nets.PruningRace }, []string{"nets.0.features is perspective196@1, whose inputs are not additive"}},
		{func(c *Config) { c.Nets[0].Hidden = nil }, []string{"nets.0.hidden has 0 layers, want 1 to 16 (net for all)"}},
		{func(c *Config) { c.Nets[0].Activations[0] = "x" }, []string{`unknown activation "x"`}},
		{func(c *Config) { c.Nets[0].Features = "x" }, []string{`unknown set "x"`}},
		// One error contains all invalid settings.
		{func(c *Config) { c.Batch, c.Epochs, c.Loss = 0, 0, "x" }, []string{"batch is 0", "epochs is 0", `unknown loss "x"`}},
	} {
		cfg := DefaultConfig()
		c.change(&cfg)
		err := cfg.Validate()
		for _, want := range c.want {
			must.Fail(t, err, want)
		}
	}
}

// parse reads a config.
func parse(text string) (*document, error) {
	doc := new(document)
	return doc, setting.Read(doc, []byte(text), nil)
}

func TestReadConfig(t *testing.T) {
	cfg, err := parse(`{"batch": 7, "rate": "steps:0.1,2:0.01", "nets": [{"part": "race", "features": "tesauro198", "hidden": [5, 4], "activation": "tanh,relu"}]}`)
	must.OK(t, err)
	want := DefaultConfig()
	want.Batch, want.Rate = 7, mustParseSchedule("steps:0.1,2:0.01")
	want.Nets = []nets.Shape{{Part: nets.Race, Features: "tesauro198", Hidden: []int{5, 4}, Activations: []nets.Activation{nets.Tanh, nets.ReLU}}}
	if diff := cfg.Same(&want); diff != nil {
		t.Error(diff)
	}
	for _, c := range []struct{ text, want string }{
		{``, "line 1: the JSON text is empty"},
		{`{"batch": 7`, "line 1: the JSON text is incomplete"},
		{`{"batch": "7"}`, `line 1: batch: found "7", want a whole number`},
		{`{"bach": 7}`, `line 1: bach: unknown field "bach"; did you mean batch?`},
		{`{"rate": 0.001}`, "rate: "},
		{"{\n\"rate\": \"x\"}", `line 2: rate: bad schedule "x"`},
		{`{"weight_floor": 1}`, "weight_floor needs weighting inverse-variance"},
		{`{}`, "nets is empty"},
		{`{} {}`, "more follows"},
	} {
		must.Fail(t, must.Err(parse(c.text)), c.want, c.text)
	}
}

func FuzzReadConfig(f *testing.F) {
	cfg := DefaultConfig()
	f.Add(jsonText(cfg))
	f.Add(`{"format":"gammonlab-supervised-run 1","files":{"data":"x"},"nets":[{}],"rate":"0.1"}`)
	f.Fuzz(func(t *testing.T, text string) {
		cfg, err := parse(text)
		if err != nil {
			return
		}
		again := must.Get(parse(jsonText(cfg)))(t)
		again.Holdout = cfg.Holdout // 0 is omitted
		if diff := cfg.Same(&again.Config); diff != nil {
			t.Errorf("%s reads back with other settings: %s", text, diff)
		}
	})
}

func TestSame(t *testing.T) {
	a, b := DefaultConfig(), DefaultConfig()
	if diff := a.Same(&b); diff != nil {
		t.Errorf("equal configs differ: %s", diff)
	}
	b.Nets = []nets.Shape{a.Nets[0]}
	b.Nets[0].Features, b.Nets[0].Head = "perspective196", nets.Sigmoid // the same by other names
	if diff := errors.Join(a.Same(&b), b.Same(&a)); diff != nil {
		t.Errorf("equal nets differ: %s", diff)
	}
	b.Optimizer, b.Momentum = learn.SGD, 0.5
	want := `with other settings (momentum "", want 0.5; optimizer "adam", want "sgd")`
	if got := a.Same(&b).Error(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
