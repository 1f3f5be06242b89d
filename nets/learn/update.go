package learn

import (
	"gammonlab/nets"
	"gammonlab/nets/kernel"
)

// learnWeights updates the weights of hidden layer i for the inputs from to
// to-1.
func (l *Learner) learnWeights(i, from, to int) {
	layer := &l.layers[i]
	n, in, out := l.batch.Len(), pad(layer.In), pad(layer.Out)
	begin := layer.Weights + from*out
	end := layer.Weights + to*out
	gradient := l.gradient[begin:end]
	turned := l.rows.xt
	if i > 0 {
		turned = l.rows.ht[i-1]
	}
	switch {
	case l.halves != nil:
		h := &l.halves[i]
		kernel.MulHalves(l.gradient[begin:layer.Weights+pad(to)*out], out, l.zeros[:out], &h.belowT, from, pad(to), &h.gradient, 0)
	case turned != nil:
		n = pad(n)
		kernel.MulSparse(gradient, l.zeros[:out], turned[from*n:to*n], l.rows.g[i][:n*out], to-from, n, out)
	default:
		clear(gradient)
		kernel.MulTNRows(gradient, l.rows.h[i-1][:n*in], l.rows.g[i][:n*out], n, in, out, from, to)
	}
	l.update(begin, end)
}

// transpose transposes rows of the weights of hidden layer i.
func (l *Learner) transpose(i, from, to int) {
	layer := &l.layers[i]
	in, out := pad(layer.In), pad(layer.Out)
	w := l.net.Params()[layer.Weights+from*out : layer.Weights+to*out]
	kernel.Transpose(l.transposed[i][from:], w, to-from, out, in)
}

// learnBiases updates the biases of hidden layer i.
func (l *Learner) learnBiases(i int) {
	layer := &l.layers[i]
	n, out := l.batch.Len(), pad(layer.Out)
	gradient := l.gradient[layer.Biases:layer.End]
	clear(gradient)
	if l.halves != nil && !l.isTop(i) {
		l.biasHalves(i, gradient)
	} else {
		kernel.MulTN(gradient, l.rows.ones[:n], l.rows.g[i][:n*out], n, 1, out)
	}
	l.update(layer.Biases, layer.End)
}

// learnHead updates the head.
func (l *Learner) learnHead() {
	head := &l.layers[len(l.layers)-1]
	n, in := l.batch.Len(), pad(head.In)
	gradient := l.gradient[head.Weights:head.End]
	clear(gradient)
	e := l.rows.e[:n*nets.Outputs]
	weights, biases := gradient[:head.Biases-head.Weights], gradient[head.Biases-head.Weights:]
	kernel.MulTN(weights, e, l.rows.h[len(l.rows.h)-1][:n*in], n, nets.Outputs, in)
	for i := range n {
		for k, v := range e[i*nets.Outputs : (i+1)*nets.Outputs] {
			biases[k] += v
		}
	}
	l.update(head.Weights, head.End)
}

// update moves the parameters from begin to end-1 by their gradient.
func (l *Learner) update(begin, end int) {
	w, g := l.net.Params()[begin:end], l.gradient[begin:end]
	moments := l.state.Moments
	finite := false
	switch l.settings.Method {
	case Adam:
		finite = kernel.AdamStep(w, moments[0][begin:end], moments[1][begin:end], g, &l.adam)
	case SGD:
		finite = kernel.MomentumStep(w, moments[0][begin:end], g, float32(l.settings.Momentum), l.rate)
	default:
		finite = l.own.update(w, g, moments, begin, float64(l.rate), l.state.Steps)
	}
	if !finite {
		l.diverged.Store(true)
	}
}
