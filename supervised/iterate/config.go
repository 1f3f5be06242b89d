package iterate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"gammonlab/nets"
	"gammonlab/supervised"
)

// Config says how nets are improved. With the model to start from, the databases
// of endings and the benchmarks it decides every byte of the models.
type Config struct {
	// Start and Bearoff name the model to start from and the databases of endings
	// that it plays and labels with. Who opens them knows what the names mean.
	Start   string `json:"start"`
	Bearoff string `json:"bearoff"`

	Generations int    `json:"generations"`
	Seed        uint64 `json:"seed"`

	Generate Generate `json:"generate"`
	Label    Label    `json:"label"`

	// Window is how many of the latest generations' databases are trained on. Of
	// a position that several have, the best label counts, as [datasets.Merge]
	// has it, and of equals the newest.
	Window int `json:"window"`

	// Train says how candidates are trained. Its nets are those of the model to
	// start from unless it names others; its seed, parent and variant, its games
	// and its backend are not to be set.
	Train supervised.Config `json:"train"`

	// Hidden says from which generation on a candidate has other hidden layers,
	// such as "5": "512-256". It is for models of one net.
	Hidden map[int]string `json:"hidden,omitempty"`

	// Warm has a candidate begin with the weights of the best net, grown if it is
	// smaller, in place of random ones.
	Warm bool `json:"warm"`

	Measure Measure `json:"measure"`
	Promote Promote `json:"promote"`

	// KeepDatabases keeps those of generations that are not trained on any more.
	KeepDatabases bool `json:"keep_databases"`
}

// Measure says how candidates are measured.
type Measure struct {
	Games        int      `json:"games"`                   // of the match against the best net, in pairs
	PubevalGames int      `json:"pubeval_games,omitempty"` // of one against pubeval; 0 for none
	Values       []string `json:"values,omitempty"`        // databases whose labels are taken for the truth
}

// Promote says when a candidate takes the place of the best net: when it scores
// more than zero, and more than so many standard errors, points per game.
type Promote struct {
	Always bool    `json:"always,omitempty"` // whatever it scores
	Sigmas float64 `json:"sigmas"`
}

// DefaultConfig returns settings for a run of some hours.
func DefaultConfig() Config {
	train := supervised.DefaultConfig()
	train.Nets, train.Variant, train.Seed = nil, "", 0
	train.Rate = supervised.Cosine(0.001, 0.5, 0) // longer steps would make candidates forget what the best net knows
	return Config{
		Start: "default", Bearoff: "default", Generations: 3, Seed: 1,
		Generate: Generate{Positions: 200_000, Noise: 0.02},
		Label:    Label{By: "ply1"},
		Window:   3, Train: train, Warm: true,
		Measure: Measure{Games: 20_000},
		Promote: Promote{Sigmas: 1.96}, KeepDatabases: true,
	}
}

// ParseConfig reads a config from JSON: settings that are left out have their
// defaults. It takes the config.json of a run folder, too, of which it reads the
// settings alone.
func ParseConfig(text []byte) (Config, error) {
	doc := document{Config: DefaultConfig()}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&doc); err != nil {
		return Config{}, fmt.Errorf("iterate: config: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return Config{}, errors.New("iterate: config: more follows after the settings")
	}
	if doc.Format != "" && doc.Format != configFormat {
		return Config{}, fmt.Errorf("iterate: config: format is %q, this program reads %q", doc.Format, configFormat)
	}
	return doc.Config, doc.Config.Validate()
}

const (
	maxGenerations = 9999
	minGames       = 4 // two pairs: fewer have no standard error
	maxGames       = 1 << 30
)

