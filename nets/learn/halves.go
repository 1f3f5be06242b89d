package learn

import (
	"gammonlab/nets"
	"gammonlab/nets/kernel"
)

// halves contains the factors of the products of the hidden layers in bfloat16. The
// parameters, sums, values and derivatives themselves stay in single precision, and so does
// the head.
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
	halfRows           = 64
)

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
	w := l.net.Params()[layer.Weights+from*out : layer.Weights+to*out]
	h.weights.PackRight(from, w, out)
	if i > 0 {
		h.weightsT.PackRightT(from, w, out)
	}
}

// sumHalves sets the sums of hidden layer i for positions.
func (l *Learner) sumHalves(i, from, to int) {
	layer, h := &l.layers[i], &l.halves[i]
	in, out := pad(layer.In), pad(layer.Out)
	below := l.rows.x
	if i > 0 {
		below = l.rows.h[i-1]
	}
	h.below.PackLeft(from, below[from*in:pad(to)*in], in)
	h.belowT.PackLeftT(from, below[from*in:to*in], in)
	sums := l.rows.h[i][from*out : pad(to)*out]
	kernel.MulHalves(sums, &h.below, &h.weights, from, pad(to))
	biases := l.net.Params()[layer.Biases:layer.End]
	for at := 0; at < len(sums); at += out {
		kernel.Axpy(sums[at:at+out], 1, biases)
	}
}

// backHalves sets the derivatives by the values of the layer below hidden layer i.
func (l *Learner) backHalves(i, from, to int) {
	below := pad(l.layers[i].In)
	kernel.MulHalves(l.rows.g[i-1][from*below:pad(to)*below], &l.halves[i].derivatives, &l.halves[i].weightsT, from, pad(to))
}

// packDerivatives packs the derivatives by the sums of hidden layer i for positions.
func (l *Learner) packDerivatives(i, from, to int) {
	h, out := &l.halves[i], pad(l.layers[i].Out)
	if i > 0 {
		h.derivatives.PackLeft(from, l.rows.g[i][from*out:pad(to)*out], out)
	}
	h.gradient.PackRight(from, l.rows.g[i][from*out:to*out], out)
}
