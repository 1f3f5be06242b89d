package supervised

import (
	"cmp"
	"errors"
	"math"

	"gammonlab/board"
	"gammonlab/internal/identity"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// Config has the settings of a training. Together with the data and the parent model,
// if any, it determines every weight.
type Config struct {
	Nets      []nets.Shape `json:"nets"`
	Variant   string       `json:"variant"`
	Parent    string       `json:"from,omitempty"` // digest of the model whose weights the run starts from
	Loss      learn.Loss   `json:"loss"`
	Optimizer learn.Method `json:"optimizer"`
	Momentum  float64      `json:"momentum,omitempty"` // momentum of the method sgd
	Backend   string       `json:"backend"`            // implementation of the steps: fast or gorgonia

	// Precision is that of the products of hidden layers: nets.Float32 or nets.BFloat16; ""
	// is Float32.
	Precision nets.Precision `json:"precision,omitempty"`

	Rate     learn.Schedule `json:"rate"`
	Batch    int            `json:"batch"`    // positions of a step
	Epochs   int            `json:"epochs"`   // maximal number of passes over the training positions
	Patience int            `json:"patience"` // a net stops after this many epochs without a lower validation loss; 0 for never
	Average  float64        `json:"average"`  // decay of the running mean of the weights that is measured and kept; 0 for the weights themselves

	Weighting   Weighting `json:"weighting"`
	WeightFloor float64   `json:"weight_floor,omitempty"` // for InverseVariance: floor of the labels' standard errors, added in squares, points
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
		Nets: []nets.Shape{{
			Part: nets.All, Features: "perspective196@1", Hidden: []int{128}, Activations: []nets.Activation{nets.Sigmoid},
		}},
		Variant: board.Backgammon.String(),
		Loss:    learn.CrossEntropy, Optimizer: learn.Adam, Backend: Fast, Precision: nets.Float32,
		Rate: learn.Cosine(0.01, 0.5, 0), Batch: 128, Epochs: 20, Patience: 5,
		Weighting: Unweighted, Holdout: 0.05,
		Seed: 1, Checkpoint: 5000, BenchEvery: 1,
	}
}

// maxBatch is the largest batch, for which a pass still fits into memory.
const maxBatch = 1 << 14

// Validate returns a [setting.Error] for every invalid setting.
func (c *Config) Validate() error {
	_, err := board.ParseVariant(c.Variant)
	return errors.Join(
		nets.CheckShapes(c.Nets),
		setting.In("variant", err),
		c.learning(1).Validate(),
		setting.Check("backend", c.Backend == Fast || c.Backend == Gorgonia, "is %q, want %s or %s", c.Backend, Fast, Gorgonia),
		setting.Check("precision", c.Backend == Fast || c.Precision != nets.BFloat16, "is %s, for which %s must be %s", c.Precision, setting.Name("backend"), Fast),
		setting.Check("rate", !c.Rate.IsZero(), "is missing"),
		setting.Check("rate", c.Rate.Max() <= math.MaxFloat32, "is %v, want numbers up to %v", c.Rate, math.MaxFloat32),
		setting.In("rate", c.Rate.CheckUnit(learn.Epochs)),
		setting.Check("batch", c.Batch >= 1 && c.Batch <= maxBatch, "is %d, want 1 to %d", c.Batch, maxBatch),
		setting.Check("epochs", c.Epochs >= 1 && c.Epochs <= math.MaxInt32, "is %d, want at least 1", c.Epochs),
		setting.Check("patience", c.Patience >= 0, "is %d, want 0 or more", c.Patience),
		setting.Check("average", c.Average >= 0 && c.Average < 1, "is %v, want from 0 to below 1", c.Average),
		setting.Check("holdout", c.Holdout >= 0 && c.Holdout < 1, "is %v, want from 0 to below 1", c.Holdout),
		setting.Check("checkpoint", c.Checkpoint >= 0, "is %d, want 0 or more", c.Checkpoint),
		setting.Check("bench_every", c.BenchEvery >= 1, "is %d, want at least 1", c.BenchEvery),
		setting.Check("bench_games", c.BenchGames >= 0 && c.BenchGames%2 == 0, "is %d, want an even number, for pairs", c.BenchGames),
		c.checkWeighting(),
	)
}

// checkWeighting returns an error for an invalid weighting.
func (c *Config) checkWeighting() error {
	switch c.Weighting {
	case Unweighted:
		return setting.Check("weight_floor", c.WeightFloor == 0, "is %v, which has an effect only if %s is %s",
			c.WeightFloor, setting.Name("weighting"), InverseVariance)
	case InverseVariance:
		return setting.Check("weight_floor", c.WeightFloor >= 1e-6 && c.WeightFloor <= 1e6, "is %v, want from 0.000001 to 1000000", c.WeightFloor)
	}
	return setting.Check("weighting", false, "is %q, want %s or %s", c.Weighting, Unweighted, InverseVariance)
}

// learning returns the settings of the learners.
func (c *Config) learning(workers int) *learn.Settings {
	return &learn.Settings{Loss: c.Loss, Method: c.Optimizer, Momentum: c.Momentum, Workers: workers, Precision: c.Precision}
}

// Same returns an error that names the settings in which d differs from c, nil if they
// describe the same run. Different names of the same feature set are no difference.
func (c *Config) Same(d *Config) error {
	return identity.Between(c.canonical(), d.canonical()).Err()
}

// canonical returns the config with the canonical specs of its nets and its precision.
func (c *Config) canonical() *Config {
	same := *c
	same.Nets = nets.CanonicalShapes(c.Nets)
	same.Precision = cmp.Or(c.Precision, nets.Float32)
	return &same
}

// ParseSettings reads settings from JSON, also from the config.json of a run folder.
// Training settings that the text lacks have the values of base.
func ParseSettings(text []byte, base Config) (*Settings, error) {
	doc := document{Settings: Settings{Config: base}}
	doc.Nets = nil // otherwise the decoder would merge their fields
	err := runfolder.ParseSettings(text, configFormat, &doc)
	if doc.Nets == nil {
		doc.Nets = base.Nets
	}
	return &doc.Settings, err
}