// Validate reports everything that is wrong with the settings, by their names.
func (c *Config) Validate() error {
	var problems []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			problems = append(problems, fmt.Errorf("iterate: "+format, args...))
		}
	}
	check(c.Start != "", "start is empty, want a model to start from")
	check(c.Bearoff != "", "bearoff is empty, want databases of endings or none")
	check(c.Generations >= 1 && c.Generations <= maxGenerations, "generations is %d, want 1 to %d", c.Generations, maxGenerations)
	check(c.Window >= 1, "window is %d, want at least 1", c.Window)
	m := &c.Measure
	check(playable(m.Games) || m.Games == 0 && c.Promote.Always,
		"measure.games is %d, want an even number from %d to %d, or with promote.always 0", m.Games, minGames, maxGames)
	check(playable(m.PubevalGames) || m.PubevalGames == 0,
		"measure.pubeval_games is %d, want 0 or an even number from %d to %d", m.PubevalGames, minGames, maxGames)
	for i, path := range m.Values {
		check(path != "" && !slices.Contains(m.Values[:i], path), "measure.values is %q, want files, each once", m.Values)
	}
	check(c.Promote.Sigmas >= 0 && !math.IsInf(c.Promote.Sigmas, 1), "promote.sigmas is %v, want 0 or more", c.Promote.Sigmas)
	problems = append(problems, c.Generate.validate(), c.Label.validate(), c.checkTrain(), c.checkHidden())
	return errors.Join(problems...)
}

// playable reports whether so many games make a match.
func playable(games int) bool { return games >= minGames && games <= maxGames && games%2 == 0 }

// checkTrain reports what is wrong with the settings of the training.
func (c *Config) checkTrain() error {
	var problems []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			problems = append(problems, fmt.Errorf("iterate: train."+format, args...))
		}
	}
	check(c.Train.Seed == 0, "seed is %d, want none: seeds of generations follow from that of the run", c.Train.Seed)
	check(c.Train.Parent == "", "parent is %q, want none: warm says what training starts from", c.Train.Parent)
	check(c.Train.Variant == "", "variant is %q, want none: it is that of the model to start from", c.Train.Variant)
	check(c.Train.BenchGames == 0, "bench_games is %d, want 0: measure says how candidates are measured", c.Train.BenchGames)
	check(c.Train.Backend == supervised.Fast, "backend is %q, want %s", c.Train.Backend, supervised.Fast)
	check(c.Train.Holdout > 0, "holdout is %v, want a share of the positions to validate on", c.Train.Holdout)
	cfg := c.Train
	standIn := supervised.DefaultConfig()
	cfg.Variant = standIn.Variant
	if cfg.Nets == nil {
		cfg.Nets = standIn.Nets // the model will tell
	}
	if err := cfg.Validate(); err != nil {
		problems = append(problems, fmt.Errorf("iterate: train: %w", err))
	}
	return errors.Join(problems...)
}

// checkHidden reports what is wrong with the sizes of generations.
func (c *Config) checkHidden() error {
	var problems []error
	for _, g := range slices.Sorted(maps.Keys(c.Hidden)) {
		if g < 1 {
			problems = append(problems, fmt.Errorf("iterate: hidden has the generation %d, want 1 or more", g))
		}
		if _, err := nets.ParseHidden(c.Hidden[g]); err != nil {
			problems = append(problems, fmt.Errorf("iterate: hidden: generation %d: %w", g, err))
		}
	}
	return errors.Join(problems...)
}

// hiddenAt returns what Hidden says of the generation, "" for nothing.
func (c *Config) hiddenAt(generation int) string {
	hidden := ""
	for _, g := range slices.Sorted(maps.Keys(c.Hidden)) {
		if g <= generation {
			hidden = c.Hidden[g]
		}
	}
	return hidden
}

// shapesAt returns the nets that are trained in a generation.
func (c *Config) shapesAt(generation int) ([]supervised.Shape, error) {
	hidden := c.hiddenAt(generation)
	if hidden == "" {
		return c.Train.Nets, nil
	}
	if len(c.Train.Nets) != 1 {
		return nil, fmt.Errorf("iterate: hidden is set, and there are %d nets, want one", len(c.Train.Nets))
	}
	sizes, err := nets.ParseHidden(hidden)
	if err != nil {
		return nil, fmt.Errorf("iterate: hidden: generation %d: %w", generation, err)
	}
	shape := c.Train.Nets[0]
	spec, err := shape.Spec().Larger(sizes)
	if err != nil {
		return nil, fmt.Errorf("iterate: hidden: generation %d: %w", generation, err)
	}
	return []supervised.Shape{supervised.ShapeOf(shape.Part, spec)}, nil
}
