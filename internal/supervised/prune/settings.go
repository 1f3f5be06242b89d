package prune

import (
	"slices"

	"gammonlab/board"
	"gammonlab/engine/netplan"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/nets/learn"
	"gammonlab/supervised"
)

// Settings are the settings of the training of pruning nets. Together with the model,
// and the database if any, they determine every weight.
type Settings struct {
	Parts       []nets.Part      `json:"part"`
	Features    string           `json:"features"` // an additive feature set
	Hidden      []int            `json:"hidden"`
	Activations nets.Activations `json:"activation"`
	Positions   int              `json:"positions"` // for each net, at most
	Loss        learn.Loss       `json:"loss"`
	Rate        learn.Schedule   `json:"rate"`
	Batch       int              `json:"batch"`
	Epochs      int              `json:"epochs"`
	Seed        uint64           `json:"seed"`
}

// Defaults of the flags.
const (
	DefaultPositions = 200_000
	DefaultEpochs    = 10
)

// DefaultSettings returns settings that suit most models of the variant.
func DefaultSettings(variant board.Variant) Settings {
	shape := netplan.Pruning(nets.PruningContact, "")
	return Settings{
		Parts: partsOf(variant), Features: shape.Features, Hidden: shape.Hidden, Activations: shape.Activations,
		Positions: DefaultPositions, Loss: learn.Equity, Rate: learn.Cosine(0.01, 0.5, 0), Batch: 128, Epochs: DefaultEpochs,
		Seed: 1,
	}
}

// partsOf lists the pruning parts whose positions occur in the variant.
func partsOf(variant board.Variant) []nets.Part {
	if variant.Checkers() < board.MaxCheckers {
		return []nets.Part{nets.PruningRace, nets.PruningContact}
	}
	return []nets.Part{nets.PruningRace, nets.PruningCrashed, nets.PruningContact}
}

// config returns the settings of the trainer of one net, whose head must be that
// of the model's other nets.
func (s *Settings) config(variant board.Variant, part nets.Part, head nets.Activation) supervised.Config {
	c := supervised.DefaultConfig()
	c.Nets = []netplan.Shape{{Part: part, Features: s.Features, Hidden: s.Hidden, Activations: s.Activations, Head: head}}
	c.Variant, c.Loss, c.Rate, c.Batch, c.Epochs, c.Patience, c.Seed = variant.String(), s.Loss, s.Rate, s.Batch, s.Epochs, 0, s.Seed
	return c
}

// minPositions is the least number of positions to train a net.
const minPositions = 1000

// Validate returns a [setting.Error] if the settings are invalid for the model.
func (s *Settings) Validate(model *nets.Model) error {
	if err := model.Validate(); err != nil {
		return err
	}
	if len(s.Parts) == 0 {
		return setting.Errorf("%s is empty", setting.Name("part"))
	}
	known := partsOf(model.Variant)
	for i, part := range s.Parts {
		switch {
		case !slices.Contains(known, part):
			return setting.Errorf("%s has %q, want some of %v, the pruning nets that a model for %v can have", setting.Name("part"), part, known, model.Variant)
		case slices.Contains(s.Parts[:i], part):
			return setting.Errorf("%s has %s twice", setting.Name("part"), part)
		}
	}
	if s.Positions < minPositions {
		return setting.Errorf("%s is %d, want at least %d", setting.Name("positions"), s.Positions, minPositions)
	}
	c := s.config(model.Variant, s.Parts[0], headOf(model))
	return c.Validate()
}

// headOf returns the activation of the outputs of the model's nets.
func headOf(model *nets.Model) nets.Activation {
	return model.Net(nets.Contact).Spec().HeadActivation()
}
