package learn

import (
	"gammonlab/nets"
	"gammonlab/nets/kernel"
)

// halves contains the factors of the products of the hidden layers in bfloat16. The
// parameters, sums, values and derivatives themselves stay in single precision, and so does
// the head.
//
// The values and derivatives of hidden layers below the last, in rows.h and rows.g, lie in
// panels of 32 units of all positions: a panel of a block of positions stays in the nearest
// cache from its product to its packing.
type halves []layerHalves

// layerHalves are the factors of a hidden layer.
type layerHalves struct {
	weights     kernel.Halves // right factor: sums of the layer
	weightsT    kernel.Halves // right factor: derivatives of the layer below
	below       kernel.Halves // left factor: values of the layer below, or the inputs
	belowT      kernel.Halves // left factor of the gradient
	derivatives kernel.Halves // left factor: derivatives of the layer below
	gradient    kernel.Halves // right factor of the gradient: the derivatives
}

// Sizes of the blocks of tasks in bfloat16: multiples of a tile's 32. The weights of a large
// layer do not fit a near cache, so more positions share them than in float32.
const (
	leastHalfPositions = 32
	mostHalfPositions  = 128
	halfRows           = 128
)

// panelUnits is the number of units of a panel.
const panelUnits = 32

// newHalves makes room for the weights.
func newHalves(layers []nets.Layer) halves {
	h := make(halves, len(layers)-1)
	for i := range h {
		in, out := pad(layers[i].In), pad(layers[i].Out)
		h[i].weights.Resize(out, in)
		if i > 0 {
			h[i].weightsT.Resize(in, out)
		}
	}
	return h
}

// grow makes room for n positions.
func (h halves) grow(layers []nets.Layer, n int) {
	for i := range h {
		in, out := pad(layers[i].In), pad(layers[i].Out)
		h[i].below.Resize(pad(n), in)
		h[i].belowT.Resize(in, n)
		if i > 0 {
			h[i].derivatives.Resize(pad(n), out)
		}
		h[i].gradient.Resize(out, n)
	}
}

// packWeights packs rows of the weights of hidden layer i.
func (l *Learner) packWeights(i, from, to int) {
	layer, h := &l.layers[i], &l.halves[i]
	out := pad(layer.Out)
	w := kernel.Block{X: l.net.Params()[layer.Weights+from*out : layer.Weights+to*out], Rows: to - from, Columns: out, Stride: out}
	h.weights.PackRight(0, from, w)
	if i > 0 {
		h.weightsT.PackRightT(from, 0, w)
	}
}

// panel returns the values of the positions from to to-1 for a panel of hidden layer i, by its
// first unit. The last layer has rows of all units instead, for the head. The values reach up
// to a whole number of tiles of positions.
func (l *Learner) panel(i, unit, from, to int, all []float32) kernel.Block {
	width := pad(l.layers[i].Out)
	b := kernel.Block{Rows: to - from, Columns: min(panelUnits, width-unit)}
	if l.isTop(i) {
		b.Stride = width
		b.X = all[from*width+unit : (pad(to)-1)*width+unit+b.Columns]
	} else {
		b.Stride = b.Columns
		b.X = all[pad(l.batch.Len())*unit+from*b.Columns:][:(pad(to)-from)*b.Columns]
	}
	return b
}

// isTop reports whether hidden layer i is the last.
func (l *Learner) isTop(i int) bool { return i == len(l.layers)-2 }

// whole returns the block with all its rows up to a multiple of a tile's.
func whole(b kernel.Block) kernel.Block {
	b.Rows = pad(b.Rows)
	return b
}

// forwardHalves evaluates the hidden layers.
func (l *Learner) forwardHalves(from, to int) {
	in := pad(l.layers[0].In)
	x := kernel.Block{X: l.rows.x[from*in : pad(to)*in], Rows: to - from, Columns: in, Stride: in}
	l.packValues(0, 0, from, x)
	for i := range l.halves {
		layer, h := &l.layers[i], &l.halves[i]
		biases := l.net.Params()[layer.Biases:layer.End]
		width := pad(layer.Out)
		for unit := 0; unit < width; unit += panelUnits {
			b := l.panel(i, unit, from, to, l.rows.h[i])
			kernel.MulHalves(b.X, b.Stride, biases[unit:unit+b.Columns], &h.below, from, pad(to), &h.weights, unit)
			if !l.isTop(i) {
				layer.ActivatePanel(b.X, unit, b.Columns)
				l.packValues(i+1, unit, from, b)
			}
		}
		if l.isTop(i) {
			layer.Activate(l.rows.h[i][from*width : to*width])
		}
	}
}

// packValues packs values below hidden layer i: those of the units from unit on.
func (l *Learner) packValues(i, unit, from int, b kernel.Block) {
	l.halves[i].below.PackLeft(from, unit, whole(b))
	l.halves[i].belowT.PackLeftT(unit, from, b)
}

// backHalves sets the derivatives by the sums of hidden layer i, which is not the last.
func (l *Learner) backHalves(i, from, to int) {
	above := &l.halves[i+1]
	for unit := 0; unit < pad(l.layers[i].Out); unit += panelUnits {
		g, h := l.panel(i, unit, from, to, l.rows.g[i]), l.panel(i, unit, from, to, l.rows.h[i])
		kernel.MulHalves(g.X, g.Stride, l.zeros[:g.Columns], &above.derivatives, from, pad(to), &above.weightsT, unit)
		l.layers[i].Chain(g.X, h.X)
		l.packDerivatives(i, unit, from, g)
	}
}

// packDerivatives packs derivatives by the sums of hidden layer i: those of the units from
// unit on.
func (l *Learner) packDerivatives(i, unit, from int, b kernel.Block) {
	if i > 0 {
		l.halves[i].derivatives.PackLeft(from, unit, whole(b))
	}
	l.halves[i].gradient.PackRight(unit, from, b)
}

// biasHalves adds the gradient of the biases of hidden layer i.
func (l *Learner) biasHalves(i int, gradient []float32) {
	n := l.batch.Len()
	for unit := 0; unit < len(gradient); unit += panelUnits {
		b := l.panel(i, unit, 0, n, l.rows.g[i])
		kernel.MulTN(gradient[unit:unit+b.Columns], l.rows.ones[:n], b.X[:n*b.Columns], n, 1, b.Columns)
	}
}
