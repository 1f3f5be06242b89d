package supervised

import (
	"errors"
	"fmt"
	"math"

	"gammonlab/board"
	"gammonlab/engine/netplan"
	"gammonlab/internal/identity"
	"gammonlab/internal/runfolder"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// Config has the settings of a training. Together with the data and the parent model,
// if any, it determines every weight.
type Config struct {
	Nets     []netplan.Shape `json:"nets"`
	Variant  string          `json:"variant"`
	Parent   string          `json:"parent,omitempty"` // digest of the model whose weights the run starts from
	Loss     learn.Loss      `json:"loss"`
	Method   learn.Method    `json:"method"`
	Momentum float64         `json:"momentum,omitempty"` // of the method sgd
	Backend  string          `json:"backend"`            // implementation of the steps: fast or gorgonia
	Rate     learn.Schedule  `json:"rate"`
	Batch    int             `json:"batch"`    // positions of a step
	Epochs   int             `json:"epochs"`   // maximal number of passes over the training positions
	Patience int             `json:"patience"` // a net stops after this many epochs without a lower validation loss; 0 for never
	Average  float64         `json:"average"`  // decay of the running mean of the weights that is measured and kept; 0 for the weights themselves

	Weighting   Weighting `json:"weighting"`
	WeightFloor float64   `json:"weight_floor,omitempty"` // of InverseVariance: floor of the labels' standard errors, added in squares, points
	Holdout     float64   `json:"holdout,omitempty"`      // share of the training data that validates, if there is no validation database
	SkipBad     bool      `json:"skip_bad,omitempty"`     // skip damaged rows instead of returning an error

	Seed uint64 `json:"seed"`

	// Settings without effect on the weights.
	Checkpoint int `json:"checkpoint"`  // steps between checkpoints inside an epoch; 0 for none
	BenchEvery int `json:"bench_every"` // epochs between measurements of the model on benchmarks
	BenchGames int `json:"bench_games"` // games of each match against pubeval; 0 for none
}

// Backends.
const (
	Fast     = "fast"
	Gorgonia = "gorgonia"
)

// Weighting names the rule for the weight of a position's loss.
type Weighting string

// The weightings.
const (
	// Unweighted gives all positions the weight 1.
	Unweighted Weighting = "none"

	// InverseVariance gives a position the weight 1/(floor² + error²), where error is
	// the standard error of its label's equity. Weights are scaled to a mean of 1 over
	// the positions with a known error. The others have the weight 1.
	InverseVariance Weighting = "inverse-variance"
)

// DefaultConfig returns default settings, which suit ten thousand positions or more.
func DefaultConfig() Config {
	return Config{
		Nets: []netplan.Shape{{
			Part: nets.All, Features: "perspective196@1", Hidden: []int{128}, Activations: []nets.Activation{nets.Sigmoid},
		}},
		Variant: board.Backgammon.String(),
		Loss:    learn.CrossEntropy, Method: learn.Adam, Backend: Fast,
		Rate: learn.Cosine(0.01, 0.5, 0), Batch: 128, Epochs: 20, Patience: 5,
		Weighting: Unweighted, Holdout: 0.05,
		Seed: 1, Checkpoint: 5000, BenchEvery: 1,
	}
}

// maxBatch is the largest batch, for which a pass still fits into memory.
const maxBatch = 1 << 14

// Validate returns an error that names every invalid setting.
func (c *Config) Validate() error {
	var problems []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			problems = append(problems, fmt.Errorf("supervised: "+format, args...))
		}
	}
	checkErr := func(setting string, err error) {
		if err != nil {
			problems = append(problems, fmt.Errorf("supervised: %s: %w", setting, err))
		}
	}
	for _, err := range netplan.Check(c.Nets) {
		problems = append(problems, fmt.Errorf("supervised: %w", err))
	}
	_, err := board.ParseVariant(c.Variant)
	checkErr("variant", err)
	checkErr("loss, method or momentum", c.learning(1).Validate())
	check(c.Backend == Fast || c.Backend == Gorgonia, "backend is %q, want %s or %s", c.Backend, Fast, Gorgonia)
	check(!c.Rate.IsZero(), "rate is missing")
	check(c.Rate.Max() <= math.MaxFloat32, "rate is %v, want numbers up to %v", c.Rate, math.MaxFloat32)
	checkErr("rate", c.Rate.CheckUnit(learn.Epochs))
	check(c.Batch >= 1 && c.Batch <= maxBatch, "batch is %d, want 1 to %d", c.Batch, maxBatch)
	check(c.Epochs >= 1 && c.Epochs <= math.MaxInt32, "epochs is %d, want at least 1", c.Epochs)
	check(c.Patience >= 0, "patience is %d, want 0 or more", c.Patience)
	check(c.Average >= 0 && c.Average < 1, "average is %v, want from 0 to below 1", c.Average)
	check(c.Holdout >= 0 && c.Holdout < 1, "holdout is %v, want from 0 to below 1", c.Holdout)
	check(c.Checkpoint >= 0, "checkpoint is %d, want 0 or more", c.Checkpoint)
	check(c.BenchEvery >= 1, "bench_every is %d, want at least 1", c.BenchEvery)
	check(c.BenchGames >= 0 && c.BenchGames%2 == 0, "bench_games is %d, want an even number, for pairs", c.BenchGames)
	switch c.Weighting {
	case Unweighted:
		check(c.WeightFloor == 0, "weight_floor is %v, which goes with weighting %s", c.WeightFloor, InverseVariance)
	case InverseVariance:
		check(c.WeightFloor >= 1e-6 && c.WeightFloor <= 1e6, "weight_floor is %v, want from 0.000001 to 1000000", c.WeightFloor)
	default:
		check(false, "weighting is %q, want %s or %s", c.Weighting, Unweighted, InverseVariance)
	}
	return errors.Join(problems...)
}

// learning returns the settings of the learners.
func (c *Config) learning(workers int) *learn.Settings {
	return &learn.Settings{Loss: c.Loss, Method: c.Method, Momentum: c.Momentum, Workers: workers}
}

// Difference returns the settings in which d differs from c, none if they describe the
// same run. Different names of the same feature set are no difference.
func (c *Config) Difference(d *Config) identity.Differences {
	return identity.Between(c.canonical(), d.canonical())
}

// canonical returns the config with the canonical specs of its nets.
func (c *Config) canonical() *Config {
	same := *c
	same.Nets = netplan.Canonical(c.Nets)
	return &same
}

// ParseSettings reads settings from JSON, also from the config.json of a run folder.
// Training settings that the text lacks have the values of base.
func ParseSettings(text []byte, base Config) (*Settings, error) {
	doc := document{Settings: Settings{Config: base}}
	doc.Nets = nil // or the decoder would merge their fields
	err := runfolder.ParseSettings(text, configFormat, &doc)
	if doc.Nets == nil {
		doc.Nets = base.Nets
	}
	return &doc.Settings, err
}
