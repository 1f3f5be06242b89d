package learn

import (
	"gammonlab/nets"
	"gammonlab/nets/kernel"
)

// rows contains the values and derivatives of all layers for the positions of a
// batch.
type rows struct {
	x    []float32   // the inputs, pad(positions) × pad(inputs)
	xt   []float32   // transpose of x
	h    [][]float32 // values of each hidden layer, pad(positions) × pad(units)
	ht   [][]float32 // transposes of h for layers with Learner.transposes
	g    [][]float32 // derivatives of the loss by each hidden layer's sums
	out  []float32   // outputs of the net, positions × nets.Outputs
	e    []float32   // derivatives of the loss by the head's sums
	loss []float64   // loss of each position
	ones []float32   // the value 1 for each position
}

// pad rounds n up to a multiple of kernel.Lanes.
func pad(n int) int { return (n + kernel.Lanes - 1) / kernel.Lanes * kernel.Lanes }

// grow makes room for n positions.
func (r *rows) grow(l *Learner, n int) {
	if len(r.loss) >= n {
		return
	}
	inputs := pad(n) * pad(l.layers[0].In)
	*r = rows{
		x:    make([]float32, inputs),
		out:  make([]float32, pad(n)*nets.Outputs),
		e:    make([]float32, n*nets.Outputs),
		loss: make([]float64, n),
		ones: make([]float32, n),
	}
	if l.halves == nil {
		r.xt = make([]float32, inputs)
	}
	for i := range l.layers[:len(l.layers)-1] {
		size := pad(n) * pad(l.layers[i].Out)
		r.h = append(r.h, make([]float32, size))
		r.g = append(r.g, make([]float32, size))
		var turned []float32
		if l.transposes(i) {
			turned = make([]float32, size)
		}
		r.ht = append(r.ht, turned)
	}
	for i := range r.ones {
		r.ones[i] = 1
	}
}

// pass evaluates positions and computes their derivatives. from must be a
// multiple of leastPositions, in bfloat16 of leastHalfPositions.
func (l *Learner) pass(from, to int) {
	l.spread(from, to)
	l.forward(from, to)
	l.computeLoss(from, to)
	l.backward(from, to)
}

// forward evaluates positions.
func (l *Learner) forward(from, to int) {
	if l.halves != nil {
		l.forwardHalves(from, to)
	} else {
		l.forwardFloats(from, to)
	}
	r, head := &l.rows, &l.layers[len(l.layers)-1]
	in := pad(head.In)
	head.Answer(r.out[from*nets.Outputs:], r.h[len(r.h)-1][from*in:to*in], to-from)
}

// forwardFloats evaluates the hidden layers in single precision.
func (l *Learner) forwardFloats(from, to int) {
	r := &l.rows
	for i := range l.layers[:len(l.layers)-1] {
		layer := &l.layers[i]
		width := pad(layer.Out)
		h := r.h[i][from*width : to*width]
		in := pad(layer.In)
		switch {
		case i > 0:
			layer.Sum(h, r.h[i-1][from*in:to*in], to-from)
		case layer.Activation == nets.GnubgSigmoid: // the kernel rounds each product
			for k := from; k < to; k++ {
				idx, val := l.batch.row(k)
				layer.SumSparse(h[(k-from)*width:(k-from+1)*width], idx, val)
			}
		default:
			layer.Sum(h, r.x[from*in:to*in], to-from)
		}
		layer.Activate(h)
		if l.transposes(i) {
			l.transposeRows(r.ht[i], r.h[i], width, from, to)
		}
	}
}

// spread writes the inputs of positions as dense rows. from must be a multiple
// of kernel.Lanes.
func (l *Learner) spread(from, to int) {
	in := pad(l.layers[0].In)
	clear(l.rows.x[from*in : pad(to)*in])
	for i := from; i < to; i++ {
		row := l.rows.x[i*in : (i+1)*in]
		idx, val := l.batch.row(i)
		for k, at := range idx {
			row[at] = val[k]
		}
	}
	if l.halves == nil {
		l.transposeRows(l.rows.xt, l.rows.x, in, from, to)
	}
}

