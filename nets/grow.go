package nets

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"gammonlab/internal/seed"
	"gammonlab/internal/version"
)

// Grow returns a larger net with the outputs of n, up to rounding, from which
// training can continue (Net2Net: Chen, Goodfellow and Shlens, 2016). The spec
// may have more units in any layer ([Widen]), more layers ([Deepen]) and a
// feature set with more inputs, which must contain all inputs of n, by name and
// meaning; the weights of new inputs are 0. n is not changed. A net of the same
// shape has the same weights to the bit. The spec of the new net is canonical
// ([Spec.Canonical]). The seed s determines random choices.
//
// Each layer of n, in order, becomes the first suitable layer of the spec; the
// other layers of the spec are added.
//
// [GnubgSigmoid] has jumps. With it, the outputs can differ by the size of a jump if
// rounding moves a sum across the jump.
func Grow(n *Net, spec Spec, s uint64) (*Net, error) {
	if err := spec.Validate(); err != nil {
		return nil, err
	}
	if from, to := n.spec.HeadActivation(), spec.HeadActivation(); from != to {
		return nil, fmt.Errorf("a head of %s cannot grow into one of %s", from, to)
	}
	grown, err := extend(n, spec.Features)
	if err != nil {
		return nil, err
	}
	added, err := addedLayers(&n.spec, &spec)
	if err != nil {
		return nil, err
	}
	for l, add := range added {
		if add {
			if grown, err = Deepen(grown, l-1); err != nil {
				return nil, err
			}
		}
	}
	for l, units := range spec.Hidden {
		if grown, err = Widen(grown, l, units, seed.Derive(s, uint64(l))); err != nil {
			return nil, err
		}
	}
	return grown, nil
}

// Larger returns the shape with the given hidden layers into which a net of shape s can
// grow: existing layers keep their activations, and layers that [Grow] adds are ReLU.
func (s Spec) Larger(hidden []int) (Spec, error) {
	larger := s
	larger.Hidden, larger.Activations = slices.Clone(hidden), nil
	added, err := addedLayers(&s, &larger)
	if err != nil {
		return Spec{}, err
	}
	old := 0
	for _, add := range added {
		if add {
			larger.Activations = append(larger.Activations, ReLU)
			continue
		}
		larger.Activations = append(larger.Activations, s.Activations[old])
		old++
	}
	return larger, larger.Validate()
}

// addedLayers reports which hidden layers of a spec are added when a net grows
// into it. The spec may omit activations.
func addedLayers(from, to *Spec) ([]bool, error) {
	added := make([]bool, len(to.Hidden))
	is := func(l int, a Activation) bool { return to.Activations == nil || to.Activations[l] == a }
	var place func(l, old int) bool // assigns the layers of n from old on to layers of the spec from l on
	place = func(l, old int) bool {
		if l == len(to.Hidden) {
			return old == len(from.Hidden)
		}
		if old < len(from.Hidden) && is(l, from.Activations[old]) && to.Hidden[l] >= from.Hidden[old] {
			if added[l] = false; place(l+1, old+1) {
				return true
			}
		}
		if old > 0 && is(l, ReLU) && to.Hidden[l] >= from.Hidden[old-1] {
			added[l] = true
			return place(l+1, old)
		}
		return false
	}
	if len(to.Hidden) > maxHiddenLayers || !place(0, 0) {
		return nil, fmt.Errorf("a net of %s cannot grow into %s: layers keep their activation and at least their units, "+
			"and those added are of relu and at least as wide as the layer of the old net that they follow", from.layersText(), to.layersText())
	}
	return added, nil
}

// layersText describes the hidden layers, such as "512-256 (sigmoid,relu)".
func (s Spec) layersText() string {
	if s.Activations == nil {
		return FormatHidden(s.Hidden)
	}
	return fmt.Sprintf("%s (%s)", FormatHidden(s.Hidden), formatActivations(s.Activations))
}

// Widen returns a net with more units in one hidden layer, numbered from 0, and the same
// outputs up to rounding. The new units are copies of old units, about equally many of
// each, in random order. The outgoing weights of a unit are divided among its copies in
// random proportions of at most three to one. Their sum is unchanged. Only the proportions
// distinguish the copies: they give the copies different gradients, so the copies diverge
// in training. The seed s determines the random choices.
func Widen(n *Net, layer, units int, s uint64) (*Net, error) {
	if layer < 0 || layer >= len(n.hidden) {
		return nil, fmt.Errorf("no hidden layer %d to widen, want 0 to %d", layer, len(n.hidden)-1)
	}
	old := n.hidden[layer].out
	if units < old {
		return nil, fmt.Errorf("hidden layer %d cannot shrink from %d to %d units", layer, old, units)
	}
	spec := n.spec
	spec.Hidden = slices.Clone(spec.Hidden)
	spec.Hidden[layer] = units
	wide, err := New(spec)
	if err != nil {
		return nil, err
	}
	rng := rand.New(seed.Stream(s, 0))
	originals := copiesOf(old, units, rng)
	from, to := n.layers(), wide.layers()
	for l := range from {
		switch l {
		case layer:
			copyUnits(to[l], from[l], originals)
		case layer + 1:
			shareInputs(to[l], from[l], originals, rng)
		default:
			copyUnits(to[l], from[l], sequence(from[l].out))
		}
	}
	return wide, nil
}

