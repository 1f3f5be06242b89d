package nets

import "gammonlab/nets/kernel"

// Pass runs a net forward, and backward if asked, over up to a fixed number of
// positions at a time. It owns the buffers for that and allocates nothing once
// made. A pass serves one goroutine; it sees changes of the net's weights.
type Pass struct {
	net  *Net
	rows int

	x     []float32 // rows × pad(inputs), dense
	idx   []int32   // inputs that are not zero, row after row
	val   []float32
	count []int // how many of them each row has

	h   [][]float32 // what each hidden layer answers, rows × pad(units)
	out []float32   // rows × Outputs, padded

	unlisted bool // the lists of the last pass forward are still to be made, from x

	base    []float32 // inputs of the position that others are compared with
	baseSum []float32 // what the first layer sums to for it

	dense []float32 // of rows × pad(inputs), what the first layer adds: what differs from the base, or the lists

	g [][]float32 // backward: loss by each hidden layer's sums; made on first use
	e []float32   // backward: loss by the head's sums, rows × Outputs
}

// NewPass returns a pass for up to the given number of positions.
func (n *Net) NewPass(rows int) *Pass {
	in := pad(n.set.Len())
	p := &Pass{
		net: n, rows: rows,
		x:       make([]float32, rows*in),
		idx:     make([]int32, rows*in),
		val:     make([]float32, rows*in),
		count:   make([]int, rows),
		out:     make([]float32, pad(rows*Outputs)),
		base:    make([]float32, in),
		dense:   make([]float32, rows*in),
		baseSum: make([]float32, pad(n.hidden[0].out)),
		e:       make([]float32, rows*Outputs),
	}
	for i := range n.hidden {
		p.h = append(p.h, make([]float32, rows*pad(n.hidden[i].out)))
	}
	return p
}

// Net returns the net that the pass runs.
func (p *Pass) Net() *Net { return p.net }

// Rows returns how many positions the pass takes at a time.
func (p *Pass) Rows() int { return p.rows }

// Input returns where the dense inputs of position i belong, for the caller to
// fill before [Pass.Forward] or [Pass.ForwardFromBase].
func (p *Pass) Input(i int) []float32 {
	in := pad(p.net.set.Len())
	return p.x[i*in : i*in+p.net.set.Len() : i*in+in]
}

// Output returns the net's answer for position i of the last pass forward: the
// probabilities in the order of [Outputs]. The array is the pass's own.
func (p *Pass) Output(i int) *[Outputs]float32 {
	return (*[Outputs]float32)(p.out[i*Outputs:])
}

// SparseInput returns where the indexes, ascending, and the values of position
// i's inputs that are not zero belong, with room for all inputs: what
// features.Set.ExtractSparse writes. The caller fills the front, says by
// [Pass.SetSparse] how much, and calls [Pass.ForwardSparse]. Nothing checks that
// indexes are below the number of inputs.
func (p *Pass) SparseInput(i int) (idx []int32, val []float32) {
	idx, val = p.sparse(i)
	size := p.net.set.Len()
	return idx[:size], val[:size]
}

// SetSparse says how many entries of position i's [Pass.SparseInput] count.
func (p *Pass) SetSparse(i, count int) {
	if count < 0 || count > p.net.set.Len() {
		panic("nets: number of sparse inputs out of range")
	}
	p.count[i] = count
}

// Forward evaluates the first n positions from their [Pass.Input], which must
// stay as it is if [Pass.Backward] or [Pass.Step] is to follow.
func (p *Pass) Forward(n int) {
	p.unlisted = true
	if p.together(n) {
		p.forwardTogether(n, p.x, p.net.hidden[0].b)
		return
	}
	p.list(n)
	p.forward(n, p.net.hidden[0].b)
}

// together reports whether the first layer takes n positions together, rather
// than each by its list, which comes to the same bits.
func (p *Pass) together(n int) bool {
	return n > 1 && p.net.hidden[0].sparse
}

// list makes the lists of the first n positions, if that is still to be done.
func (p *Pass) list(n int) {
	if !p.unlisted {
		return
	}
	in := len(p.base)
	for i := range n {
		idx, val := p.sparse(i)
		p.count[i] = kernel.Nonzero(idx, val, p.x[i*in:(i+1)*in])
	}
	p.unlisted = false
}

// ForwardSparse evaluates the first n positions from their [Pass.SparseInput].
// The answers are those of [Pass.Forward], to the bit.
func (p *Pass) ForwardSparse(n int) {
	p.unlisted = false
	if p.together(n) {
		p.unlist(n)
		p.forwardTogether(n, p.dense, p.net.hidden[0].b)
		return
	}
	p.forward(n, p.net.hidden[0].b)
}

