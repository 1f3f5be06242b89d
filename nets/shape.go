package nets

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gammonlab/features"
	"gammonlab/internal/setting"
)

// Shape describes a net to train: its part of the model and its layers.
type Shape struct {
	Part        Part        `json:"part"`
	Features    string      `json:"features"`   // name of the feature set
	Hidden      []int       `json:"hidden"`     // units of each hidden layer
	Activations Activations `json:"activation"` // one for all hidden layers, or one for each
	Head        Activation  `json:"head,omitempty"`

	// Fresh starts the net from random weights even if there is a parent.
	Fresh bool `json:"fresh,omitempty"`
}

// ShapeOf returns the shape of a net for the part.
func ShapeOf(part Part, spec Spec) Shape {
	return Shape{Part: part, Features: spec.Features, Hidden: spec.Hidden, Activations: spec.Activations, Head: spec.Head}
}

// PruningShape returns the default shape of pruning nets: small, over an additive feature
// set. The head must be that of the model's other nets.
func PruningShape(part Part, head Activation) Shape {
	return Shape{Part: part, Features: "gnubg-base200@1", Hidden: []int{32}, Activations: []Activation{Sigmoid}, Head: head}
}

// ShapesOf returns the shapes of the nets of a model, that evaluate positions.
func ShapesOf(m *Model) []Shape {
	var all []Shape
	for _, part := range Parts() {
		if net := m.Nets[part]; net != nil && part.Evaluates() {
			all = append(all, ShapeOf(part, net.Spec()))
		}
	}
	return all
}

// TrainedParts lists the parts of a model that are trained on labelled positions or by games:
// all but the nets of the cube. They are the first of [Parts].
func TrainedParts() []Part { return slices.DeleteFunc(Parts(), Part.OfCube) }

// Spec returns the shape without the part. Its feature set has a version, so files of
// the net keep their meaning when there is a newer one.
func (s *Shape) Spec() Spec {
	return Spec{Features: s.Features, Hidden: s.Hidden, Activations: OfLayers(s.Activations, len(s.Hidden)), Head: s.Head}.Canonical()
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

// CheckShapes returns a [setting.Error] for each invalid shape of the list nets, which must not
// be empty or have a part twice.
func CheckShapes(shapes []Shape) error {
	problems := []error{setting.Check("nets", len(shapes) > 0, "is empty")}
	seen := map[Part]bool{}
	for i, s := range shapes {
		at := setting.Name(fmt.Sprintf("nets.%d", i))
		switch {
		case !slices.Contains(TrainedParts(), s.Part):
			problems = append(problems, setting.Errorf("%s is %q, want one of %v", at+".part", s.Part, TrainedParts()))
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

// CanonicalShapes returns the shapes with canonical specs, see [Spec.Canonical].
func CanonicalShapes(shapes []Shape) []Shape {
	var all []Shape
	for _, s := range shapes {
		shape := ShapeOf(s.Part, s.Spec())
		shape.Fresh = s.Fresh
		all = append(all, shape)
	}
	return all
}

// ShapesText describes the shapes in words, such as "race 196-64-5 over perspective196@1".
func ShapesText(shapes []Shape) string {
	var all []string
	for _, s := range shapes {
		all = append(all, fmt.Sprintf("%s %v over %s", s.Part, s.Spec(), s.Features))
	}
	return strings.Join(all, ", ")
}
