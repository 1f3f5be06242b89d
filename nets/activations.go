package nets

import (
	"slices"
	"strings"
)

// ParseActivations parses activations separated by commas: one for all layers, or one for
// each layer.
func ParseActivations(text string) ([]Activation, error) {
	var list []Activation
	for _, name := range strings.Split(text, ",") {
		a, err := ParseActivation(name)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

// Activations are those of the hidden layers of a net: one for all layers, or one for each.
// Their text, in flags and JSON, is that of [ParseActivations].
type Activations []Activation

// MarshalText implements [encoding.TextMarshaler]. Equal activations are one.
func (a Activations) MarshalText() ([]byte, error) {
	if len(a) > 0 && slices.Equal(a, slices.Repeat(a[:1], len(a))) {
		a = a[:1]
	}
	return []byte(formatActivations(a)), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (a *Activations) UnmarshalText(text []byte) (err error) {
	if *a = nil; len(text) == 0 {
		return nil
	}
	*a, err = ParseActivations(string(text))
	return err
}

// OfLayers returns activations for n layers: a list of one activation is
// repeated, any other list is returned unchanged.
func OfLayers(list []Activation, n int) []Activation {
	if len(list) == 1 {
		return slices.Repeat(list, n)
	}
	return list
}

// FitActivations returns activations for n layers. Missing activations are ReLU if grows is
// set, otherwise the same as the first.
func FitActivations(given []Activation, n int, grows bool) []Activation {
	more := ReLU
	if !grows {
		more = append(slices.Clone(given), Sigmoid)[0]
	}
	return slices.Concat(given, slices.Repeat([]Activation{more}, max(n-len(given), 0)))[:n]
}
