package nets

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gammonlab/features"
	"gammonlab/internal/setting"
)

// Outputs is the number of outputs of every net: the probabilities to win, win
// a gammon or more, win a backgammon, lose a gammon or more, lose a backgammon.
// Each is computed by its own sigmoid.
const Outputs = 5

// Activation is the function that a layer applies to its sums.
type Activation string

// The activations.
const (
	Sigmoid Activation = "sigmoid" // 1/(1+exp(-x))
	Tanh    Activation = "tanh"
	ReLU    Activation = "relu" // max(0, x)

	// GnubgSigmoid is the activation of GNU Backgammon's nets: in a hidden layer
	// kernel.GnubgSigmoid of a tenth of the sum, in the head kernel.GnubgHead of
	// the sum. Both approximate the logistic sigmoid with jumps of up to 0.0012,
	// and training uses the logistic slope. The first layer and the head are summed
	// in the order that those nets prescribe, with every product rounded, so a net
	// with one hidden layer gives the same bits on all machines.
	GnubgSigmoid Activation = "gnubg-sigmoid"
)

// gnubgBeta is the factor of the sums of a hidden layer in GnubgSigmoid.
const gnubgBeta = 0.1

// ParseActivation returns the activation with the given name.
func ParseActivation(name string) (Activation, error) {
	switch a := Activation(name); a {
	case Sigmoid, Tanh, ReLU, GnubgSigmoid:
		return a, nil
	}
	return "", fmt.Errorf("unknown activation %q, want sigmoid, tanh, relu or gnubg-sigmoid", name)
}

// Limits on the shape of a net, far above useful sizes, so a damaged file or a typing error
// cannot use all memory.
const (
	maxHiddenLayers = MaxLayers - 1
	maxUnits        = 1 << 14
)

// MaxLayers is the maximal number of layers with weights, the head included.
const MaxLayers = 17

// Spec is the shape of a net.
type Spec struct {
	Features    string       // name of the feature set, for features.Lookup
	Hidden      []int        // number of units of each hidden layer, from the first on
	Activations []Activation // activation of each hidden layer
	Head        Activation   // activation of the outputs: GnubgSigmoid or Sigmoid (default)
}

// NewSpec returns the spec of a net over the feature set with the same
// activation in all hidden layers and logistic outputs.
func NewSpec(set features.Set, activation Activation, hidden ...int) Spec {
	s := Spec{Features: features.ID(set), Hidden: hidden}
	for range hidden {
		s.Activations = append(s.Activations, activation)
	}
	return s
}

// Validate returns a [setting.Error] for the first invalid field of the spec.
func (s Spec) Validate() error {
	if _, err := features.Lookup(s.Features); err != nil {
		return setting.In("features", err)
	}
	if len(s.Hidden) == 0 || len(s.Hidden) > maxHiddenLayers {
		return setting.Errorf("%s has %d layers, want 1 to %d", setting.Name("hidden"), len(s.Hidden), maxHiddenLayers)
	}
	if len(s.Activations) != len(s.Hidden) {
		return setting.Errorf("%s has %d activations for %d hidden layers", setting.Name("activation"), len(s.Activations), len(s.Hidden))
	}
	for i, units := range s.Hidden {
		if units < 1 || units > maxUnits {
			return setting.Errorf("%s: layer %d has %d units, want 1 to %d", setting.Name("hidden"), i+1, units, maxUnits)
		}
		if _, err := ParseActivation(string(s.Activations[i])); err != nil {
			return setting.In("activation", err)
		}
	}
	switch s.Head {
	case "", Sigmoid, GnubgSigmoid:
		return nil
	}
	return setting.Errorf("%s is %q, want sigmoid or gnubg-sigmoid", setting.Name("head"), s.Head)
}

// Canonical returns the common form of all equal specs: the name of the feature set
// contains the version, and a logistic head is "". Canonical does not change the name of an
// unknown feature set, which Validate rejects.
func (s Spec) Canonical() Spec {
	if set, err := features.Lookup(s.Features); err == nil {
		s.Features = features.ID(set)
	}
	if s.Head == Sigmoid {
		s.Head = ""
	}
	return s
}

// Equal reports whether nets of the two specs have the same inputs, layers and
// outputs, even if the specs spell them differently.
func (s Spec) Equal(t Spec) bool {
	s, t = s.Canonical(), t.Canonical()
	return s.Features == t.Features && s.Head == t.Head &&
		slices.Equal(s.Hidden, t.Hidden) && slices.Equal(s.Activations, t.Activations)
}

// HeadActivation returns the activation of the outputs, Sigmoid if Head is "".
func (s Spec) HeadActivation() Activation {
	if s.Head == "" {
		return Sigmoid
	}
	return s.Head
}

// String returns the sizes of all layers, such as "196-100-5".
func (s Spec) String() string {
	in := "?"
	if set, err := features.Lookup(s.Features); err == nil {
		in = strconv.Itoa(set.Len())
	}
	return fmt.Sprintf("%s-%s-%d", in, FormatHidden(s.Hidden), Outputs)
}

// numWeights returns the number of weights and biases of a net of this shape.
func (s Spec) numWeights() int {
	set, err := features.Lookup(s.Features)
	if err != nil {
		return 0
	}
	total, in := 0, set.Len()
	for _, out := range append(slices.Clone(s.Hidden), Outputs) {
		total += (in + 1) * out
		in = out
	}
	return total
}

// ParseHidden parses the sizes of hidden layers, such as "80" or "512-256".
func ParseHidden(text string) ([]int, error) {
	var sizes []int
	for _, part := range strings.Split(text, "-") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 1 || n > maxUnits {
			return nil, fmt.Errorf("bad hidden layers %q, want sizes from 1 to %d joined by -, such as 512-256", text, maxUnits)
		}
		sizes = append(sizes, n)
	}
	return sizes, nil
}

// FormatHidden returns the sizes in the form that [ParseHidden] parses.
func FormatHidden(sizes []int) string {
	parts := make([]string, len(sizes))
	for i, n := range sizes {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, "-")
}

// formatActivations joins the names of activations by commas.
func formatActivations(all []Activation) string {
	parts := make([]string, len(all))
	for i, a := range all {
		parts[i] = string(a)
	}
	return strings.Join(parts, ",")
}

// Hidden are the units of the hidden layers of a net: in texts joined by -, in JSON a list
// or such a text.
type Hidden []int

// String returns the text.
func (h Hidden) String() string { return FormatHidden(h) }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (h *Hidden) UnmarshalText(text []byte) (err error) {
	*h, err = ParseHidden(string(text))
	return err
}

// UnmarshalJSON implements [json.Unmarshaler].
func (h *Hidden) UnmarshalJSON(data []byte) error { return setting.UnmarshalList(data, (*[]int)(h), h) }
