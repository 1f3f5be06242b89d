package nets

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gammonlab/features"
)

// Outputs is the number of outputs of every net: the probabilities to win, win
// a gammon or more, win a backgammon, lose a gammon or more, lose a backgammon,
// each from a logistic sigmoid of its own.
const Outputs = 5

// Activation is the function that a hidden layer applies to its sums.
type Activation string

// The activations.
const (
	Sigmoid Activation = "sigmoid" // 1/(1+exp(-x))
	Tanh    Activation = "tanh"
	ReLU    Activation = "relu" // max(0, x)
)

// ParseActivation returns the activation of the given name.
func ParseActivation(name string) (Activation, error) {
	switch a := Activation(name); a {
	case Sigmoid, Tanh, ReLU:
		return a, nil
	}
	return "", fmt.Errorf("nets: unknown activation %q, want sigmoid, tanh or relu", name)
}

// Limits on the shape of a net, far above what is useful, so that a damaged
// file or a slip of the keyboard cannot ask for all the memory there is.
const (
	maxHiddenLayers = MaxLayers - 1
	maxUnits        = 1 << 14
)

// MaxLayers is the most layers with weights that a net can have, the head
// included.
const MaxLayers = 17

// Spec is the shape of a net.
type Spec struct {
	Features    string       // versioned name of the feature set, as features.ID gives it
	Hidden      []int        // units of each hidden layer, from the inputs on
	Activations []Activation // of each hidden layer
}

// NewSpec returns the spec of a net over the feature set with the same
// activation in each hidden layer.
func NewSpec(set features.Set, activation Activation, hidden ...int) Spec {
	s := Spec{Features: features.ID(set), Hidden: hidden}
	for range hidden {
		s.Activations = append(s.Activations, activation)
	}
	return s
}

// Validate reports the first thing that is wrong with the spec.
func (s Spec) Validate() error {
	if _, err := features.Lookup(s.Features); err != nil {
		return err
	}
	if len(s.Hidden) == 0 || len(s.Hidden) > maxHiddenLayers {
		return fmt.Errorf("nets: %d hidden layers, want 1 to %d", len(s.Hidden), maxHiddenLayers)
	}
	if len(s.Activations) != len(s.Hidden) {
		return fmt.Errorf("nets: %d activations for %d hidden layers", len(s.Activations), len(s.Hidden))
	}
	for i, units := range s.Hidden {
		if units < 1 || units > maxUnits {
			return fmt.Errorf("nets: hidden layer %d has %d units, want 1 to %d", i, units, maxUnits)
		}
		if _, err := ParseActivation(string(s.Activations[i])); err != nil {
			return err
		}
	}
	return nil
}

// String returns the shape as people write it, such as "196-100-5".
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

// ParseHidden reads the sizes of hidden layers, such as "80" or "512-256".
func ParseHidden(text string) ([]int, error) {
	var sizes []int
	for _, part := range strings.Split(text, "-") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 1 || n > maxUnits {
			return nil, fmt.Errorf("nets: bad hidden layers %q, want sizes from 1 to %d joined by -, such as 512-256", text, maxUnits)
		}
		sizes = append(sizes, n)
	}
	return sizes, nil
}

// FormatHidden returns the sizes in the form that [ParseHidden] reads.
func FormatHidden(sizes []int) string {
	parts := make([]string, len(sizes))
	for i, n := range sizes {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, "-")
}