// unlist writes the lists of the first n positions out as rows.
func (p *Pass) unlist(n int) {
	in := len(p.base)
	clear(p.dense[:n*in])
	for i := range n {
		row := p.dense[i*in : (i+1)*in]
		idx, val := p.sparse(i)
		for k, at := range idx[:p.count[i]] {
			row[at] = val[k]
		}
	}
}

// SetBase takes the inputs of position 0 as the base of [Pass.ForwardFromBase].
func (p *Pass) SetBase() {
	copy(p.base, p.x[:len(p.base)])
	idx, val := p.sparse(0)
	n := kernel.Nonzero(idx, val, p.base)
	copy(p.baseSum, p.net.hidden[0].b)
	p.net.hidden[0].addRows(p.baseSum, idx[:n], val[:n])
}

// ForwardFromBase evaluates the first n positions as [Pass.Forward] does, but
// reaches the first layer's sums from those of the base by the inputs that
// differ: faster when the positions are the results of one roll. The answers
// equal those of Forward up to rounding, which [GnubgSigmoid] can magnify: a sum
// that falls on the other side of a jump moves a hidden unit by up to 0.0012.
func (p *Pass) ForwardFromBase(n int) {
	in := len(p.base)
	if p.together(n) {
		for i := range n {
			row := p.dense[i*in : (i+1)*in]
			copy(row, p.x[i*in:])
			kernel.Axpy(row, -1, p.base)
		}
		p.forwardTogether(n, p.dense, p.baseSum)
		return
	}
	for i := range n {
		idx, val := p.sparse(i)
		p.count[i] = kernel.Diff(idx, val, p.x[i*in:(i+1)*in], p.base)
	}
	p.forward(n, p.baseSum)
}

// sparse returns the room for row i's sparse inputs.
func (p *Pass) sparse(i int) ([]int32, []float32) {
	size := pad(p.net.set.Len())
	return p.idx[i*size : (i+1)*size], p.val[i*size : (i+1)*size]
}

// forward runs the layers over n rows of sparse inputs; the first layer's sums
// start from the given vector.
func (p *Pass) forward(n int, start []float32) {
	first := &p.net.hidden[0]
	width := pad(first.out)
	for i := range n {
		sums := p.h[0][i*width : (i+1)*width]
		idx, val := p.sparse(i)
		copy(sums, start)
		first.addRows(sums, idx[:p.count[i]], val[:p.count[i]])
	}
	p.forwardOn(n)
}

// forwardTogether is forward for rows of inputs that are not listed.
func (p *Pass) forwardTogether(n int, x, start []float32) {
	first, in := &p.net.hidden[0], len(p.base)
	width := pad(first.out)
	kernel.MulSparse(p.h[0][:n*width], start, x[:n*in], first.w, n, in, width)
	p.forwardOn(n)
}

// forwardOn goes on from the first layer's sums.
func (p *Pass) forwardOn(n int) {
	first := &p.net.hidden[0]
	first.activate(p.h[0][:n*pad(first.out)])

	for l := 1; l < len(p.net.hidden); l++ {
		this := &p.net.hidden[l]
		in, out := pad(this.in), pad(this.out)
		sums := p.h[l][:n*out]
		this.sum(sums, p.h[l-1][:n*in], n)
		this.activate(sums)
	}
	p.answer(n)
}

// answer runs the head over n rows.
func (p *Pass) answer(n int) {
	last := p.h[len(p.h)-1]
	p.net.answer(p.out[:pad(n*Outputs)], last[:n*pad(p.net.head.in)], n)
}

// sum sets rows of sums to the biases plus the product of rows of x and the
// weights.
func (l *layer) sum(sums, x []float32, rows int) {
	in, out := pad(l.in), pad(l.out)
	if l.sparse {
		kernel.MulSparse(sums, l.b, x, l.w, rows, in, out)
		return
	}
	for i := range rows {
		copy(sums[i*out:], l.b)
	}
	kernel.MulNN(sums, x, l.w, rows, in, out)
}

// answer sets the front of answers, which has room for rows of Outputs and is
// padded, to what the head makes of rows of x.
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

// addRowsOf adds rows of w, as wide as the layer's own, as addRows does.
func (l *layer) addRowsOf(w, sums []float32, idx []int32, val []float32) {
	if l.activation == GnubgSigmoid {
		kernel.AddRowsStrict(sums, w, idx, val)
		return
	}
	kernel.AddRows(sums, w, idx, val)
}

