package iterate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets/generate"
	"gammonlab/datasets/label"
	"gammonlab/internal/identity"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/setting"
	"gammonlab/nets/learn"
	"gammonlab/supervised"
)

// Config has the settings of a run. Together with the initial model, the bear-off
// databases and the benchmarks it determines every byte of the models.
type Config struct {
	// Start and Bearoff name the initial model and the bear-off databases for playing
	// and labelling. The caller opens them by these names.
	Start   string `json:"from"`
	Bearoff string `json:"bearoff"`

	Generations int    `json:"generations"`
	Seed        uint64 `json:"seed"`

	Generate Generate `json:"generate"`
	Pools    *Pools   `json:"pools,omitempty"` // nil if all games begin with the opening
	// Label is nil if the games are labelled.
	Label *label.Settings `json:"label,omitempty"`

	// Window is the number of generations, the latest ones, whose databases train a
	// candidate. If several contain the same position, the best label counts, as in
	// [datasets.Merge]; among equals the newest.
	Window int `json:"window"`

	// Train has the settings of the training of candidates. By default its nets are
	// those of the initial model. Its seed, parent, variant, bench_games and backend
	// must not be set.
	Train supervised.Config `json:"train"`

	// Hidden has new hidden layers of candidates by the first generation that uses
	// them.
	Hidden map[int]Layers `json:"hidden,omitempty"`

	// Grow gives candidates larger hidden layers when progress stops; nil for never. It
	// excludes Hidden.
	Grow *Grow `json:"grow,omitempty"`

	// Warm starts a candidate with the weights of the best net, grown if it is smaller,
	// instead of random ones. With Fresh, a net whose shape differs from the best net's
	// starts with random weights instead of growing.
	Warm  bool `json:"warm"`
	Fresh bool `json:"fresh,omitempty"`

	// Prune has the settings of the candidates' pruning nets; nil for the defaults.
	Prune *Prune `json:"prune,omitempty"`

	Measure Measure `json:"measure"`
	Promote Promote `json:"promote"`

	// KeepDatabases keeps the databases of generations that have left the window.
	KeepDatabases bool `json:"keep_databases"`
}

// Measure has the settings of the measurements of candidates.
type Measure struct {
	Games        int      `json:"match_games"`             // games of the match against the best net, in pairs
	StartGames   int      `json:"start_games,omitempty"`   // games of a match against the initial model; 0 for none
	PubevalGames int      `json:"pubeval_games,omitempty"` // games of a match against pubeval; 0 for none
	Luck         string   `json:"luck,omitempty"`          // evaluator of luck-adjusted results: "best" for the best net, or a model; "" for results without adjustment
	Values       []string `json:"values,omitempty"`        // databases of reference labels
}

// luckOfBest is the setting of Measure.Luck for the best net of each generation.
const luckOfBest = "best"

// LuckModel returns the model that computes the luck, "" for the best net or if results
// are not adjusted.
func (m *Measure) LuckModel() string {
	if m.Luck == luckOfBest {
		return ""
	}
	return m.Luck
}

// Promote has the condition for a candidate to replace the best net: its score in
// points per game exceeds 0 and the given number of standard errors. The score is
// luck-adjusted if Measure.Luck is set.
type Promote struct {
	Always bool    `json:"always,omitempty"` // for any score
	Sigmas float64 `json:"sigmas"`
}

// DefaultConfig returns the default settings, for a run of some hours.
func DefaultConfig() Config {
	train := supervised.DefaultConfig()
	train.Nets, train.Variant, train.Seed = nil, "", 0
	train.Rate = learn.Cosine(0.001, 0.5, 0) // larger steps would destroy what the best net has learned
	return Config{
		Start: "default", Bearoff: "default", Generations: 3, Seed: 1,
		Generate: Generate{Selection: generate.Selection{Positions: 200_000}, Play: generate.Play{Noise: 0.02}},
		Label:    defaultLabel(),
		Window:   3, Train: train, Warm: true,
		Measure: Measure{Games: 20_000},
		Promote: Promote{Sigmas: 1.96}, KeepDatabases: true,
	}
}

// ParseConfig reads a config from JSON, also from the config.json of a run folder,
// where it reads only the settings. Settings that the text lacks have their defaults,
// except those of generate and label if generate.trace is set, which have none. It validates
// no other section than label.
func ParseConfig(text []byte) (Config, error) {
	doc := document{Config: DefaultConfig()}
	var given struct {
		Generate struct{ Trace json.RawMessage }
		Label    json.RawMessage
	}
	_ = json.NewDecoder(bytes.NewReader(text)).Decode(&given) // the strict decoder reports errors
	if given.Generate.Trace != nil {
		doc.Generate, doc.Label = Generate{}, nil
	}
	if err := runfolder.ParseSettings(text, configFormat, &doc); err != nil {
		return Config{}, err
	}
	if given.Label != nil && doc.Label != nil {
		*doc.Label = label.Settings{}
		if err := setting.Read(doc.Label, given.Label, nil); err != nil {
			return Config{}, setting.In("label", err)
		}
	}
	return doc.Config, nil
}

