package foreign

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gammonlab/internal/safetensors"
	"gammonlab/nets"
)

// Suffixes of the names of a layer's parameters.
const (
	weightSuffix = "weight"
	biasSuffix   = "bias"
)

// fromTensors returns the net with the parameters: for each layer NAME.weight, an [out, in]
// matrix, and NAME.bias. Layers are in natural order of their names: 10 follows 2.
func fromTensors(format string, tensors map[string]safetensors.Tensor, metadata map[string]string) (*Net, error) {
	n := &Net{Format: format, Metadata: metadata}
	names, err := layerNames(tensors)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		l, err := layerOf(name, tensors)
		if err != nil {
			return nil, err
		}
		n.Layers = append(n.Layers, l)
	}
	if text := metadata[keyActivations]; text != "" {
		if n.Activations, err = nets.ParseActivations(text); err != nil {
			return nil, fmt.Errorf("metadata %s: %w", keyActivations, err)
		}
	}
	if text := metadata[keyHead]; text != "" {
		if n.Head, err = nets.ParseActivation(text); err != nil {
			return nil, fmt.Errorf("metadata %s: %w", keyHead, err)
		}
	}
	return n, nil
}

// layerNames returns the names of the layers in order, each with its trailing
// dot if there is one.
func layerNames(tensors map[string]safetensors.Tensor) ([]string, error) {
	var names []string
	for name := range maps.Keys(tensors) {
		base, isWeight := strings.CutSuffix(name, weightSuffix)
		if isWeight {
			names = append(names, base)
			continue
		}
		base, isBias := strings.CutSuffix(name, biasSuffix)
		if _, paired := tensors[base+weightSuffix]; !isBias || !paired {
			return nil, fmt.Errorf("tensor %s is not a parameter of a layer: want NAME.weight and NAME.bias alone, such as 0.weight, 0.bias", name)
		}
	}
	slices.SortFunc(names, compareNatural)
	return names, nil
}

// layerOf returns the layer with the name.
func layerOf(name string, tensors map[string]safetensors.Tensor) (Layer, error) {
	weight := tensors[name+weightSuffix]
	if len(weight.Shape) != 2 {
		return Layer{}, fmt.Errorf("tensor %s has shape %v, want [outputs, inputs]", name+weightSuffix, weight.Shape)
	}
	l := Layer{Name: name + weightSuffix, Out: weight.Shape[0], In: weight.Shape[1]}
	bias, ok := tensors[name+biasSuffix]
	switch {
	case !ok:
		return Layer{}, fmt.Errorf("tensor %s is missing", name+biasSuffix)
	case len(bias.Data) != l.Out && len(bias.Data) == l.In:
		return Layer{}, fmt.Errorf("tensor %s has shape %v and %s %v: the matrix must be [outputs, inputs], transpose it",
			name+weightSuffix, weight.Shape, name+biasSuffix, bias.Shape)
	case len(bias.Data) != l.Out:
		return Layer{}, fmt.Errorf("tensor %s has shape %v, want [%d] for %s of shape %v", name+biasSuffix, bias.Shape, l.Out, name+weightSuffix, weight.Shape)
	}
	l.LayerWeights = nets.LayerWeights{Weight: weight.Data, Bias: bias.Data}
	return l, nil
}

// compareNatural orders names by their characters, with runs of digits compared
// as numbers.
func compareNatural(a, b string) int {
	restA, restB := a, b
	for restA != "" && restB != "" {
		var partA, partB string
		partA, restA = nextPart(restA)
		partB, restB = nextPart(restB)
		x, errA := strconv.ParseUint(partA, 10, 64)
		y, errB := strconv.ParseUint(partB, 10, 64)
		order := strings.Compare(partA, partB)
		if errA == nil && errB == nil {
			order = cmp.Compare(x, y)
		}
		if order != 0 {
			return order
		}
	}
	return cmp.Or(cmp.Compare(len(restA), len(restB)), strings.Compare(a, b))
}

// nextPart splits off the digits at the start of a name or, if there are none, the first
// byte.
func nextPart(s string) (part, rest string) {
	end := 0
	for end < len(s) && '0' <= s[end] && s[end] <= '9' {
		end++
	}
	end = max(end, 1)
	return s[:end], s[end:]
}
