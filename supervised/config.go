package supervised

import (
	"cmp"
	"errors"
	"math"

	"gammonlab/board"
	"gammonlab/engine/netrun"
	"gammonlab/internal/identity"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// Config has the settings of a training. Together with the data and the parent model,
// if any, it determines every weight. Its fields are the settings of commands and calls, see
// [setting.Field]; the shapes of the nets are chosen apart.
type Config struct {
	Nets        []nets.Shape `json:"nets" input:"config"`
	Variant     string       `json:"variant" group:"Training" default:"backgammon" shown:"that of --from, or backgammon" values:"backgammon,nackgammon,hypergammon1,hypergammon2,hypergammon3" help:"variant <GAME>: {values}"`
	Parent      string       `json:"from,omitempty" input:"config"` // digest of the model whose weights the run starts from
	Loss        learn.Loss   `json:"loss" group:"Training" default:"cross-entropy" help:"loss <NAME>: {values}; equity is the squared error of the equity plus a quarter of the squared errors of its parts"`
	Differences float64      `json:"differences,omitempty" group:"Training" needs:"loss=equity" default:"0" help:"with loss equity, also learn the differences between the plays of a roll, with weight <X>, such as 20; 0 for off"`
	Optimizer   learn.Method `json:"optimizer" group:"Training" default:"adam" help:"optimizer <NAME>: {values}"`
	Momentum    float64      `json:"momentum,omitempty" group:"Training" default:"0" help:"momentum <M> of sgd, below 1; 0 for none"`
	Backend     string       `json:"backend" values:"fast,gorgonia" group:"Training" default:"fast" help:"training <BACKEND>: fast, or gorgonia (slow, the reference)"`

	// Precision is that of the products of hidden layers: nets.Float32 or nets.BFloat16; ""
	// is Float32.
	Precision nets.Precision `json:"precision,omitempty" values:"float32,bf16" group:"Training" default:"float32" help:"<PRECISION> of the products of hidden layers: float32, or bf16 (matrix units, for large nets and batches)"`

	Rate     learn.Schedule `json:"rate" main:"true" group:"Training" default:"cosine:0.01:0.5:0" help:"learning rate, a <SCHEDULE>"`
	Batch    int            `json:"batch" group:"Training" default:"128" help:"batch size of <N> positions"`
	Epochs   int            `json:"epochs" main:"true" group:"Training" default:"20" help:"maximum number <N> of epochs; may change with --resume"`
	Patience int            `json:"patience" group:"Training" default:"5" help:"stop after <N> epochs without improvement; 0 for never"` // without a lower validation loss
	Average  float64        `json:"average" group:"Training" default:"0" help:"measure and keep the running mean of the weights with this <DECAY>, such as 0.999; 0 for off"`

	Weighting   Weighting `json:"weighting" values:"none,rows,inverse-variance" group:"Data" default:"none" help:"weighting <NAME> of positions: none, rows (by the weights in the database), or inverse-variance (by the standard errors of labels)"`
	WeightFloor float64   `json:"weight_floor,omitempty" group:"Data" needs:"weighting=inverse-variance" default:"0.01" help:"with inverse-variance, add <X> points to each standard error"` // in squares
	Holdout     float64   `json:"holdout,omitempty" group:"Data" default:"0.05" help:"<SHARE> of the data for validation, without --validation"`
	SkipBad     bool      `json:"skip_bad,omitempty" group:"Data" help:"skip and count invalid rows"`

	Seed uint64 `json:"seed" group:"Training" default:"1" help:"random seed <N>"`

	// Settings without effect on the weights.
	Checkpoint int `json:"checkpoint" group:"Checkpoints and measurement" default:"5000" help:"checkpoint every <N> steps inside an epoch, besides those every 30 seconds; 0 for none"`
	BenchEvery int `json:"bench_every" group:"Checkpoints and measurement" default:"1" help:"benchmark and measure strength every <N> epochs"`
	BenchGames int `json:"bench_games" group:"Checkpoints and measurement" default:"0" help:"number <N> of games of a measurement of strength, such as 4000; 0 for none"`

	// BenchOpponent is the player against which strength is measured; "" for pubeval.
	BenchOpponent string `json:"bench_opponent,omitempty" group:"Checkpoints and measurement" needs:"bench_games" shown:"pubeval" help:"measure strength against <PLAYER>"`

	// BenchLuck is the model by whose luck measurements are adjusted; "" for none.
	BenchLuck string `json:"bench_luck,omitempty" group:"Checkpoints and measurement" needs:"bench_games" shown:"no adjustment" help:"adjust measurements for luck by <MODEL>, for fewer games of strong players"`
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

	// RowWeights gives a position its weight in the database, which must have weights. They
	// are scaled to a mean of 1.
	RowWeights Weighting = "rows"
)

// DefaultConfig returns default settings, which suit ten thousand positions or more.
func DefaultConfig() Config {
	cfg := Config{Nets: []nets.Shape{{
		Part: nets.All, Features: "perspective196@1", Hidden: []int{128}, Activations: []nets.Activation{nets.Sigmoid},
	}}}
	if err := setting.Read(&cfg, nil, nil); err != nil {
		panic("supervised: default settings: " + err.Error()) // a mistake in a tag
	}
	return cfg
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
		setting.Check("differences", c.Differences == 0 || c.Backend == Fast, "is %v, for which %s must be %s", c.Differences, setting.Name("backend"), Fast),
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
		c.checkBench(),
		c.checkWeighting(),
	)
}

// checkBench returns an error for invalid games of a measurement.
func (c *Config) checkBench() error {
	if c.BenchGames == 0 {
		return nil
	}
	return netrun.CheckMeasured(c.BenchGames)
}

// checkWeighting returns an error for an invalid weighting.
func (c *Config) checkWeighting() error {
	switch c.Weighting {
	case Unweighted, RowWeights:
		return setting.Check("weight_floor", c.WeightFloor == 0, "is %v, which has an effect only if %s is %s",
			c.WeightFloor, setting.Name("weighting"), InverseVariance)
	case InverseVariance:
		return setting.Check("weight_floor", c.WeightFloor >= 1e-6 && c.WeightFloor <= 1e6, "is %v, want from 0.000001 to 1000000", c.WeightFloor)
	}
	return setting.Check("weighting", false, "is %q, want %s, %s or %s", c.Weighting, Unweighted, RowWeights, InverseVariance)
}

// learning returns the settings of the learners.
func (c *Config) learning(workers int) *learn.Settings {
	return &learn.Settings{Loss: c.Loss, Differences: c.Differences, Method: c.Optimizer, Momentum: c.Momentum, Workers: workers, Precision: c.Precision}
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
	if c.BenchOpponent == netrun.Pubeval {
		same.BenchOpponent = ""
	}
	return &same
}
