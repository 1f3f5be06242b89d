package iterate

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"gammonlab/internal/setting"
	"gammonlab/nets"
)

// Layers are hidden layers of nets by part, each such as "512-256". A model of a single
// net may use the key onlyNet; its JSON is then only the text.
type Layers map[nets.Part]string

// onlyNet is the key for the only net of a model.
const onlyNet nets.Part = ""

// MarshalJSON writes layers as [Layers.UnmarshalJSON] reads them.
func (l Layers) MarshalJSON() ([]byte, error) {
	if text, ok := l[onlyNet]; ok && len(l) == 1 {
		return json.Marshal(text)
	}
	return json.Marshal(map[nets.Part]string(l))
}

// UnmarshalJSON reads layers: "512-256", or {"contact": "512-256", "race": "128"}.
func (l *Layers) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil && string(text) != "null" {
		*l = Layers{onlyNet: one}
		return nil
	}
	var byPart map[nets.Part]string
	if err := json.Unmarshal(text, &byPart); err != nil {
		return fmt.Errorf("hidden layers are %s, want text such as \"512-256\", or such text for each class", text)
	}
	*l = byPart
	return nil
}

// validate returns errors for invalid layers.
func (l Layers) validate() error {
	if len(l) == 0 {
		return errors.New("there are no hidden layers")
	}
	for _, part := range slices.Sorted(maps.Keys(l)) {
		switch {
		case part == onlyNet && len(l) > 1:
			return errors.New("a net has no name, want some of " + fmt.Sprint(trainable))
		case part != onlyNet && !slices.Contains(trainable, part):
			return fmt.Errorf("a net for %q, want some of %v", part, trainable)
		}
		if _, err := nets.ParseHidden(l[part]); err != nil {
			return err
		}
	}
	return nil
}

// Grow has the condition for candidates to grow, and their new layers.
type Grow struct {
	After int      `json:"after"` // generations in a row without promotion
	To    []Layers `json:"to"`    // one after the other
}

// validate returns errors for invalid settings of the section.
func (g *Grow) validate() error {
	if g == nil {
		return nil
	}
	var problems []error
	problems = append(problems,
		setting.Check("grow.after", g.After >= 1, "is %d, want at least 1", g.After),
		setting.Check("grow.to", len(g.To) > 0, "is empty, want hidden layers to grow to"))
	for i, layers := range g.To {
		problems = append(problems, setting.In(setting.Name(fmt.Sprintf("grow.to.%d", i)), layers.validate()))
	}
	return errors.Join(problems...)
}

// steps returns how many times candidates have grown after the given generations.
func (g *Grow) steps(done []*record) int {
	if g == nil {
		return 0
	}
	steps, idle := 0, 0
	for _, r := range done {
		switch {
		case r.Generation == 0:
		case r.Promoted:
			idle = 0
		default:
			idle++
		}
		if idle == g.After && steps < len(g.To) {
			steps, idle = steps+1, 0
		}
	}
	return steps
}

// checkHidden returns errors for invalid hidden layers of generations.
func (c *Config) checkHidden() error {
	problems := []error{
		setting.Check("hidden", len(c.Hidden) == 0 || c.Grow == nil, "and %s are both set, want only one of them", setting.Name("grow")),
	}
	for _, g := range slices.Sorted(maps.Keys(c.Hidden)) {
		problems = append(problems,
			setting.Check("hidden", g >= 1, "has the generation %d, want 1 or more", g),
			setting.In(setting.Name(fmt.Sprintf("hidden.%d", g)), c.Hidden[g].validate()))
	}
	return errors.Join(problems...)
}

// layersAt returns the layers of hidden or grow up to a generation, in order. They
// depend on the results of earlier generations.
func (c *Config) layersAt(generation int, done []*record) []Layers {
	if c.Grow != nil {
		return c.Grow.To[:c.Grow.steps(done)]
	}
	var all []Layers
	for _, g := range slices.Sorted(maps.Keys(c.Hidden)) {
		if g <= generation {
			all = append(all, c.Hidden[g])
		}
	}
	return all
}

