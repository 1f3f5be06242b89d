package learn

import (
	"math"

	"gammonlab/nets"
)

// plain is a simple learner by the passes of package nets, with which the fast
// one is compared.
type plain struct {
	net      *nets.Net
	settings Settings
	state    State
	gradient []float32
}

func newPlain(net *nets.Net, settings Settings) *plain {
	size := len(net.Params())
	return &plain{net: net, settings: settings, gradient: make([]float32, size), state: State{Moments: [][]float32{make([]float32, size), make([]float32, size)}}}
}

// step is [Learner.Step]. It wants outputs that are not 0 or 1, for it divides
// by the slope of the head.
func (p *plain) step(b *Batch, rate float64) float64 {
	const k = nets.Outputs
	n := b.Len()
	pass, d := p.net.NewPass(n), make([]float32, n*k)
	for i := range n {
		idx, val := pass.SparseInput(i)
		from, values := b.row(i)
		copy(idx, from)
		copy(val, values)
		pass.SetSparse(i, len(from))
	}
	pass.ForwardSparse(n)
	loss := 0.0
	for i := range n {
		y, e := pass.Output(i), d[i*k:(i+1)*k]
		loss += float64(b.Weights[i]) * p.settings.Loss.of(e, y[:], b.Targets[i*k:(i+1)*k], b.factors(i))
		for j := range e {
			e[j] *= b.Weights[i] / (float32(n) * y[j] * (1 - y[j]))
		}
	}
	clear(p.gradient)
	pass.Backward(p.gradient, d, n)
	p.update(rate)
	return loss / float64(n)
}

// update moves the parameters by the gradient.
func (p *plain) update(rate float64) {
	p.state.Steps++
	params := p.net.Params()
	if p.settings.Method == SGD {
		for i, g := range p.gradient {
			v := float32(p.settings.Momentum)*p.state.Moments[0][i] + g
			p.state.Moments[0][i] = v
			params[i] -= float32(rate) * v
		}
		return
	}
	mean, square := p.state.Moments[0], p.state.Moments[1]
	length := rate / (1 - math.Pow(AdamMean, float64(p.state.Steps)))
	scale := 1 / (1 - math.Pow(AdamSquare, float64(p.state.Steps)))
	for i, g := range p.gradient {
		mean[i] = AdamMean*mean[i] + (1-AdamMean)*g
		square[i] = AdamSquare*square[i] + (1-AdamSquare)*g*g
		params[i] -= float32(length * float64(mean[i]) / (math.Sqrt(float64(square[i])*scale) + AdamEpsilon))
	}
}
