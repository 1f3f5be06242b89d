package nets

import "gammonlab/nets/kernel"

// sum sets rows of sums to the biases plus the product of rows of x and the
// weights. room is used by layers with integers.
func (l *layer) sum(sums, x []float32, rows int, room *kernel.FixedRoom) {
	in, out := pad(l.in), pad(l.out)
	if l.fixed != nil {
		kernel.MulFixed(sums, l.b, x, l.fixed, rows, room)
		return
	}
	if l.sparse {
		kernel.MulSparse(sums, l.b, x, l.w, rows, in, out)
		return
	}
	for i := range rows {
		copy(sums[i*out:], l.b)
	}
	kernel.MulNN(sums, x, l.w, rows, in, out)
}

// answer sets the front of answers to the outputs of the head for rows of x. The length of
// answers includes padding.
func (n *Net) answer(answers, x []float32, rows int) {
	l := &n.head
	in := pad(l.in)
	if n.spec.Head == GnubgSigmoid {
		kernel.HeadStrict(answers[:rows*Outputs], x, l.w, l.b, rows, in)
		kernel.GnubgHead(answers, answers)
		return
	}
	for i := range rows {
		kernel.MatVec(answers[i*Outputs:(i+1)*Outputs], l.w, x[i*in:(i+1)*in], l.b)
	}
	kernel.Sigmoid(answers, answers)
}

// addRows adds the layer's rows of weights for sparse inputs to its sums.
func (l *layer) addRows(sums []float32, idx []int32, val []float32) {
	l.addRowsOf(l.w, sums, idx, val)
}

// addRowsOf is addRows with the rows of w, which have the same width as the layer's rows.
func (l *layer) addRowsOf(w, sums []float32, idx []int32, val []float32) {
	if l.activation == GnubgSigmoid {
		kernel.AddRowsStrict(sums, w, idx, val)
		return
	}
	kernel.AddRows(sums, w, idx, val)
}

// activate applies the layer's activation to rows of sums.
func (l *layer) activate(rows []float32) { l.activatePanel(rows, 0, pad(l.out)) }

// activatePanel applies the layer's activation to rows of sums of some units, width of them
// from the given one on. It sets the padding to 0, which a sigmoid would change to one half.
func (l *layer) activatePanel(rows []float32, unit, width int) {
	switch l.activation {
	case Sigmoid:
		kernel.Sigmoid(rows, rows)
	case Tanh:
		kernel.Tanh(rows, rows)
	case ReLU:
		kernel.ReLU(rows, rows)
	case GnubgSigmoid:
		kernel.GnubgSigmoid(rows, rows, gnubgBeta)
	}
	if units := max(l.out-unit, 0); (l.activation == Sigmoid || l.activation == GnubgSigmoid) && units < width {
		for end := width; end <= len(rows); end += width {
			clear(rows[end-width+units : end])
		}
	}
}

// chainActivation multiplies g, the derivatives of the loss with respect to the
// layer's values, by the slope of the activation at the values h. For
// GnubgSigmoid, which is piecewise with jumps, it uses the slope of the
// logistic sigmoid.
func (l *layer) chainActivation(g, h []float32) {
	switch l.activation {
	case Sigmoid:
		kernel.SigmoidGrad(g, h)
	case Tanh:
		kernel.TanhGrad(g, h)
	case ReLU:
		kernel.ReLUGrad(g, h)
	case GnubgSigmoid:
		kernel.SigmoidGrad(g, h)
		kernel.Scale(g, gnubgBeta)
	}
}
