package nets

import (
	"fmt"
	"maps"
	"math"

	"gammonlab/internal/floats"
)

// KeyRounded is the key in [Model.Provenance] of the digest of the model whose
// weights were rounded, see [Model.InHalf].
const KeyRounded = "rounded_from"

// InHalf returns a model with the weights of m rounded to half precision, to the even
// neighbour if two are equally near. Its file takes about half the space. Biases, which are
// few, are not rounded. InHalf returns an error if a weight is too large for half precision.
// It does not change m. If half precision represents all weights of m exactly, the two
// models share nets and provenance.
func (m *Model) InHalf() (*Model, error) {
	digest, err := m.Digest()
	if err != nil {
		return nil, err
	}
	same := *m
	same.Half = true
	if same.kind() == floats.F16 {
		return &same, nil
	}
	half := &Model{Nets: map[Part]*Net{}, Variant: m.Variant, Provenance: maps.Clone(m.Provenance), Half: true}
	for _, part := range m.parts() {
		n := m.Nets[part].Clone()
		if err := n.roundToHalf(part); err != nil {
			return nil, err
		}
		half.Nets[part] = n
	}
	if half.Provenance == nil {
		half.Provenance = map[string]string{}
	}
	half.Provenance[KeyRounded] = digest
	return half, nil
}

// InSingle returns a model with the same weights, whose file has them in single precision.
// The two models share nets and provenance.
func (m *Model) InSingle() *Model {
	single := *m
	single.Half = false
	return &single
}

// roundToHalf rounds the weights to half precision. It returns an error for the
// first weight that is too large.
func (n *Net) roundToHalf(part Part) error {
	for i, l := range n.layers() {
		for o := range l.out {
			for in := range l.in {
				w := &l.w[in*l.perIn+o*l.perOut]
				rounded := floats.Half(floats.HalfBits(*w))
				if math.IsInf(float64(rounded), 0) {
					return fmt.Errorf("tensor %s: value %d is %v, the maximum of half precision is %d",
						part.weightName(i), o*l.in+in, *w, floats.MaxHalf)
				}
				*w = rounded
			}
		}
	}
	return nil
}

// kind returns the kind of the weights in the model's file.
func (m *Model) kind() floats.Kind {
	if !m.Half {
		return floats.F32
	}
	for _, n := range m.Nets {
		for _, l := range n.layers() {
			for _, w := range l.w {
				if math.Float32bits(floats.Half(floats.HalfBits(w))) != math.Float32bits(w) {
					return floats.F32
				}
			}
		}
	}
	return floats.F16
}