// sequence returns 0 to n-1.
func sequence(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// copiesOf returns for each unit the old unit that it copies. The first units copy
// themselves; the others copy all old units in turn, in random order.
func copiesOf(old, units int, rng *rand.Rand) []int {
	originals, order := sequence(old), rng.Perm(old)
	for i := range units - old {
		originals = append(originals, order[i%old])
	}
	return originals
}

// copyUnits sets the units of dst to copies of units of src.
func copyUnits(dst, src *layer, originals []int) {
	for o, original := range originals {
		dst.b[o] = src.b[original]
		for i := range src.in {
			dst.w[i*dst.perIn+o*dst.perOut] = src.w[i*src.perIn+original*src.perOut]
		}
	}
}

// shareInputs sets the weights of dst for inputs that are copies of src's inputs: the
// weights of the copies add up to the weight of the original.
func shareInputs(dst, src *layer, originals []int, rng *rand.Rand) {
	copies := make([][]int, src.in)
	for i, original := range originals {
		copies[original] = append(copies[original], i)
	}
	shares := make([]float64, len(originals))
	for o := range src.out {
		dst.b[o] = src.b[o]
		for i, all := range copies {
			w := float64(src.w[i*src.perIn+o*src.perOut])
			total := 0.0
			for k := range all {
				shares[k] = 0.5 + rng.Float64()
				total += shares[k]
			}
			rest := w
			for k, at := range all[1:] {
				part := float32(w * shares[k] / total)
				dst.w[at*dst.perIn+o*dst.perOut] = part
				rest -= float64(part)
			}
			dst.w[all[0]*dst.perIn+o*dst.perOut] = float32(rest)
		}
	}
}

// Deepen returns a net with the same outputs and one more hidden layer, of ReLU, after the
// given layer, numbered from 0. The new layer has the width of the given layer: each unit
// passes on the value of one unit below. Values of tanh can be negative, so they are raised
// by 1 before the ReLU; then the outputs are the same up to rounding, otherwise to the bit.
// Layers of sigmoid or tanh cannot be added, because they change their inputs.
func Deepen(n *Net, after int) (*Net, error) {
	if after < 0 || after >= len(n.hidden) {
		return nil, fmt.Errorf("no hidden layer %d to add another after, want 0 to %d", after, len(n.hidden)-1)
	}
	units := n.hidden[after].out
	spec := n.spec
	spec.Hidden = slices.Insert(slices.Clone(spec.Hidden), after+1, units)
	spec.Activations = slices.Insert(slices.Clone(spec.Activations), after+1, ReLU)
	deep, err := New(spec)
	if err != nil {
		return nil, err
	}
	to := deep.layers()
	added := to[after+1]
	to = slices.Delete(to, after+1, after+2)
	for l, from := range n.layers() {
		copyUnits(to[l], from, sequence(from.out))
	}
	for i := range units {
		added.w[i*added.perIn+i*added.perOut] = 1
	}
	if n.hidden[after].activation == Tanh {
		lift(added, to[after+1])
	}
	return deep, nil
}

// lift raises the values of a layer by 1 and subtracts the effect from the sums of the next
// layer.
func lift(l, next *layer) {
	for o := range l.out {
		l.b[o]++
	}
	for o := range next.out {
		sum := float64(next.b[o])
		for i := range next.in {
			sum -= float64(next.w[i*next.perIn+o*next.perOut])
		}
		next.b[o] = float32(sum)
	}
}

// NewGrown returns a model of a net that [Grow] created from the parent's net with the
// seed. The provenance of the model records the parent, the new shape and the seed.
func NewGrown(parent *Model, grown *Net, seed uint64) (*Model, error) {
	digest, err := parent.Digest()
	if err != nil {
		return nil, err
	}
	spec := grown.Spec()
	config, err := json.Marshal(map[string]any{
		"features": spec.Features, "hidden": FormatHidden(spec.Hidden), "seed": seed,
	})
	if err != nil {
		return nil, err
	}
	m := NewModel(grown, parent.Variant)
	m.Provenance = map[string]string{
		"made_by": "gammonlab weights grow",
		"toolkit": version.Toolkit,
		"parent":  digest,
		"config":  string(config),
	}
	return m, nil
}