// transposeRows transposes the rows of positions. from must be a multiple of
// kernel.Lanes; zeros follow the last position of the batch.
func (l *Learner) transposeRows(dst, src []float32, width, from, to int) {
	clear(src[to*width : pad(to)*width])
	kernel.Transpose(dst[from:], src[from*width:pad(to)*width], pad(to)-from, width, pad(l.batch.Len()))
}

// computeLoss computes the loss of positions and its derivatives by the head's
// sums.
func (l *Learner) computeLoss(from, to int) {
	const k = nets.Outputs
	r := &l.rows
	for i := from; i < to; i++ {
		weight := l.batch.Weights[i]
		e := r.e[i*k : (i+1)*k]
		y, t := r.out[i*k:(i+1)*k], l.batch.Targets[i*k:(i+1)*k]
		if l.loss != nil {
			r.loss[i] = float64(weight) * l.loss(e, y, t)
		} else {
			r.loss[i] = float64(weight) * l.settings.Loss.of(e, y, t, l.batch.factors(i))
		}
		for j := range e {
			e[j] *= weight / float32(l.batch.Len())
		}
	}
	if l.settings.Differences > 0 && len(l.batch.Joined) > 0 {
		l.compareAll(from, to)
	}
}

// compareAll adds the loss by differences of positions and its derivatives.
func (l *Learner) compareAll(from, to int) {
	for i := from; i < to; {
		end := i + 1
		for end < to && end%leastPositions != 0 && l.batch.Joined[end] {
			end++
		}
		if end > i+1 {
			l.compare(i, end)
		}
		i = end
	}
}

// compare is compareAll for positions of one roll.
func (l *Learner) compare(from, to int) {
	const k = nets.Outputs
	r, n := &l.rows, float32(to-from)
	weights := l.batch.Weights[from:to]
	var room [leastPositions]float32
	misses := room[:to-from] // errors of the equity, later less their mean
	var mean, weighted float32
	for i := range misses {
		misses[i] = equityError(r.out[(from+i)*k:], l.batch.Targets[(from+i)*k:])
		mean += misses[i] / n
	}
	for i := range misses {
		misses[i] -= mean
		weighted += weights[i] * misses[i] / n
	}
	factor := float32(l.settings.Differences)
	for i, miss := range misses {
		r.loss[from+i] += float64(factor * weights[i] * miss * miss / 2)
		slope := factor * (weights[i]*miss - weighted) / float32(l.batch.Len())
		e, y := r.e[(from+i)*k:], r.out[(from+i)*k:]
		for j, c := range equityWeights {
			e[j] += slope * c * y[j] * (1 - y[j])
		}
	}
}

// backward computes the derivatives of the loss by each hidden layer's sums.
func (l *Learner) backward(from, to int) {
	r := &l.rows
	n := to - from
	above := r.e[from*nets.Outputs : to*nets.Outputs]
	for i := len(r.g) - 1; i >= 0; i-- {
		if l.halves != nil && !l.isTop(i) {
			l.backHalves(i, from, to)
			continue
		}
		width := pad(l.layers[i].Out)
		g, h := r.g[i][from*width:to*width], r.h[i][from*width:to*width]
		next := &l.layers[i+1]
		w := l.net.Params()[next.Weights:next.Biases]
		switch {
		case i == len(r.g)-1:
			clear(g)
			kernel.MulNN(g, above, w, n, nets.Outputs, width)
		case l.sparse(i + 1):
			kernel.MulSparse(g, l.zeros[:width], above, l.transposed[i+1], n, pad(next.Out), width)
		default:
			clear(g)
			kernel.MulNT(g, above, w, n, width, pad(next.Out))
		}
		l.layers[i].Chain(g, h)
		if l.halves != nil {
			for unit := 0; unit < width; unit += panelUnits {
				l.packDerivatives(i, unit, from, l.panel(i, unit, from, to, r.g[i]))
			}
		}
		above = g
	}
}
