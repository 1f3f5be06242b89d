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
