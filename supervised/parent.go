package supervised

import (
	"fmt"
	"maps"

	"gammonlab/engine"
	"gammonlab/internal/seed"
	"gammonlab/nets"
)

// checkParent returns an error if the parent is not that of the config.
func (t *Trainer) checkParent() error {
	if t.parent == nil {
		if t.cfg.Parent != "" {
			return fmt.Errorf("supervised: the run starts from the model with the digest %s, but no parent is given", t.cfg.Parent)
		}
		return nil
	}
	digest, err := t.parent.Digest()
	switch {
	case err != nil:
		return err
	case digest != t.cfg.Parent:
		return fmt.Errorf("supervised: the run starts from the model with the digest %q, the parent has %s", t.cfg.Parent, digest)
	case t.parent.Variant != t.data.Variant():
		return fmt.Errorf("supervised: the parent is for %v, the data are for %v", t.parent.Variant, t.data.Variant())
	}
	return nil
}

// checkParts returns an error for a net that would never be used, and for classes of
// positions without a net.
func (t *Trainer) checkParts() error {
	evaluated := map[engine.Class]bool{}
	parts := t.parts()
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
			return fmt.Errorf("supervised: nets: the model has no net for positions of class %s: "+
				"train one, or one for all classes, or start from a model that has it", class)
		}
	}
	for _, s := range t.cfg.Nets {
		if len(answers(s.Part, parts)) == 0 {
			return fmt.Errorf("supervised: nets: the net for %s would never be used: each class has its own", s.Part)
		}
	}
	return t.checkHeads()
}

// checkHeads returns an error if nets of one model have different activations of the
// outputs.
func (t *Trainer) checkHeads() error {
	first := t.cfg.Nets[0].Spec()
	check := func(part nets.Part, spec nets.Spec) error {
		if got, want := spec.HeadActivation(), first.HeadActivation(); got != want {
			return fmt.Errorf("supervised: nets: %s has the head %s, %s of the same model has %s", part, got, t.cfg.Nets[0].Part, want)
		}
		return nil
	}
	for _, s := range t.cfg.Nets {
		if err := check(s.Part, s.Spec()); err != nil {
			return err
		}
	}
	for part, net := range t.kept() {
		if err := check(part, net.Spec()); err != nil {
			return err
		}
	}
	return nil
}

// kept returns the nets of the parent that the model keeps unchanged: those that are
// not trained and are still used, and pruning nets that are not trained.
func (t *Trainer) kept() map[nets.Part]*nets.Net {
	kept := map[nets.Part]*nets.Net{}
	if t.parent == nil {
		return kept
	}
	maps.Copy(kept, t.parent.Nets)
	for _, s := range t.cfg.Nets {
		delete(kept, s.Part)
	}
	if len(answers(nets.All, t.parts())) == 0 {
		delete(kept, nets.All)
	}
	return kept
}

// inherited returns a copy of the parent's net from which training starts. It is nil
// for random weights: without a parent, for a fresh net, or for a pruning net that the
// parent lacks.
func (t *Trainer) inherited(shape Shape) (*nets.Net, error) {
	if t.parent == nil || shape.Fresh {
		return nil, nil
	}
	net := t.parent.Net(shape.Part)
	if net == nil && shape.Part.Prunes() {
		return nil, nil
	}
	if net == nil {
		return nil, fmt.Errorf("supervised: the parent has no net for %s", shape.Part)
	}
	grown, err := nets.Grow(net, shape.Spec(), seed.Derive(t.cfg.Seed, growStream))
	if err != nil {
		return nil, fmt.Errorf("supervised: nets: %s: from the parent's %v over %s: %w", shape.Part, net.Spec(), net.Spec().Features, err)
	}
	return grown, nil
}

// growStream is the stream, derived from the config's seed, of the random weights of
// grown nets; each part has its own stream below it.
const growStream = 1 << 16
