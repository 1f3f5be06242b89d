package netplan

import (
	"errors"
	"fmt"
	"strings"

	"gammonlab/features"
	"gammonlab/internal/setting"
	"gammonlab/nets"
)

// Shape describes a net to train: its part of the model and its layers.
type Shape struct {
	Part        nets.Part        `json:"part"`
	Features    string           `json:"features"`   // name of the feature set
	Hidden      []int            `json:"hidden"`     // units of each hidden layer
	Activations nets.Activations `json:"activation"` // one for all hidden layers, or one for each
	Head        nets.Activation  `json:"head,omitempty"`

	// Fresh starts the net from random weights even if there is a parent.
	Fresh bool `json:"fresh,omitempty"`
}

// Of returns the shape of a net for the part.
func Of(part nets.Part, spec nets.Spec) Shape {
	return Shape{Part: part, Features: spec.Features, Hidden: spec.Hidden, Activations: spec.Activations, Head: spec.Head}
}

// Pruning returns the default shape of pruning nets: small, over an additive feature
// set. The head must be that of the model's other nets.
func Pruning(part nets.Part, head nets.Activation) Shape {
	return Shape{Part: part, Features: "gnubg-base200@1", Hidden: []int{32}, Activations: []nets.Activation{nets.Sigmoid}, Head: head}
}

// Full returns the shapes of the nets of a model, that evaluate positions.
func Full(m *nets.Model) []Shape {
	var all []Shape
	for _, part := range nets.Parts() {
		if net := m.Nets[part]; net != nil && part.Evaluates() {
			all = append(all, Of(part, net.Spec()))
		}
	}
	return all
}

// Spec returns the shape without the part. Its feature set has a version, so files of
// the net keep their meaning when there is a newer one.
func (s *Shape) Spec() nets.Spec {
	return nets.Spec{Features: s.Features, Hidden: s.Hidden, Activations: nets.OfLayers(s.Activations, len(s.Hidden)), Head: s.Head}.Canonical()
}

// check returns an error for an invalid shape. Pruning nets need an additive feature
// set, because only such nets are updated quickly when a checker moves.
func (s *Shape) check() error {
	if err := s.Spec().Validate(); err != nil {
		return err
	}
	set, err := features.Lookup(s.Features)
	if err != nil {
		return err
	}
	if s.Part.Prunes() && !features.Additive(set) {
		return setting.Errorf("%s is %s, whose inputs are not additive; a pruning net needs additive inputs, such as gnubg-base200",
			setting.Name("features"), features.ID(set))
	}
	return nil
}

// Check returns a [setting.Error] for each invalid shape of the list nets, which must not
// be empty or have a part twice.
func Check(shapes []Shape) error {
	problems := []error{setting.Check("nets", len(shapes) > 0, "is empty")}
	seen := map[nets.Part]bool{}
	for i, s := range shapes {
		at := setting.Name(fmt.Sprintf("nets.%d", i))
		switch {
		case ClassesOf(s.Part) == nil:
			problems = append(problems, setting.Errorf("%s is %q, want one of %v", at+".part", s.Part, Parts()))
		case seen[s.Part]:
			problems = append(problems, setting.Errorf("%s is %s, which an earlier net has", at+".part", s.Part))
		}
		seen[s.Part] = true
		if err := setting.In(at, s.check()); err != nil {
			problems = append(problems, setting.Errorf("%w (net for %s)", err, s.Part))
		}
	}
	return errors.Join(problems...)
}

// Canonical returns the shapes with canonical specs, see [nets.Spec.Canonical].
func Canonical(shapes []Shape) []Shape {
	var all []Shape
	for _, s := range shapes {
		shape := Of(s.Part, s.Spec())
		shape.Fresh = s.Fresh
		all = append(all, shape)
	}
	return all
}

// Text describes the shapes in words, such as "race 196-64-5 over perspective196@1".
func Text(shapes []Shape) string {
	var all []string
	for _, s := range shapes {
		all = append(all, fmt.Sprintf("%s %v over %s", s.Part, s.Spec(), s.Features))
	}
	return strings.Join(all, ", ")
}
