package nets

import "gammonlab/nets/kernel"

// headRows contains the row numbers of the head's matrix, for the sparse kernels.
var headRows = [Outputs]int32{0, 1, 2, 3, 4}

// backward sets p.e and p.g for the first n positions of the last forward pass.
// d[i*Outputs+k] is the derivative of a loss with respect to output k of
// position i. d must not alias p.e.
func (p *Pass) backward(n int, d []float32) {
	p.list(n)
	if p.g == nil {
		for _, h := range p.h {
			p.g = append(p.g, make([]float32, len(h)))
		}
	}
	for i, y := range p.out[:n*Outputs] { // both kinds of sigmoids use the logistic slope
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

// Backward adds to grad the gradient of a loss over the first n positions of
// the last [Pass.Forward] or [Pass.ForwardSparse]. d[i*Outputs+k] is the
// derivative of the loss with respect to output k of position i; grad has the
// layout of [Net.Params].
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

// Step takes a step of gradient descent on position 0 of the last forward pass,
// in place: every parameter changes by -rate times the derivative of the loss.
// d[k] is the derivative with respect to output k and rates[l] the rate of
// layer l, the head's last. Step equals [Pass.Backward] followed by the update,
// without a buffer for the gradient.
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
