package nets

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"gammonlab/internal/version"
)

// Join returns one net that averages the nets' outputs on the scale of log odds: its
// outputs are the sigmoids of the mean of the nets' sums, up to rounding. Each hidden layer
// has the units of all nets. Weights between units of different nets are 0, and training
// can change them. The nets must have the same feature set, number of hidden layers and
// activations. Join does not change the nets.
func Join(nets ...*Net) (*Net, error) {
	if len(nets) == 0 {
		return nil, errors.New("nothing to join")
	}
	spec := nets[0].spec
	spec.Hidden = slices.Clone(spec.Hidden)
	for _, n := range nets[1:] {
		if n.spec.Features != spec.Features || !slices.Equal(n.spec.Activations, spec.Activations) ||
			n.spec.HeadActivation() != spec.HeadActivation() {
			return nil, fmt.Errorf("%v and %v cannot be joined: features and activations must be the same", nets[0].spec, n.spec)
		}
		for l, units := range n.spec.Hidden {
			spec.Hidden[l] += units
		}
	}
	joined, err := New(spec)
	if err != nil {
		return nil, err
	}
	var first offsets
	for _, n := range nets {
		first = joined.place(n, first, float32(len(nets)))
	}
	return joined, nil
}

// offsets contains, for each hidden layer of a joined net, the number of units of earlier
// nets.
type offsets [MaxLayers]int

// place copies one of count nets to n, after the units of earlier nets. It returns the
// offsets of the next net.
func (n *Net) place(src *Net, first offsets, count float32) offsets {
	last, from := len(src.hidden), src.layers()
	for l, to := range n.layers() {
		scale, in, out := float32(1), 0, first[l]
		if l > 0 {
			in = first[l-1]
		}
		if l == last {
			scale, out = 1/count, 0
		}
		for o := range from[l].out {
			to.b[out+o] += from[l].b[o] * scale
			for i := range from[l].in {
				to.w[(in+i)*to.perIn+(out+o)*to.perOut] = from[l].w[i*from[l].perIn+o*from[l].perOut] * scale
			}
		}
	}
	for l, units := range src.spec.Hidden {
		first[l] += units
	}
	return first
}

// JoinModels returns a model with the joined nets of each part, see [Join]. It does not
// join nets that are equal in all models, but copies them. It takes pruning nets from the
// first model. The models must have the same variant and nets for the same parts.
func JoinModels(models ...*Model) (*Model, error) {
	if len(models) < 2 {
		return nil, errors.New("joining needs two or more models")
	}
	joined := &Model{Nets: map[Part]*Net{}, Variant: models[0].Variant}
	var parents []string
	for _, m := range models {
		digest, err := m.Digest()
		if err != nil {
			return nil, err
		}
		if m.Variant != joined.Variant {
			return nil, fmt.Errorf("models of %v and %v cannot be joined", joined.Variant, m.Variant)
		}
		parents = append(parents, digest)
	}
	for _, part := range slices.Sorted(maps.Keys(models[0].Nets)) {
		var err error
		if joined.Nets[part], err = joinPart(part, models); err != nil {
			return nil, err
		}
	}
	config, err := json.Marshal(parents)
	if err != nil {
		return nil, err
	}
	joined.Provenance = map[string]string{
		"made_by": "gammonlab weights join", "toolkit": version.Toolkit, "parents": string(config),
	}
	return joined, joined.Validate()
}

// joinPart returns the net of a part.
func joinPart(part Part, models []*Model) (*Net, error) {
	all := []*Net{models[0].Nets[part]}
	if !part.Evaluates() {
		return all[0].Clone(), nil
	}
	for i, m := range models[1:] {
		n := m.Nets[part]
		if n == nil {
			return nil, fmt.Errorf("the first model has a net for %s, but model %d has none", part, i+2)
		}
		if !slices.ContainsFunc(all, func(o *Net) bool { return slices.Equal(o.params, n.params) }) {
			all = append(all, n)
		}
	}
	n, err := Join(all...)
	if err != nil {
		return nil, fmt.Errorf("%w (nets for %s)", err, part)
	}
	return n, nil
}
