package generate

import (
	"errors"
	"fmt"
)

// Weights is the origin of the weights of the positions.
type Weights string

// The origins. With [WeightsOfFiles], rows have weights if all positions come from lists
// and databases with weights. It is an error if only some of the positions have weights.
const (
	WeightsOfFiles     Weights = ""            // the files
	InformativeWeights Weights = "informative" // how informative the positions are, see [Informative]
	NoWeights          Weights = "none"        // rows have no weights
)

// ParseWeights reads an origin other than the files.
func ParseWeights(text string) (Weights, error) {
	switch w := Weights(text); w {
	case InformativeWeights, NoWeights:
		return w, nil
	}
	return "", fmt.Errorf("%q, want %s or %s", text, InformativeWeights, NoWeights)
}

// validateWeights returns an error if the positions cannot have the weights in the
// settings.
func (s *Settings) validateWeights() error {
	switch s.Weights {
	case WeightsOfFiles, NoWeights:
		return nil
	case InformativeWeights:
		if s.Informative.Static == nil {
			return errors.New("informative weights are the differences by which informative positions are selected, and none are selected")
		}
		return nil
	}
	_, err := ParseWeights(string(s.Weights))
	return fmt.Errorf("the weights are %w", err)
}

// weighted reports whether rows get weights. It returns an error if only some of the
// positions would have one.
func (s *Settings) weighted(in *inputs) (bool, error) {
	if s.Weights != WeightsOfFiles {
		return s.Weights == InformativeWeights, nil
	}
	files := in.weighted
	if s.plays() {
		files.Without = "self-play"
	}
	if err := files.Mixed(); err != nil {
		return false, fmt.Errorf("%w: want the weights informative, or none", err)
	}
	return files.With != "", nil
}
