package prune

import (
	"fmt"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/nets/learn"
	"gammonlab/supervised"
)

// Settings are the settings of the training of pruning nets. Together with the model,
// and the database if any, they determine every weight.
type Settings struct {
	Parts       Parts            `json:"part" shown:"all that the variant has" help:"train pruning nets for these <CLASSES>, joined by commas: race, crashed, contact"`
	Features    string           `json:"features" default:"gnubg-base200" help:"additive feature <SET>"`
	Hidden      nets.Hidden      `json:"hidden" default:"32" help:"sizes <UNITS> of the hidden layers, such as 32 or 64-16"`
	Activations nets.Activations `json:"activation" shown:"sigmoid, then relu" help:"activation <NAME> of the hidden layers, or one for each layer, joined by commas"`
	Positions   int              `json:"positions" default:"200000" help:"maximum number <N> of training positions for each net"`
	Loss        learn.Loss       `json:"loss" default:"equity" help:"loss <NAME>: {values}"`
	Rate        learn.Schedule   `json:"rate" default:"cosine:0.01:0.5:0" help:"learning rate, a <SCHEDULE> as for train supervised"`
	Batch       int              `json:"batch" default:"128" help:"batch size of <N> positions"`
	Epochs      int              `json:"epochs" default:"10" help:"number <N> of epochs"`
	Seed        uint64           `json:"seed" default:"1" help:"random seed <N>"`
}

// Parts are pruning nets of a model. In texts they are joined by commas and need no prefix;
// in JSON they are a list or such a text.
type Parts []nets.Part

// String returns the text.
func (p Parts) String() string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint([]nets.Part(p)), "[]"), " ", ",")
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (p *Parts) UnmarshalText(text []byte) error {
	*p = nil
	for class := range strings.SplitSeq(string(text), ",") {
		const prefix = "pruning-"
		*p = append(*p, nets.Part(prefix+strings.TrimPrefix(class, prefix)))
	}
	return nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (p *Parts) UnmarshalJSON(data []byte) error {
	return setting.UnmarshalList(data, (*[]nets.Part)(p), p)
}

// complete sets what the settings lack and the variant and the layers determine.
func (s *Settings) complete(variant board.Variant) {
	if s.Parts == nil {
		s.Parts = partsOf(variant)
	}
	if s.Activations == nil {
		s.Activations = nets.FitActivations([]nets.Activation{nets.Sigmoid}, len(s.Hidden), true)
	}
	s.Activations = nets.OfLayers(s.Activations, len(s.Hidden))
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
	c.Nets = []nets.Shape{{Part: part, Features: s.Features, Hidden: s.Hidden, Activations: s.Activations, Head: head}}
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
