package iterate

import (
	"encoding/json"
	"gammonlab/datasets"
	"gammonlab/engine"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/datasets/generate"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/supervised"
)

// exampleConfig is the example of the documentation.
const exampleConfig = "../../../docs/iterate.json"

func TestExampleConfigs(t *testing.T) {
	for _, path := range []string{exampleConfig, "../../../docs/recipes/iterate-trace.json"} {
		text := must.Get(os.ReadFile(path))(t)
		cfg, err := ParseConfig(text)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if _, err := Create(filepath.Join(t.TempDir(), "run"), cfg, Setup{Start: startModel(t)}); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// traced returns a change of settings with labels of whole games.
func traced(change func(c *Config)) func(c *Config) {
	return func(c *Config) {
		c.Generate = Generate{Play: generate.Play{Games: 10}, Trace: generate.Trace{Lambda: &generate.Lambda{Rest: 0.7}}}
		c.Label = nil
		change(c)
	}
}

// pooled returns a change of settings with pools.
func pooled(change func(p *Pools)) func(c *Config) {
	return func(c *Config) {
		c.Pools = &Pools{Make: []Pool{{Name: "odd", Weight: 1, Generate: Generate{Play: generate.Play{RandomPlies: generate.Range{From: 2, To: 2}}, Selection: generate.Selection{Odd: true, Positions: 10}}}}}
		change(c.Pools)
	}
}

func TestConfigRefusals(t *testing.T) {
	yes := true
	for _, test := range []struct {
		change func(c *Config)
		want   string
	}{
		{func(c *Config) { c.Start = "" }, "from is empty"},
		{func(c *Config) { c.Bearoff = "" }, "bearoff is empty"},
		{func(c *Config) { c.Generations = 0 }, "generations is 0, want 1 to 9999"},
		{func(c *Config) { c.Window = 0 }, "window is 0"},
		{func(c *Config) { c.Generate.Positions = -1 }, "generate.positions is -1"},
		{func(c *Config) { c.Generate.Positions = 0 }, "generate.positions is 0, but self-play has no end without this, generate.quota or generate.games"},
		{func(c *Config) { c.Generate.Quotas = generate.Quotas{engine.Over: 1} }, "generate.quota: class over cannot be kept"},
		{func(c *Config) { c.Generate.PerGame = -1 }, "generate.per_game is -1"},
		{func(c *Config) { c.Generate.Noise = math.NaN() }, "generate.noise is NaN"},
		{func(c *Config) { c.Generate.Epsilon = 2 }, "generate.epsilon is 2"},
		{func(c *Config) { c.Generate.Informative = new(engine.Equity(math.NaN())) }, "generate.informative is NaN"},
		{func(c *Config) { c.Generate.RandomPlies.From = 1 }, "generate.random_plies is 1-0"},
		{func(c *Config) { c.Label.By = "bearoff" }, `label.method is "bearoff", want one of [ply1 ply2 rollout game]`},
		{func(c *Config) { c.Label.Trials = 3 }, "label.trials has no effect with label.method ply1"},
		{func(c *Config) { c.Label.Turns = 3 }, "label.truncate has no effect with label.method ply1"},
		{func(c *Config) { c.Label.Preset = "quick" }, "label.preset has no effect with label.method ply1"},
		{func(c *Config) { c.Label.By, c.Label.Prune = datasets.Rollout, true }, "label.prune has no effect with label.method rollout"},
		{func(c *Config) { c.Label.Sieve = engine.Narrow() }, "label.sieve needs label.prune"},
		{func(c *Config) { c.Label.By, c.Label.Trials = datasets.Rollout, -1 }, "label.trials is -1, want 1"},
		{func(c *Config) { c.Label.By, c.Label.Trials = datasets.Game, -1 }, "label.trials is -1"},
		{func(c *Config) { c.Label.By, c.Label.Error = datasets.Game, 0.1 }, "label.stop_se has no effect with label.method game"},
		{traced(func(c *Config) { c.Generate.Lambda.Rest = 1.01 }), "generate.trace: λ is 1.01, want 0 to 1"},
		{traced(func(c *Config) { c.Generate.Lambda.Rest = math.NaN() }), "generate.trace: λ is NaN"},
		{traced(func(c *Config) { c.Label = defaultLabel() }), "label has no effect with generate.trace"},
		{traced(func(c *Config) { c.Generate.Noise = 0.02 }), "generate.trace needs one net that plays both sides"},
		{traced(func(c *Config) { c.Generate.Informative = new(engine.Equity) }), "generate.informative has no effect with generate.trace"},
		{traced(func(c *Config) { c.Generate.Odd, c.Generate.RandomPlies.To = true, 2 }), "generate.odd has no effect with generate.trace"},
		{traced(func(c *Config) { c.Generate.Games = 0 }), "generate.positions is 0, but self-play has no end"},
		{traced(func(c *Config) { c.Generate.Games = -1 }), "generate.games is -1"},
		{traced(func(c *Config) {
			c.Generate.Quotas, c.Generate.Classes = generate.Quotas{engine.Race: 1}, datasets.Classes{engine.Race}
		}), "generate.class and generate.quota are both set"},
		{traced(func(c *Config) { c.Generate.Prune = true; c.Prune = &Prune{Train: new(bool)} }), "generate.prune is set, but the initial model has no pruning nets"},
		{traced(func(c *Config) { c.Prune = &Prune{Train: &yes, Positions: 10} }), "prune.positions is 10, want at least 1000"},
		{traced(func(c *Config) { c.Prune, c.Warm = &Prune{Every: 2}, false }), "prune.every is 2, want 0 or more, and 0 or 1 if warm is false"},
		{traced(func(c *Config) { c.Prune = &Prune{Every: -1} }), "prune.every is -1"},
		{traced(func(c *Config) { c.Prune = &Prune{Train: &yes, Hidden: "x"} }), `prune: bad hidden layers "x"`},
		{traced(func(c *Config) { c.Prune = &Prune{Train: &yes, Epochs: -1} }), "prune.epochs is -1"},
		{func(c *Config) { c.Pools = &Pools{} }, "pools.make and pools.files are empty"},
		{pooled(func(p *Pools) { p.Opening = 1.5 }), "pools.opening is 1.5, want 0 to 1"},
		{pooled(func(p *Pools) { p.Every = -1 }), "pools.every is -1"},
		{pooled(func(p *Pools) { p.Make[0].Weight = 0 }), "pools.make.0.weight is 0, want a number above 0"},
		{pooled(func(p *Pools) { p.Make[0].Weight = -1 }), "pools.make.0.weight is -1"},
		{pooled(func(p *Pools) { p.Make[0].Name = "../x" }), `pools.make.0.name is "../x", want lower-case letters`},
		{pooled(func(p *Pools) { p.Make = append(p.Make, p.Make[0]) }), `pools.make.1.name is "odd", which an earlier pool has`},
		{pooled(func(p *Pools) { p.Make[0].Starts = []string{"odd"} }), `pools.make.0.starts is ["odd"], want earlier pools: []`},
		{pooled(func(p *Pools) { p.Make[0].Opening = 0.5 }), "pools.make.0.opening is set without pools.make.0.starts"},
		{pooled(func(p *Pools) { p.Make[0].Opening = -1 }), "pools.make.0.opening is -1"},
		{pooled(func(p *Pools) { p.Make[0].Positions = 0 }), "pools.make.0.positions is 0, but self-play has no end without this, pools.make.0.quota or pools.make.0.games"},
		{pooled(func(p *Pools) { p.Make[0].RandomPlies = generate.Range{} }), "pools.make.0.odd is set, but there are no pools.make.0.random_plies"},
		{pooled(func(p *Pools) { p.Make[0].PositionWeights = "none" }), `pools.make.0.position_weights is "none", want informative`},
		{pooled(func(p *Pools) { p.Make[0].PositionWeights = "informative" }), "pools.make.0.position_weights is set without pools.make.0.informative"},
		{pooled(func(p *Pools) { p.Make[0].Lambda = new(generate.Lambda) }), "pools.make.0.trace has no effect"},
		{pooled(func(p *Pools) { p.Files = []PoolFile{{"", 1}} }), `pools.files.0.file is "", want files, each once`},
		{pooled(func(p *Pools) { p.Files = []PoolFile{{"x", math.NaN()}} }), "pools.files.0.weight is NaN"},
		{pooled(func(p *Pools) { p.Files = []PoolFile{{"nowhere.txt", 1}} }), "pools.files: open nowhere.txt"},
		{func(c *Config) { c.Grow = &Grow{To: []Layers{{onlyNet: "9"}}} }, "grow.after is 0"},
		{func(c *Config) { c.Grow = &Grow{After: 1} }, "grow.to is empty"},
		{func(c *Config) { c.Grow = &Grow{1, []Layers{{}}} }, "grow.to.0: there are no hidden layers"},
		{func(c *Config) { c.Grow = &Grow{1, []Layers{{nets.PruningRace: "9"}}} }, `grow.to.0: a net for "pruning-race", want some of`},
		{func(c *Config) { c.Grow = &Grow{1, []Layers{{nets.Race: "9"}}} }, "grown 1 times: hidden layers for race, which train.nets does not have"},
		{func(c *Config) { c.Grow = &Grow{1, []Layers{{onlyNet: "12"}, {onlyNet: "9"}}} }, "grown 2 times: net for all: a net of 12"},
		{func(c *Config) {
			c.Grow, c.Hidden = &Grow{1, []Layers{{onlyNet: "9"}}}, map[int]Layers{2: {onlyNet: "9"}}
		}, "hidden and grow are both set"},
		{func(c *Config) { c.Warm, c.Fresh = false, true }, "fresh is set without warm"},
		{func(c *Config) { c.Train.Nets = []nets.Shape{nets.PruningShape(nets.PruningRace, "")} }, "train.nets.0.part is pruning-race: section prune has"},
		{func(c *Config) { c.Measure.StartGames = 5 }, "measure.start_games is 5, want 0 or an even number"},
		{func(c *Config) { c.Measure.Luck = "gnubg" }, `measure.luck is "gnubg", but no model is given`},
		{func(c *Config) { c.Train.Seed = 1 }, "train.seed is 1, want none"},
		{func(c *Config) { c.Train.Parent = "x" }, `train.parent is "x", want none`},
		{func(c *Config) { c.Train.Variant = "backgammon" }, `train.variant is "backgammon", want none`},
		{func(c *Config) { c.Train.BenchGames = 2 }, "train.bench_games is 2"},
		{func(c *Config) { c.Train.Backend = supervised.Gorgonia }, `train.backend is "gorgonia", want fast`},
		{func(c *Config) { c.Train.Holdout = 0 }, "train.holdout is 0"},
		{func(c *Config) { c.Train.Epochs = 0 }, "train.epochs is 0"},
		{func(c *Config) { c.Hidden = map[int]Layers{0: {onlyNet: "9"}} }, "hidden has the generation 0"},
		{func(c *Config) { c.Hidden = map[int]Layers{2: {onlyNet: "x"}} }, "hidden.2: "},
		{func(c *Config) { c.Measure.Games = 0 }, "measure.match_games is 0, want an even number from 4"},
		{func(c *Config) { c.Promote.Always, c.Measure.Games = true, 2 }, "measure.match_games is 2, want an even number from 4"},
		{func(c *Config) { c.Measure.PubevalGames = 5 }, "measure.pubeval_games is 5"},
		{func(c *Config) { c.Measure.Values = []string{"a", "a"} }, `measure.values is ["a" "a"]`},
		{func(c *Config) { c.Promote.Sigmas = -1 }, "promote.sigmas is -1"},
	} {
		cfg := DefaultConfig()
		test.change(&cfg)
		dir := filepath.Join(t.TempDir(), "run")
		must.Fail(t, must.Err(Create(dir, cfg, Setup{Start: startModel(t)})), test.want)
		if there, err := exists(dir); there || err != nil {
			t.Errorf("%q: there is a folder now (%v)", test.want, err)
		}
	}
	cfg := DefaultConfig()
	if err := cfg.Validate(); err != nil {
		t.Error(err)
	}
}

func TestParseConfigRefusals(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{``, "line 1: the JSON text is empty"},
		{`{"generation": 3}`, `generation: unknown field "generation"`},
		{`{"generate": {"position": 3}}`, `generate.position: unknown field "position"`},
		{`{"train": {"epoch": 3}}`, `train.epoch: unknown field "epoch"`},
		{`{"generations": "3"}`, `line 1: generations: found "3", want a whole number`},
		{`{"hidden": {"x": "12"}}`, `line 1: hidden.x: found the key "x", want a whole number`},
		{`{"hidden": {"2": 12}}`, `hidden layers are 12, want text such as "512-256"`},
		{`{"hidden": {"2": {"contacts": "12"}}}`, `hidden.2: a net for "contacts", want some of [all race crashed contact]`},
		{`{"hidden": {"2": {"contact": "12", "": "12"}}}`, "hidden.2: a net has no name"},
		{`{"generate": {"trace": 0.7}}`, "generate.positions is 0, but self-play has no end"},
		{`{"generate": {"games": 1, "trace": "0.7,ace=1"}}`, `generate.trace: unknown kind "ace"`},
		{`{"label": {"method": "rollout", "preset": "best"}}`, `label.preset: "best", want quick`},
		{`{"label": {"prune": true, "sieve": "5"}}`, `label.sieve: sieve is "5", want gnubg or MOST/MARGIN`},
		{`{"label": {"trial": 5}}`, `line 1: label.trial: unknown field "trial"`},
		{`{"label": {"sieve": "5/0.2"}}`, "label.sieve needs label.prune"},
		{`{"label": {"seed": 5, "method": "rollout"}}`, "label.seed is 5, want none"},
		{`{"generate": {"quota": "contact"}}`, `generate.quota: "contact", want CLASS=N`},
		{`{"pools": {"make": [{"name": "a", "weight": 1, "kind": "primes"}]}}`, `pools.make.0.kind: unknown kind "primes"`},
		{`{"generate": {"class": "contacts"}}`, `generate.class: unknown class "contacts"`},
		{`{"generate": {"games": 1, "trace": 0.7, "alternatives": "gnubg"}}`, `generate.alternatives: "gnubg", want MOST/MARGIN`},
		{`{"generate": {"games": 1, "trace": 0.7}, "label": {"method": "ply1"}}`, "label has no effect with generate.trace"},
		{`{"pools": {"make": [{"name": "a", "weight": 1, "position": 1}]}}`, `line 1: pools.make.0.position: unknown field "position"`},
		{`{} {}`, "more follows"},
		{`{"format": "gammonlab-td-run 1"}`, `format is "gammonlab-td-run 1"`},
		{`{"window": -1}`, "window is -1"},
	} {
		cfg, err := ParseConfig([]byte(test.text))
		if err == nil {
			err = cfg.Validate()
		}
		must.Fail(t, err, test.want, test.text)
	}
}

func FuzzParseConfig(f *testing.F) {
	text, err := os.ReadFile(exampleConfig)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Add(`{"format":"gammonlab-iterate-run 1","hidden":{"2":"16","1":"8-8"},"label":{"method":"rollout","trials":36},"measure":{"values":["x"],"match_games":4}}`)
	f.Add(`{"train":{"nets":[{"part":"all"}]}}`)
	f.Add(`{"generate":{"games":3,"trace":0.7,"prune":true},"prune":{"train":false},"fresh":true,
		"pools":{"opening":0.5,"every":2,"make":[{"name":"a","weight":1,"odd":true,"random_plies":"2-9","positions":9}],"files":[{"file":"x","weight":2}]},
		"grow":{"after":2,"to":["16",{"contact":"12-8","race":"9"}]},"measure":{"match_games":4,"luck":"best","start_games":6}}`)
	f.Add(`{"generate":{"noise":0,"positions":0,"quota":"race=1"},"hidden":{"2":{"contact":"12"},"3":""}}`)
	f.Fuzz(func(t *testing.T, text string) {
		cfg, err := ParseConfig([]byte(text))
		if err != nil {
			return
		}
		written := must.Get(json.Marshal(cfg))(t)
		again := must.Get(ParseConfig(written))(t)
		// Lists that are empty may become nil.
		if rewritten, err := json.Marshal(again); err != nil || string(rewritten) != string(written) {
			t.Errorf("%s reads back as %s (%v)", written, rewritten, err)
		}
	})
}

func TestHiddenByGeneration(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Train.Nets = nets.ShapesOf(startModel(t))
	cfg.Hidden = map[int]Layers{3: {onlyNet: "16"}, 5: {nets.All: "16-16"}}
	for _, test := range []struct {
		generation int
		want       string
	}{{1, "196-8-5"}, {2, "196-8-5"}, {3, "196-16-5"}, {4, "196-16-5"}, {5, "196-16-16-5"}, {9, "196-16-16-5"}} {
		shapes := must.Get(cfg.shapesWith(cfg.layersAt(test.generation, nil)))(t)
		spec := shapes[0].Spec()
		if got := spec.String(); len(shapes) != 1 || got != test.want {
			t.Errorf("generation %d: %s, want %s", test.generation, got, test.want)
		}
	}
}

// TestGrow has candidates grow after two generations without promotion.
func TestGrow(t *testing.T) {
	g := &Grow{After: 2, To: []Layers{{onlyNet: "16"}, {onlyNet: "32"}}}
	done := []*record{{Point: Point{Generation: 0}}}
	for i, test := range []struct {
		promoted bool
		want     int
	}{{false, 0}, {true, 0}, {false, 0}, {false, 1}, {false, 1}, {true, 1}, {false, 1}, {false, 2}, {false, 2}, {false, 2}} {
		done = append(done, &record{Point: Point{Generation: i + 1, Promoted: test.promoted}})
		if got := g.steps(done); got != test.want {
			t.Errorf("after generation %d: grown %d times, want %d", i+1, got, test.want)
		}
	}
}
