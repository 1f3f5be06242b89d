package netplan

import (
	"fmt"
	"maps"
	"slices"

	"gammonlab/engine"
	"gammonlab/internal/seed"
	"gammonlab/nets"
)

// Plan lists the nets of a model in training: those to train, and those that the model
// keeps from its parent.
type Plan struct {
	Shapes []nets.Shape // of the nets to train
	Parent *nets.Model  // model whose weights the nets start from, and whose other nets the model keeps; nil for none
}

// CheckParent returns an error if the parent is not the model with the digest, which
// is "" for none.
func (p *Plan) CheckParent(digest string) error {
	if p.Parent == nil {
		if digest != "" {
			return fmt.Errorf("the run starts from the model with the digest %s, but no parent is given", digest)
		}
		return nil
	}
	got, err := p.Parent.Digest()
	if err == nil && got != digest {
		err = fmt.Errorf("the run starts from the model with the digest %q, the parent has %s", digest, got)
	}
	return err
}

// Check returns an error for a net that would never be used, for classes of positions
// without a net, and for nets with different activations of the outputs.
func (p *Plan) Check() error {
	evaluated := map[engine.Class]bool{}
	parts := p.parts()
	for _, part := range parts {
		if part.Prunes() {
			continue
		}
		for _, class := range answers(part, parts) {
			evaluated[class] = true
		}
	}
	for _, class := range ClassesOf(nets.All) {
		if !evaluated[class] {
			return fmt.Errorf("the model has no net for positions of class %s: "+
				"train one, or one for all classes, or start from a model that has it", class)
		}
	}
	for _, s := range p.Shapes {
		if len(answers(s.Part, parts)) == 0 {
			return fmt.Errorf("the net for %s would never be used: each class has its own", s.Part)
		}
	}
	return p.checkHeads()
}

// checkHeads returns an error if nets of one model have different activations of the
// outputs.
func (p *Plan) checkHeads() error {
	first := p.Shapes[0].Spec()
	check := func(part nets.Part, spec nets.Spec) error {
		if got, want := spec.HeadActivation(), first.HeadActivation(); got != want {
			return fmt.Errorf("net for %s has the head %s, that for %s of the same model has %s", part, got, p.Shapes[0].Part, want)
		}
		return nil
	}
	for _, s := range p.Shapes {
		if err := check(s.Part, s.Spec()); err != nil {
			return err
		}
	}
	for part, net := range p.Kept() {
		if err := check(part, net.Spec()); err != nil {
			return err
		}
	}
	return nil
}

// parts lists the parts that the model has nets for.
func (p *Plan) parts() []nets.Part {
	var all []nets.Part
	if p.Parent != nil {
		all = slices.Collect(maps.Keys(p.Parent.Nets))
	}
	for _, s := range p.Shapes {
		all = append(all, s.Part)
	}
	return all
}

// Classes lists the classes of the positions that the net for the part evaluates.
func (p *Plan) Classes(part nets.Part) []engine.Class { return answers(part, p.parts()) }

// Kept returns the nets of the parent that the model keeps unchanged: those that are
// not trained and are still used, and pruning nets that are not trained.
func (p *Plan) Kept() map[nets.Part]*nets.Net {
	kept := map[nets.Part]*nets.Net{}
	if p.Parent == nil {
		return kept
	}
	maps.Copy(kept, p.Parent.Nets)
	for _, s := range p.Shapes {
		delete(kept, s.Part)
	}
	if len(p.Classes(nets.All)) == 0 {
		delete(kept, nets.All)
	}
	return kept
}

// Inherited returns a copy of the parent's net from which training starts, grown to the
// shape; the seed determines random choices. It is nil for random weights: without a
// parent, for a fresh net, or for a pruning net that the parent lacks.
func (p *Plan) Inherited(shape nets.Shape, runSeed uint64) (*nets.Net, error) {
	if p.Parent == nil || shape.Fresh {
		return nil, nil
	}
	net := p.Parent.Net(shape.Part)
	if net == nil && shape.Part.Prunes() {
		return nil, nil
	}
	if net == nil {
		return nil, fmt.Errorf("the parent has no net for %s", shape.Part)
	}
	grown, err := nets.Grow(net, shape.Spec(), seed.Derive(runSeed, growStream))
	if err != nil {
		return nil, fmt.Errorf("net for %s: from the parent's %v over %s: %w", shape.Part, net.Spec(), net.Spec().Features, err)
	}
	return grown, nil
}

// growStream is the stream, derived from the seed of a run, of the random weights of
// grown nets.
const growStream = 1 << 16
