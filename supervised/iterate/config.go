package iterate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"gammonlab/datasets"
	"gammonlab/internal/runfolder"
	"gammonlab/nets/learn"
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
	Pools    *Pools   `json:"pools,omitempty"` // nil for games that all begin with the opening
	Label    Label    `json:"label"`

	// Window is how many of the latest generations' databases are trained on. Of
	// a position that several have, the best label counts, as [datasets.Merge]
	// has it, and of equals the newest.
	Window int `json:"window"`

	// Train says how candidates are trained. Its nets are those of the model to
	// start from unless it names others; its seed, parent and variant, its games
	// and its backend are not to be set.
	Train supervised.Config `json:"train"`

	// Hidden says from which generation on candidates have other hidden layers.
	Hidden map[int]Layers `json:"hidden,omitempty"`

	// Grow has candidates get other hidden layers when progress stops; nil for
	// never. It does not go with Hidden.
	Grow *Grow `json:"grow,omitempty"`

	// Warm has a candidate begin with the weights of the best net, grown if it is
	// smaller, in place of random ones. With Fresh a net of another shape than the
	// best net's does not grow, but begins with random weights.
	Warm  bool `json:"warm"`
	Fresh bool `json:"fresh,omitempty"`

	// Prune says how candidates get pruning nets; nil for the defaults.
	Prune *Prune `json:"prune,omitempty"`

	Measure Measure `json:"measure"`
	Promote Promote `json:"promote"`

	// KeepDatabases keeps those of generations that are not trained on any more.
	KeepDatabases bool `json:"keep_databases"`
}

// Measure says how candidates are measured.
type Measure struct {
	Games        int      `json:"games"`                   // of the match against the best net, in pairs
	StartGames   int      `json:"start_games,omitempty"`   // of one against the model that the run starts from; 0 for none
	PubevalGames int      `json:"pubeval_games,omitempty"` // of one against pubeval; 0 for none
	Luck         string   `json:"luck,omitempty"`          // whose evaluation takes the luck off the matches: "best" for the best net's, or a model; "" to leave it in
	Values       []string `json:"values,omitempty"`        // databases whose labels are taken for the truth
}

// luckOfBest is the setting of Measure.Luck for the best net of each generation.
const luckOfBest = "best"

// LuckModel returns the model that takes the luck off, "" if none does or the best
// net.
func (m *Measure) LuckModel() string {
	if m.Luck == luckOfBest {
		return ""
	}
	return m.Luck
}

// Promote says when a candidate takes the place of the best net: when it scores
// more than zero, and more than so many standard errors, points per game, without
// luck if Measure.Luck takes it off.
type Promote struct {
	Always bool    `json:"always,omitempty"` // whatever it scores
	Sigmas float64 `json:"sigmas"`
}

// DefaultConfig returns settings for a run of some hours.
func DefaultConfig() Config {
	train := supervised.DefaultConfig()
	train.Nets, train.Variant, train.Seed = nil, "", 0
	train.Rate = learn.Cosine(0.001, 0.5, 0) // longer steps would make candidates forget what the best net knows
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
// defaults, but for those of generate where label.by is trace, which have none. It
// takes the config.json of a run folder, too, of which it reads the settings alone.
// It does not validate them.
func ParseConfig(text []byte) (Config, error) {
	doc := document{Config: DefaultConfig()}
	if labelledBy(text) == datasets.Trace {
		doc.Generate = Generate{}
	}
	if err := runfolder.ParseSettings(text, configFormat, &doc); err != nil {
		return Config{}, err
	}
	return doc.Config, nil
}

// Difference names the settings in which two configs differ, with both values; ""
// for none.
func (c *Config) Difference(d *Config) string { return runfolder.Difference(c, d) }

// labelledBy returns what a config says of label.by, "" if that cannot be read.
func labelledBy(text []byte) datasets.Method {
	var of struct {
		Label struct{ By datasets.Method }
	}
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&of); err != nil {
		return "" // the strict decoder says what is wrong
	}
	return of.Label.By
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
	for name, games := range map[string]int{"start_games": m.StartGames, "pubeval_games": m.PubevalGames} {
		check(playable(games) || games == 0, "measure.%s is %d, want 0 or an even number from %d to %d", name, games, minGames, maxGames)
	}
	for i, path := range m.Values {
		check(path != "" && !slices.Contains(m.Values[:i], path), "measure.values is %q, want files, each once", m.Values)
	}
	check(!c.Fresh || c.Warm, "fresh is set without warm: all candidates begin with random weights then")
	check(c.Promote.Sigmas >= 0 && !math.IsInf(c.Promote.Sigmas, 1), "promote.sigmas is %v, want 0 or more", c.Promote.Sigmas)
	problems = append(problems, c.Generate.validate("generate"), c.Pools.validate(), c.Label.validate(), c.checkTrace(), c.checkTrain(),
		c.checkHidden(), c.Grow.validate())
	return errors.Join(problems...)
}

// playable reports whether so many games make a match.
func playable(games int) bool { return games >= minGames && games <= maxGames && games%2 == 0 }

// checkTrace reports settings that do not go with labels of whole games.
func (c *Config) checkTrace() error {
	if !c.Label.traces() {
		return nil
	}
	var problems []error
	for _, f := range []struct {
		name string
		set  bool
	}{{"noise", c.Generate.Noise != 0}, {"informative", c.Generate.Informative != 0}, {"odd", c.Generate.Odd}} {
		if f.set {
			problems = append(problems, fmt.Errorf("iterate: generate.%s means nothing with label.by trace, which labels whole games of the best net", f.name))
		}
	}
	return errors.Join(problems...)
}

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
	for _, n := range c.Train.Nets {
		check(!n.Part.Prunes(), "nets has one for %s: prune says how pruning nets are trained", n.Part)
		check(!n.Fresh, "nets: %s is fresh: fresh of the run says so for all nets", n.Part)
	}
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
