package foreign

import (
	"fmt"
	"slices"
	"strings"

	"gammonlab/features"
	"gammonlab/nets"
)

// Net is the content of a file. Fields that the file does not contain are zero.
type Net struct {
	Format      string            // name of the file's format, for messages
	Layers      []Layer           // layers from the first on, with the head last
	Activations []nets.Activation // activations of the hidden layers
	Head        nets.Activation   // activation of the outputs
	Logits      bool              // the graph ends in sums without an activation
	Metadata    map[string]string // with the keys of [nets.Model.EncodeONNX]
}

// Layer contains the parameters and the shape of a layer.
type Layer struct {
	Name    string // for messages
	In, Out int
	nets.LayerWeights
}

// Metadata keys that this package reads; [nets.Model.EncodeONNX] writes them.
const (
	keyPart          = "net"
	keyFeatures      = "features"
	keyModule        = "module" // that has the feature set
	keyActivations   = "activations"
	keyHead          = "head"
	keyVariant       = "variant"
	prefixProvenance = "provenance."
)

// Settings supply the properties of a net that its file does not contain.
type Settings struct {
	Part        nets.Part         // "" for the file's part, or all if the file has none
	Features    string            // "" for the file's feature set
	Activations []nets.Activation // one for all hidden layers, one for each, or none to use the file's
	Logits      bool              // outputs without an activation get a sigmoid
}

// part returns the part of the net.
func (n *Net) part(s *Settings) nets.Part {
	switch of := n.Metadata[keyPart]; {
	case s.Part != "":
		return s.Part
	case of != "":
		return nets.Part(of)
	}
	return nets.All
}

// build returns the net. It returns an error if the layers do not fit the
// settings.
func (n *Net) build(s *Settings) (*nets.Net, error) {
	spec, err := n.spec(s)
	if err != nil {
		return nil, err
	}
	if err := n.checkShapes(spec); err != nil {
		return nil, err
	}
	if err := spec.Validate(); err != nil {
		return nil, err
	}
	var layers []nets.LayerWeights
	for _, l := range n.Layers {
		layers = append(layers, l.LayerWeights)
	}
	return nets.NewFromLayers(spec, layers)
}

// spec returns the shape of the net.
func (n *Net) spec(s *Settings) (nets.Spec, error) {
	var spec nets.Spec
	var err error
	if spec.Features, err = n.features(s); err != nil {
		return spec, err
	}
	hidden := len(n.Layers) - 1
	if hidden < 1 {
		return spec, fmt.Errorf("%d layers, want at least 2: a hidden one and the outputs", len(n.Layers))
	}
	for _, l := range n.Layers[:hidden] {
		spec.Hidden = append(spec.Hidden, l.Out)
	}
	if spec.Activations, err = n.activations(s, hidden); err != nil {
		return spec, err
	}
	if n.Logits && !s.Logits {
		return spec, fmt.Errorf("the graph's outputs are sums without an activation, want probabilities: end it in a sigmoid, or say that they are logits")
	}
	if spec.Head = n.Head; spec.Head == nets.Sigmoid {
		spec.Head = ""
	}
	return spec, nil
}

// features returns the name of the feature set.
func (n *Net) features(s *Settings) (string, error) {
	of := n.Metadata[keyFeatures]
	name := s.Features
	if name == "" {
		name = of
	}
	if name == "" {
		return "", fmt.Errorf("the file does not name the feature set of its inputs: name it")
	}
	set, err := features.Lookup(name)
	if err != nil && name == of {
		err = fmt.Errorf("%w; %s", err, features.Whence(n.Metadata[keyModule]))
	}
	if err != nil {
		return "", err
	}
	if of != "" && s.Features != "" {
		if own, err := features.Lookup(of); err != nil || features.ID(own) != features.ID(set) {
			return "", fmt.Errorf("the feature set is %s in the file's metadata, %s is given", of, features.ID(set))
		}
	}
	return features.ID(set), nil
}

// activations returns the activations of the hidden layers.
func (n *Net) activations(s *Settings, hidden int) ([]nets.Activation, error) {
	given := nets.OfLayers(s.Activations, hidden)
	switch {
	case len(n.Activations) == 0 && len(given) == 0:
		return nil, fmt.Errorf("the file does not name the activation of its hidden layers: name it")
	case len(given) == 0:
		given = nets.OfLayers(n.Activations, hidden)
	case len(n.Activations) > 0 && !slices.Equal(nets.OfLayers(n.Activations, hidden), given):
		return nil, fmt.Errorf("the activations are %v in the file, %v is given", n.Activations, given)
	}
	if len(given) != hidden {
		return nil, fmt.Errorf("%d activations for %d hidden layers", len(given), hidden)
	}
	return given, nil
}

// checkShapes returns an error for layers that do not fit each other, the
// inputs or the outputs.
func (n *Net) checkShapes(spec nets.Spec) error {
	set, err := features.Lookup(spec.Features)
	if err != nil {
		return err
	}
	if first := n.Layers[0]; first.In != set.Len() {
		return fmt.Errorf("%s takes %d inputs, the feature set %s has %d%s", first.Name, first.In, spec.Features, set.Len(), n.chain())
	}
	for i, l := range n.Layers[1:] {
		if below := n.Layers[i]; l.In != below.Out {
			return fmt.Errorf("%s takes %d values, %s before it has %d units%s", l.Name, l.In, below.Name, below.Out, n.chain())
		}
	}
	if last := n.Layers[len(n.Layers)-1]; last.Out != nets.Outputs {
		return fmt.Errorf("%s has %d outputs, want %d: win, win_gammon, win_backgammon, lose_gammon, lose_backgammon%s",
			last.Name, last.Out, nets.Outputs, n.chain())
	}
	return nil
}

// chain lists the layers with their shapes, for messages.
func (n *Net) chain() string {
	var all []string
	for _, l := range n.Layers {
		all = append(all, fmt.Sprintf("%s [%d, %d]", l.Name, l.Out, l.In))
	}
	return "; the layers as [outputs, inputs] in their order: " + strings.Join(all, ", ")
}
