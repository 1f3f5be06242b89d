package nets

import "fmt"

// LayerWeights contains the parameters of a layer in the layout of files.
type LayerWeights struct {
	Weight []float32 // an [out, in] matrix, row after row
	Bias   []float32 // one value for each unit
}

// NewFromLayers returns a net of the given shape with a copy of the given parameters. The
// layers are in order from the first hidden layer, with the head last.
func NewFromLayers(spec Spec, layers []LayerWeights) (*Net, error) {
	n, err := New(spec)
	if err != nil {
		return nil, err
	}
	own := n.layers()
	if len(layers) != len(own) {
		return nil, fmt.Errorf("%d layers for a net of the shape %v, want %d", len(layers), spec, len(own))
	}
	for i, l := range own {
		if len(layers[i].Weight) != l.in*l.out || len(layers[i].Bias) != l.out {
			return nil, fmt.Errorf("layer %d has %d weights and %d biases, want %d x %d and %d",
				i, len(layers[i].Weight), len(layers[i].Bias), l.out, l.in, l.out)
		}
		l.load(layers[i].Weight, layers[i].Bias)
	}
	return n, nil
}