// Same returns an error that names the settings in which d differs from c, nil for none.
func (c *Config) Same(d *Config) error { return identity.Between(c, d).Err() }

const (
	maxGenerations = 9999
	minGames       = 4 // two pairs: fewer have no standard error
	maxGames       = 1 << 30
)

// Validate returns a [setting.Error] for every invalid setting.
func (c *Config) Validate() error {
	return errors.Join(
		setting.Check("from", c.Start != "", "is empty, want a model to start from"),
		setting.Check("bearoff", c.Bearoff != "", "is empty, want bear-off databases or none"),
		setting.Check("generations", c.Generations >= 1 && c.Generations <= maxGenerations, "is %d, want 1 to %d", c.Generations, maxGenerations),
		setting.Check("window", c.Window >= 1, "is %d, want at least 1", c.Window),
		c.checkMeasure(),
		setting.Check("fresh", !c.Fresh || c.Warm, "is set without %s: all candidates begin with random weights then", setting.Name("warm")),
		setting.Check("promote.sigmas", c.Promote.Sigmas >= 0 && !math.IsInf(c.Promote.Sigmas, 1), "is %v, want 0 or more", c.Promote.Sigmas),
		c.Generate.check("generate", board.Backgammon), c.Pools.validate(), c.checkLabel(), c.checkTrain(),
		c.checkHidden(), c.Grow.validate(),
	)
}

// checkMeasure returns errors for invalid settings of the measurements.
func (c *Config) checkMeasure() error {
	m := &c.Measure
	pairs := func(name setting.Name, games int) error {
		return setting.Check(name, playable(games) || games == 0, "is %d, want 0 or an even number from %d to %d", games, minGames, maxGames)
	}
	problems := []error{
		setting.Check("measure.match_games", playable(m.Games) || m.Games == 0 && c.Promote.Always,
			"is %d, want an even number from %d to %d, or 0 if %s is set", m.Games, minGames, maxGames, setting.Name("promote.always")),
		pairs("measure.start_games", m.StartGames),
		pairs("measure.pubeval_games", m.PubevalGames),
	}
	for i, path := range m.Values {
		problems = append(problems, setting.Check("measure.values", path != "" && !slices.Contains(m.Values[:i], path), "is %q, want files, each once", m.Values))
	}
	return errors.Join(problems...)
}

// playable reports whether a match can have this number of games.
func playable(games int) bool { return games >= minGames && games <= maxGames && games%2 == 0 }

// checkTrain returns errors for invalid settings of the training.
func (c *Config) checkTrain() error {
	problems := []error{
		setting.Check("train.seed", c.Train.Seed == 0, "is %d, want none: seeds of generations follow from that of the run", c.Train.Seed),
		setting.Check("train.parent", c.Train.Parent == "", "is %q, want none: %s sets the initial weights", c.Train.Parent, setting.Name("warm")),
		setting.Check("train.variant", c.Train.Variant == "", "is %q, want none: the initial model has it", c.Train.Variant),
		setting.Check("train.bench_games", c.Train.BenchGames == 0, "is %d, want 0: section measure has the matches of candidates", c.Train.BenchGames),
		setting.Check("train.backend", c.Train.Backend == supervised.Fast, "is %q, want %s", c.Train.Backend, supervised.Fast),
		setting.Check("train.holdout", c.Train.Holdout > 0, "is %v, want a share of the positions to validate on", c.Train.Holdout),
	}
	for i, n := range c.Train.Nets {
		at := setting.Name(fmt.Sprintf("train.nets.%d", i))
		problems = append(problems,
			setting.Check(at+".part", !n.Part.Prunes(), "is %s: section prune has the settings of pruning nets", n.Part),
			setting.Check(at+".fresh", !n.Fresh, "is set: set %s of the run, for all nets", setting.Name("fresh")))
	}
	cfg := c.Train
	standIn := supervised.DefaultConfig()
	cfg.Variant = standIn.Variant
	if cfg.Nets == nil {
		cfg.Nets = standIn.Nets // the model has the nets
	}
	return errors.Join(append(problems, setting.In("train", cfg.Validate()))...)
}
