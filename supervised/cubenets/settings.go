package cubenets

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/internal/setting"
	"gammonlab/nets"
)

// Settings are the settings of the training. Together with the model, the positions and the
// bear-off databases they determine every weight.
type Settings struct {
	Hidden    nets.Hidden `json:"hidden" default:"96-32" help:"sizes <UNITS> of the hidden layers"` // of ReLU
	Labels    bool        `json:"labels,omitempty" needs:"data" help:"train on the database's labels by the state of the cube, in one round, instead of the model's values one roll ahead"`
	Positions int         `json:"positions" default:"1000000" help:"number <N> of positions; of a database at most so many, drawn from it"`
	Rounds    int         `json:"rounds" default:"8" help:"number <N> of rounds"`
	Epochs    int         `json:"epochs" default:"4" help:"number <N> of epochs of a round; the first has twice as many"`
	Batch     int         `json:"batch" default:"512" help:"number <N> of positions of a step"`
	Rate      float64     `json:"rate" default:"0.001" help:"learning <RATE> of Adam at the start"` // later rounds start with less
	Seed      uint64      `json:"seed" default:"1" help:"random seed <N>"`
}

// Defaults returns the defaults that depend on other settings, see [setting.Field].
func (s *Settings) Defaults() map[string]string {
	if s.Labels {
		return map[string]string{"rounds": "1"}
	}
	return nil
}

// Factors of the rate: of the rounds after the first, and at the end of a round.
const (
	laterRounds = 0.4
	endOfRound  = 0.02
)

// leastPositions is the least number of positions of a class for its net.
const leastPositions = 20

// leastDrawn is the least number of positions to draw.
const leastDrawn = 1000

// Validate returns a [setting.Error] for the first invalid setting.
func (s *Settings) Validate() error {
	if err := s.spec(nets.CubeContact, "").Validate(); err != nil {
		return err
	}
	switch {
	case s.Positions < leastDrawn:
		return setting.Errorf("%s is %d, want at least %d", setting.Name("positions"), s.Positions, leastDrawn)
	case s.Rounds < 1:
		return setting.Errorf("%s is %d, want at least 1", setting.Name("rounds"), s.Rounds)
	case s.Labels && s.Rounds > 1:
		return setting.Errorf("%s is %d, want 1 with %s: they are the targets of one round", setting.Name("rounds"), s.Rounds, setting.Name("labels"))
	case s.Epochs < 1:
		return setting.Errorf("%s is %d, want at least 1", setting.Name("epochs"), s.Epochs)
	case s.Batch < 1:
		return setting.Errorf("%s is %d, want at least 1", setting.Name("batch"), s.Batch)
	case !(s.Rate > 0 && s.Rate <= 1):
		return setting.Errorf("%s is %v, want above 0 and at most 1", setting.Name("rate"), s.Rate)
	}
	return nil
}

// inputs are the feature sets of the nets, without those of the stakes.
var inputs = map[nets.Part]string{nets.CubeRace: "gnubg-race214", nets.CubeCrashed: "gnubg-contact250", nets.CubeContact: "gnubg-contact250"}

// partsOf lists the parts whose positions occur in the variant, in the order of training.
func partsOf(variant board.Variant) []nets.Part {
	if variant.Checkers() < board.MaxCheckers {
		return []nets.Part{nets.CubeRace, nets.CubeContact}
	}
	return []nets.Part{nets.CubeRace, nets.CubeCrashed, nets.CubeContact}
}

// classes lists the classes that a model's nets of cube efficiencies serve.
var classes = []engine.Class{engine.Bearoff1, engine.Race, engine.Crashed, engine.Contact}

// spec returns the shape of the net for a part; the head is that of the model's other nets.
func (s *Settings) spec(part nets.Part, head nets.Activation) nets.Spec {
	spec := nets.Spec{Features: inputs[part] + "+" + features.CubeStakes{}.Name(), Hidden: s.Hidden, Head: head}
	for range s.Hidden {
		spec.Activations = append(spec.Activations, nets.ReLU)
	}
	return spec.Canonical()
}