// activate applies the layer's activation to rows of sums and clears the
// padding, which a sigmoid would lift to one half.
func (l *layer) activate(rows []float32) {
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
	width := pad(l.out)
	if (l.activation == Sigmoid || l.activation == GnubgSigmoid) && l.out < width {
		for end := width; end <= len(rows); end += width {
			clear(rows[end-width+l.out : end])
		}
	}
}

// chainActivation multiplies g, the loss by what the layer answers, by the
// slope of the activation where the answer is h: for GnubgSigmoid, which has
// pieces and jumps, the slope of the logistic sigmoid that it stands for.
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

// headRows are the row numbers of the head's matrix, for the sparse kernels.
var headRows = [Outputs]int32{0, 1, 2, 3, 4}

// backward fills p.e and p.g for the first n positions of the last pass
// forward, where d[i*Outputs+k] is the derivative of a loss by output k of
// position i. d must not alias p.e.
func (p *Pass) backward(n int, d []float32) {
	p.list(n)
	if p.g == nil {
		for _, h := range p.h {
			p.g = append(p.g, make([]float32, len(h)))
		}
	}
	for i, y := range p.out[:n*Outputs] { // either sigmoid
		p.e[i] = d[i] * y * (1 - y)
	}
	last := len(p.h) - 1
	width := pad(p.net.head.in)
	top := p.g[last][:n*width]
	clear(top)
	for i := range n {
		kernel.AddRows(top[i*width:(i+1)*width], p.net.head.w, headRows[:], p.e[i*Outputs:(i+1)*Outputs])
	}
	p.net.hidden[last].chainActivation(top, p.h[last][:n*width])

	for l := last; l > 0; l-- {
		in, out := pad(p.net.hidden[l].in), pad(p.net.hidden[l].out)
		below := p.g[l-1][:n*in]
		clear(below)
		kernel.MulNT(below, p.g[l][:n*out], p.net.hidden[l].w, n, in, out)
		p.net.hidden[l-1].chainActivation(below, p.h[l-1][:n*in])
	}
}

// Backward adds to grad, which is laid out as [Net.Params], the gradient of a
// loss over the first n positions of the last [Pass.Forward] or
// [Pass.ForwardSparse]; d[i*Outputs+k] is the derivative of the loss by output
// k of position i.
func (p *Pass) Backward(grad, d []float32, n int) {
	p.backward(n, d)
	for l := range p.net.hidden {
		this := &p.net.hidden[l]
		in, out := pad(this.in), pad(this.out)
		g := p.g[l][:n*out]
		dw, db := grad[this.wAt:this.bAt], grad[this.bAt:this.end]
		if l > 0 {
			kernel.MulTN(dw, p.h[l-1][:n*in], g, n, in, out)
		}
		for i := range n {
			row := g[i*out : (i+1)*out]
			if l == 0 {
				idx, val := p.sparse(i)
				kernel.UpdateRows(dw, idx[:p.count[i]], val[:p.count[i]], row)
			}
			kernel.Axpy(db, 1, row)
		}
	}
	head := &p.net.head
	in, last := pad(head.in), p.h[len(p.h)-1]
	for i := range n {
		e := p.e[i*Outputs : (i+1)*Outputs]
		kernel.UpdateRows(grad[head.wAt:head.bAt], headRows[:], e, last[i*in:(i+1)*in])
		for k, v := range e {
			grad[head.bAt+k] += v
		}
	}
}

// Step takes one step of gradient descent on position 0 of the last pass
// forward, in place: every parameter moves by -rate times the derivative of the
// loss, where d[k] is the derivative by output k and rates[l] the rate of layer
// l, the head last. It equals [Pass.Backward] followed by the update, without
// the gradient in between.
func (p *Pass) Step(d *[Outputs]float32, rates []float32) {
	p.backward(1, d[:])
	for l := range p.net.hidden {
		this := &p.net.hidden[l]
		in, out := pad(this.in), pad(this.out)
		g := p.g[l][:out]
		kernel.Scale(g, -rates[l])
		kernel.Axpy(this.b, 1, g)
		if l == 0 {
			idx, val := p.sparse(0)
			kernel.UpdateRows(this.w, idx[:p.count[0]], val[:p.count[0]], g)
		} else {
			kernel.MulTN(this.w, p.h[l-1][:in], g, 1, in, out)
		}
	}
	head := &p.net.head
	rate := rates[len(p.net.hidden)]
	e := p.e[:Outputs]
	for k := range e {
		e[k] *= -rate
		head.b[k] += e[k]
	}
	kernel.UpdateRows(head.w, headRows[:], e, p.h[len(p.h)-1][:pad(head.in)])
}
