package supervised

import (
	"errors"
	"fmt"
	"math"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/identity"
	"gammonlab/internal/runfolder"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// Config has the settings of a training. Together with the data and the parent model,
// if any, it determines every weight.
type Config struct {
	Nets     []Shape        `json:"nets"`
	Variant  string         `json:"variant"`
	Parent   string         `json:"parent,omitempty"` // digest of the model whose weights the run starts from
	Loss     learn.Loss     `json:"loss"`
	Method   learn.Method   `json:"method"`
	Momentum float64        `json:"momentum,omitempty"` // of the method sgd
	Backend  string         `json:"backend"`            // implementation of the steps: fast or gorgonia
	Rate     learn.Schedule `json:"rate"`
	Batch    int            `json:"batch"`    // positions of a step
	Epochs   int            `json:"epochs"`   // maximal number of passes over the training positions
	Patience int            `json:"patience"` // a net stops after this many epochs without a lower validation loss; 0 for never
	Average  float64        `json:"average"`  // decay of the running mean of the weights that is measured and kept; 0 for the weights themselves

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

// Shape describes a net to train: its part of the model and its layers.
type Shape struct {
	Part        nets.Part         `json:"part"`
	Features    string            `json:"features"` // name of the feature set
	Hidden      []int             `json:"hidden"`   // units of each hidden layer
	Activations []nets.Activation `json:"activations"`
	Head        nets.Activation   `json:"head,omitempty"`

	// Fresh starts the net from random weights even if there is a parent.
	Fresh bool `json:"fresh,omitempty"`
}

// ShapeOf returns the shape of a net for the part.
func ShapeOf(part nets.Part, spec nets.Spec) Shape {
	return Shape{Part: part, Features: spec.Features, Hidden: spec.Hidden, Activations: spec.Activations, Head: spec.Head}
}

// Spec returns the shape without the part. Its feature set has a version, so files of
// the net keep their meaning when there is a newer one.
func (s *Shape) Spec() nets.Spec {
	return nets.Spec{Features: s.Features, Hidden: s.Hidden, Activations: s.Activations, Head: s.Head}.Canonical()
}

// PruningShape returns the default shape of pruning nets: small, over an additive
// feature set. The head must be that of the model's other nets.
func PruningShape(part nets.Part, head nets.Activation) Shape {
	return Shape{Part: part, Features: "gnubg-base200@1", Hidden: []int{32}, Activations: []nets.Activation{nets.Sigmoid}, Head: head}
}

// check returns an error for an invalid shape. Pruning nets need an additive feature
// set, because only such nets are updated quickly when a checker moves.
func (s *Shape) check() error {
	if err := s.Spec().Validate(); err != nil {
		return err
	}
	set, err := features.Lookup(s.Features)
	if err != nil {
		return err
	}
	if s.Part.Prunes() && !features.Additive(set) {
		return fmt.Errorf("the inputs %s are not additive, as those of a pruning net must be, such as gnubg-base200", features.ID(set))
	}
	return nil
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
		Nets: []Shape{{
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
	problems = append(problems, c.checkNets()...)
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

// checkNets returns an error for each invalid shape.
func (c *Config) checkNets() []error {
	var problems []error
	seen := map[nets.Part]bool{}
	for _, s := range c.Nets {
		switch {
		case ClassesOf(s.Part) == nil:
			problems = append(problems, fmt.Errorf("supervised: nets: part is %q, want one of %v", s.Part, nets.Parts()))
		case seen[s.Part]:
			problems = append(problems, fmt.Errorf("supervised: nets: part %s is listed twice", s.Part))
		}
		seen[s.Part] = true
		if err := s.check(); err != nil {
			problems = append(problems, fmt.Errorf("supervised: nets: %s: %w", s.Part, err))
		}
	}
	if len(c.Nets) == 0 {
		problems = append(problems, errors.New("supervised: nets: the list is empty"))
	}
	return problems
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
	same.Nets = nil
	for _, s := range c.Nets {
		shape := ShapeOf(s.Part, s.Spec())
		shape.Fresh = s.Fresh
		same.Nets = append(same.Nets, shape)
	}
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
