package nets

import (
	"fmt"

	"gammonlab/nets/kernel"
)

// Precision is the arithmetic of a net's products: Float32 or Int16 in evaluation, Float32
// or BFloat16 in training.
type Precision string

// The precisions.
const (
	// Float32 sums products of single precision in all layers.
	Float32 Precision = "float32"

	// Int16 rounds the values and weights of the hidden layers from the second on to 16-bit
	// integers and sums their products exactly, see [kernel.MulFixed], if the layer below is
	// of ReLU or Sigmoid. The other layers are as in Float32. Equities of the shipped nets
	// differ from those of Float32 by 0.0001 to 0.0003 (RMS), without a bias.
	Int16 Precision = "int16"

	// BFloat16 rounds the values, weights and derivatives of the hidden layers to bfloat16, 8
	// significant bits, and sums their products in single precision: see [kernel.MulHalves].
	// The parameters and all other numbers are as in Float32.
	BFloat16 Precision = "bf16"
)

// ParsePrecision returns the precision of evaluation with the given name.
func ParsePrecision(name string) (Precision, error) {
	switch p := Precision(name); p {
	case Float32, Int16:
		return p, nil
	}
	return "", fmt.Errorf("unknown precision %q, want %s or %s", name, Float32, Int16)
}

// In returns a net with the same parameters that evaluates in the given precision. Int16
// copies the weights, so the parameters must not change afterwards.
func (n *Net) In(p Precision) *Net {
	c := &Net{spec: n.spec, set: n.set, module: n.module}
	c.layOut(n.params)
	if p == Int16 {
		for i := 1; i < len(c.hidden); i++ {
			l := &c.hidden[i]
			if below := c.hidden[i-1].activation; below == ReLU || below == Sigmoid {
				l.fixed = kernel.NewFixed(l.w, pad(l.in), pad(l.out))
			}
		}
	}
	return c
}

// In returns a model whose nets evaluate in the given precision: see [Net.In]. Its file and
// digest contain the precision, so that results of two precisions have two names.
func (m *Model) In(p Precision) *Model {
	c := *m
	if c.Precision = p; p == Float32 {
		c.Precision = ""
	}
	c.Nets = map[Part]*Net{}
	for part, n := range m.Nets {
		c.Nets[part] = n.In(p)
	}
	return &c
}
