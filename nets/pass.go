package nets

import "gammonlab/nets/kernel"

// Pass runs a net forward, and optionally backward, over at most a fixed number
// of positions at a time. It owns its buffers and does not allocate after
// [Net.NewPass] and the first backward pass. It is not safe for concurrent use.
// It uses the current weights of the net.
type Pass struct {
	net  *Net
	rows int

	x     []float32 // rows × pad(inputs), dense
	idx   []int32   // indexes of nonzero inputs, row after row
	val   []float32
	count []int // number of nonzero inputs of each row

	h    [][]float32 // values of each hidden layer, rows × pad(units)
	room kernel.FixedRoom
	out  []float32 // rows × Outputs, padded

	unlisted bool // the lists of the last forward pass are not computed from x yet

	base    []float32 // inputs of the base position, for ForwardFromBase
	baseSum []float32 // sums of the first layer for the base position

	dense []float32 // rows × pad(inputs) for the first layer: differences from the base, or the lists in dense form

	g [][]float32 // backward: derivatives of the loss by each hidden layer's sums; allocated on first use
	e []float32   // backward: derivatives of the loss by the head's sums, rows × Outputs
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

// Rows returns the maximal number of positions of the pass.
func (p *Pass) Rows() int { return p.rows }

// Input returns the slice for the dense inputs of position i, which the caller
// fills before [Pass.Forward] or [Pass.ForwardFromBase].
func (p *Pass) Input(i int) []float32 {
	in := pad(p.net.set.Len())
	return p.x[i*in : i*in+p.net.set.Len() : i*in+in]
}

// Output returns the probabilities of position i of the last forward pass, in
// the order of [Outputs]. The array shares the pass's memory.
func (p *Pass) Output(i int) *[Outputs]float32 {
	return (*[Outputs]float32)(p.out[i*Outputs:])
}

// SparseInput returns slices for the indexes, ascending, and values of position
// i's nonzero inputs, with room for all inputs, as features.Set.ExtractSparse
// writes them. The caller fills the front, sets the number of entries by
// [Pass.SetSparse], and calls [Pass.ForwardSparse]. The pass does not check
// that indexes are below the number of inputs.
func (p *Pass) SparseInput(i int) (idx []int32, val []float32) {
	idx, val = p.sparse(i)
	size := p.net.set.Len()
	return idx[:size], val[:size]
}

// SetSparse sets the number of valid entries in position i's
// [Pass.SparseInput].
func (p *Pass) SetSparse(i, count int) {
	if count < 0 || count > p.net.set.Len() {
		panic("nets: number of sparse inputs out of range")
	}
	p.count[i] = count
}

// Forward evaluates the first n positions from their [Pass.Input]. The inputs
// must not change between Forward and [Pass.Backward] or [Pass.Step].
func (p *Pass) Forward(n int) {
	p.unlisted = true
	if p.together(n) {
		p.forwardTogether(n, p.x, p.net.hidden[0].b)
		return
	}
	p.list(n)
	p.forward(n, p.net.hidden[0].b)
}

// together reports whether the first layer evaluates n positions together, instead of each
// position by its list. Both ways give the same bits.
func (p *Pass) together(n int) bool {
	return n > 1 && p.net.hidden[0].sparse
}

// list computes the lists of the first n positions if the lists are missing.
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
// The outputs equal those of [Pass.Forward] to the bit.
func (p *Pass) ForwardSparse(n int) {
	p.unlisted = false
	if p.together(n) {
		p.unlist(n)
		p.forwardTogether(n, p.dense, p.net.hidden[0].b)
		return
	}
	p.forward(n, p.net.hidden[0].b)
}

// unlist writes the lists of the first n positions as dense rows.
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

// SetBase makes the inputs of position 0 the base of [Pass.ForwardFromBase].
func (p *Pass) SetBase() {
	copy(p.base, p.x[:len(p.base)])
	idx, val := p.sparse(0)
	n := kernel.Nonzero(idx, val, p.base)
	copy(p.baseSum, p.net.hidden[0].b)
	p.net.hidden[0].addRows(p.baseSum, idx[:n], val[:n])
}

// ForwardFromBase evaluates the first n positions as [Pass.Forward] does, but computes the
// first layer's sums from the sums of the base and the inputs that differ. It is faster if
// the positions are the results of one roll. The outputs equal the outputs of Forward up to
// rounding, which [GnubgSigmoid] can magnify: a sum that crosses a jump changes a hidden
// unit by up to 0.0012.
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

// sparse returns the slices for row i's sparse inputs.
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

// forwardTogether is forward for dense rows.
func (p *Pass) forwardTogether(n int, x, start []float32) {
	first, in := &p.net.hidden[0], len(p.base)
	width := pad(first.out)
	kernel.MulSparse(p.h[0][:n*width], start, x[:n*in], first.w, n, in, width)
	p.forwardOn(n)
}

// forwardOn runs the rest of the net after the sums of the first layer.
func (p *Pass) forwardOn(n int) {
	first := &p.net.hidden[0]
	first.activate(p.h[0][:n*pad(first.out)])

	for l := 1; l < len(p.net.hidden); l++ {
		this := &p.net.hidden[l]
		in, out := pad(this.in), pad(this.out)
		sums := p.h[l][:n*out]
		this.sum(sums, p.h[l-1][:n*in], n, &p.room)
		this.activate(sums)
	}
	p.answer(n)
}

// answer runs the head over n rows.
func (p *Pass) answer(n int) {
	last := p.h[len(p.h)-1]
	p.net.answer(p.out[:pad(n*Outputs)], last[:n*pad(p.net.head.in)], n)
}