// shapesWith returns the shapes of the trained nets with the given layers; later layers
// override earlier ones.
func (c *Config) shapesWith(layers []Layers) ([]nets.Shape, error) {
	shapes := slices.Clone(c.Train.Nets)
	latest := Layers{}
	for _, l := range layers {
		if _, ok := l[onlyNet]; ok && len(shapes) != 1 {
			return nil, fmt.Errorf("hidden layers without the name of a net need a model with one net, there are %d", len(shapes))
		}
		for part, sizes := range l {
			if part == onlyNet {
				part = shapes[0].Part
			}
			latest[part] = sizes
		}
	}
	for _, part := range slices.Sorted(maps.Keys(latest)) {
		i := slices.IndexFunc(shapes, func(s nets.Shape) bool { return s.Part == part })
		if i < 0 {
			return nil, fmt.Errorf("hidden layers for %s, which train.nets does not have", part)
		}
		var err error
		if shapes[i], err = c.resized(&shapes[i], latest[part]); err != nil {
			return nil, fmt.Errorf("hidden layers for %s: %w", part, err)
		}
	}
	return shapes, nil
}

// resized returns the shape with other hidden layers. It must be able to grow to them;
// with fresh, any layers are possible if all have the same activation.
func (c *Config) resized(s *nets.Shape, text string) (nets.Shape, error) {
	sizes, err := nets.ParseHidden(text)
	if err != nil {
		return *s, err
	}
	spec, err := s.Spec().Larger(sizes)
	if one := slices.Compact(slices.Clone(s.Activations)); err != nil && c.Fresh && len(one) == 1 {
		spec = s.Spec()
		spec.Hidden, spec.Activations = sizes, slices.Repeat(one, len(sizes))
		err = spec.Validate()
	}
	return nets.ShapeOf(s.Part, spec), err
}

// trainable are the parts whose nets can be trained.
var trainable = []nets.Part{nets.All, nets.Race, nets.Crashed, nets.Contact}

// checkNets returns an error for nets that cannot be made, before the run starts.
func (f *Folder) checkNets() error {
	type stage struct {
		name   string
		layers []Layers
	}
	var stages []stage
	if f.doc.Grow != nil {
		for n := range len(f.doc.Grow.To) + 1 {
			stages = append(stages, stage{fmt.Sprintf("grown %d times", n), f.doc.Grow.To[:n]})
		}
	} else {
		for _, g := range slices.Sorted(maps.Keys(f.doc.Hidden)) {
			stages = append(stages, stage{fmt.Sprintf("generation %d", g), f.doc.layersAt(g, nil)})
		}
		if _, ok := f.doc.Hidden[1]; !ok {
			stages = slices.Insert(stages, 0, stage{"generation 1", nil})
		}
	}
	from := f.start
	for _, s := range stages {
		shapes, err := f.doc.shapesWith(s.layers)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if from, err = f.checkShapes(from, shapes); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

// checkShapes returns a model of the nets, or an error if they cannot grow from the
// given model, or are not a complete model on their own.
func (f *Folder) checkShapes(from *nets.Model, shapes []nets.Shape) (*nets.Model, error) {
	m := &nets.Model{Nets: map[nets.Part]*nets.Net{}, Variant: from.Variant}
	if f.doc.Warm {
		maps.Copy(m.Nets, from.Nets) // candidates keep nets that are not trained
	}
	for _, s := range shapes {
		var err error
		net := from.Net(s.Part)
		switch {
		case !f.doc.Warm || f.doc.Fresh && (net == nil || !net.Spec().Equal(s.Spec())):
			m.Nets[s.Part], err = nets.New(s.Spec())
		case net == nil:
			return nil, fmt.Errorf("train.nets has a net for %s, but the initial model does not: with warm it must, unless fresh is set", s.Part)
		default:
			m.Nets[s.Part], err = nets.Grow(net, s.Spec(), 0)
		}
		if err != nil {
			return nil, fmt.Errorf("net for %s: %w", s.Part, err)
		}
	}
	if err := m.Validate(); err != nil && f.doc.Warm {
		return nil, err
	} else if err != nil {
		return nil, fmt.Errorf("train.nets, which must be complete without warm: %w", err)
	}
	return m, nil
}

// candidateShapes returns the shapes of the nets of a generation's candidate. Fresh is
// set for those that start with random weights.
func (g *generation) candidateShapes() ([]nets.Shape, error) {
	shapes, err := g.doc.shapesWith(g.doc.layersAt(g.number, g.done))
	if err != nil || !g.doc.Fresh {
		return shapes, err
	}
	for i := range shapes {
		net := g.best.Net(shapes[i].Part)
		shapes[i].Fresh = net == nil || !net.Spec().Equal(shapes[i].Spec())
	}
	return shapes, nil
}
