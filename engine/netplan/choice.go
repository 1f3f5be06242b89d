package netplan

import (
	"encoding/json"
	"slices"
	"strings"

	"gammonlab/internal/setting"
	"gammonlab/nets"
)

// Choice has the settings that choose the nets to train and their shapes. A setting has one
// value for all nets, or one for each net, joined by /.
type Choice struct {
	Part       string     `json:"part,omitempty" shown:"all, or with --from of train td all its nets but pruning nets" help:"train nets for these <PARTS> of the model, joined by commas: all, or race, crashed, contact; with those or with --from also pruning-race, pruning-crashed, pruning-contact"`
	Features   string     `json:"features,omitempty" shown:"perspective196" help:"feature <SET> (see features list), or several joined by +"`
	Hidden     hiddenText `json:"hidden,omitempty" main:"true" shown:"80, on a database 128" help:"sizes <UNITS> of the hidden layers, such as 80 or 512-256"`
	Activation string     `json:"activation,omitempty" shown:"sigmoid" help:"activation <NAME> of the hidden layers: sigmoid, tanh, relu or gnubg-sigmoid, or one for each layer, such as sigmoid,relu"`
}

// hiddenText is the text of [nets.Hidden] for each net; for one net, JSON may have the list.
type hiddenText string

// UnmarshalJSON implements [json.Unmarshaler].
func (h *hiddenText) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, (*string)(h))
	}
	var list []int
	err := json.Unmarshal(data, &list)
	*h = hiddenText(nets.FormatHidden(list))
	return err
}

// Shapes returns the shapes of the chosen nets. What is not chosen is that of the given
// shapes. Nets grow from those of the parent, nil for none, and with inherit they have its
// shapes.
func (c *Choice) Shapes(given []nets.Shape, parent *nets.Model, inherit bool) ([]nets.Shape, error) {
	shapes := slices.Clone(given)
	if c.Part != "" {
		shapes = nil
		for part := range strings.SplitSeq(c.Part, ",") {
			shapes = append(shapes, ofPart(nets.Part(part), given))
		}
	}
	for i := range shapes {
		if inherit {
			shapes[i] = ofParent(shapes[i], parent)
		}
		if err := c.change(&shapes[i], i, len(shapes), parent != nil); err != nil {
			return nil, err
		}
	}
	return shapes, nil
}

// ofPart returns the default shape of a net: the given shape for its part, otherwise the
// first given shape.
func ofPart(part nets.Part, given []nets.Shape) nets.Shape {
	if i := slices.IndexFunc(given, func(s nets.Shape) bool { return s.Part == part }); i >= 0 {
		return given[i]
	}
	if part.Prunes() {
		return nets.PruningShape(part, given[0].Head)
	}
	shape := given[0]
	shape.Part = part
	return shape
}

// ofParent returns the shape of the parent's net for the same part. Without such a net, it
// returns the given shape; a pruning net then has the head of the parent's net for contact.
func ofParent(shape nets.Shape, parent *nets.Model) nets.Shape {
	if net := parent.Net(shape.Part); net != nil {
		return nets.ShapeOf(shape.Part, net.Spec())
	}
	if shape.Part.Prunes() {
		shape.Head = parent.Net(nets.Contact).Spec().Head
	}
	return shape
}

// change sets the shape of net i of n. With grows, the net grows from the parent's net.
func (c *Choice) change(s *nets.Shape, i, n int, grows bool) error {
	s.Activations = nets.OfLayers(s.Activations, len(s.Hidden)) // before there are more layers
	for _, of := range []struct {
		name setting.Name
		text string
		set  func(text string) error
	}{
		{"features", c.Features, func(text string) error { s.Features = text; return nil }},
		{"hidden", string(c.Hidden), func(text string) (err error) { s.Hidden, err = nets.ParseHidden(text); return err }},
		{"activation", c.Activation, func(text string) error {
			list, err := nets.ParseActivations(text)
			s.Activations = nets.OfLayers(list, len(s.Hidden))
			return err
		}},
	} {
		if of.text == "" {
			continue
		}
		values := strings.Split(of.text, "/")
		if len(values) != 1 && len(values) != n {
			return setting.Errorf("%s has values for %d nets, want one for all or one for each of %d", of.name, len(values), n)
		}
		if err := of.set(values[min(i, len(values)-1)]); err != nil {
			return setting.In(of.name, err)
		}
	}
	if c.Activation == "" {
		s.Activations = nets.FitActivations(s.Activations, len(s.Hidden), grows)
	}
	return nil
}
