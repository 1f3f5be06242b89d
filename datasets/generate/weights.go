package generate

import (
	"fmt"
	"slices"
	"strings"
)

// Weights is the origin of the weights of the positions.
type Weights string

// The origins. With [WeightsOfFiles], rows have weights if all positions come from lists
// and databases with weights. It is an error if only some of the positions have weights.
const (
	WeightsOfFiles     Weights = ""            // the files
	InformativeWeights Weights = "informative" // how informative the positions are, see [Selection]
	NoWeights          Weights = "none"        // rows have no weights
)

// Values returns the origins other than the files.
func (Weights) Values() []string { return []string{string(InformativeWeights), string(NoWeights)} }

// MarshalText implements [encoding.TextMarshaler].
func (w Weights) MarshalText() ([]byte, error) { return []byte(w), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (w *Weights) UnmarshalText(text []byte) error {
	if !slices.Contains(w.Values(), string(text)) {
		return fmt.Errorf("%q, want %s", text, strings.Join(w.Values(), " or "))
	}
	*w = Weights(text)
	return nil
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
