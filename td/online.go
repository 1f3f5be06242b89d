package td

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/nets"
	"gammonlab/nets/kernel"
)

// online learns with eligibility traces: the weights change after every ply, and the next
// play is chosen with them. It is simple and slow by intention: the reference of the
// other forms.
//
// Let V̂ be the model's outputs with impossible outcomes set to 0. The step after ply t
// changes the weights of each net in training by
//
//	α·Σ_k δ_k·e_k + α·Σ_k (V̂-V)_k(s_t)·∇V_k(s_t),   δ = V̂(s_t+1) - V̂(s_t),
//
// where e_k is the trace of output k in the net; with the cross-entropy as the loss, ∇V_k
// is divided by V_k·(1-V_k) in both terms. The traces of all nets decay with every ply;
// the gradient of s_t enters only those of the nets that learn from s_t, which are also
// the only ones that the second term changes. In the net that evaluates s_t, this term is
// 0 unless an outcome is impossible; in a pruning net it moves the outputs towards the
// evaluation of that net. The term does not enter the traces, because it concerns s_t
// alone. All quantities are for the player on roll at t; from one ply to the next the
// traces change sides, as probabilities do by [engine.Probabilities.Swap].
type online struct {
	*learner
	nets []*tracedNet // one for each pass, in the same order
	of   map[*netPass]*tracedNet
}

// tracedNet has the traces of a net in training.
type tracedNet struct {
	*netPass
	dest     *nets.Net // the net that changes: that of the pass, except in tests that freeze it
	traces   [nets.Outputs][]float32
	traced   bool // the net has learned from a position since the traces were cleared
	gradient []float32
	due      bool // the gradient belongs to this ply
}

func newOnline(cfg *Config, w *weights) *online {
	o := &online{learner: newLearner(cfg, w), of: map[*netPass]*tracedNet{}}
	for _, p := range o.passes {
		r := &tracedNet{netPass: p, dest: p.net, gradient: make([]float32, len(p.net.Params()))}
		for k := range r.traces {
			r.traces[k] = make([]float32, len(p.net.Params()))
		}
		o.nets, o.of[p] = append(o.nets, r), r
	}
	return o
}

// play plays one game and learns from each ply at once.
func (o *online) play(a *actor, plies []ply, game int64) ([]ply, board.Result, error) {
	o.setRates(game)
	lambda := float32(o.cfg.lambda(game))
	o.clearTraces()
	return a.play(plies, o.cfg.Seed, game, func(p *ply) { o.step(p, lambda) })
}

// step learns from one ply.
func (o *online) step(p *ply, lambda float32) {
	d := o.forward(&p.pos)
	known := engine.Probabilities(*d.full.pass.Output(0))
	known.RuleOut(&p.pos)
	target := p.next
	target.RuleOut(&p.pos)
	o.errors(d, &target)

	for _, r := range o.nets {
		r.decay(lambda)
	}
	for _, n := range d.learning { // before the weights move
		o.of[n].extend(o.cfg.Loss, &known)
	}
	for _, r := range o.nets {
		r.move(&target, &known)
	}
	if p.explored {
		o.clearTraces()
	}
}

// decay turns the traces to the other player's point of view and lets them decay.
func (r *tracedNet) decay(lambda float32) {
	if !r.traced {
		return
	}
	e := &r.traces
	kernel.Scale(e[engine.Win], -1)
	e[engine.WinGammon], e[engine.LoseGammon] = e[engine.LoseGammon], e[engine.WinGammon]
	e[engine.WinBackgammon], e[engine.LoseBackgammon] = e[engine.LoseBackgammon], e[engine.WinBackgammon]
	for _, trace := range e {
		kernel.Scale(trace, lambda)
	}
}

// extend adds the gradients at the position of the last forward pass to the traces, and
// sets the gradient of the distance from the known probabilities.
func (r *tracedNet) extend(loss Loss, known *engine.Probabilities) {
	value := engine.Probabilities(*r.pass.Output(0))
	for k, trace := range r.traces {
		var one [nets.Outputs]float32
		one[k] = loss.slope(value[k])
		r.pass.Backward(trace, one[:], 1)
	}
	r.traced = true
	if r.due = *known != value; !r.due {
		return
	}
	var d [nets.Outputs]float32
	for k := range d {
		d[k] = (known[k] - value[k]) * loss.slope(value[k])
	}
	clear(r.gradient)
	r.pass.Backward(r.gradient, d[:], 1)
}

// move changes the weights.
func (r *tracedNet) move(target, known *engine.Probabilities) {
	if !r.traced {
		return
	}
	for k, trace := range r.traces {
		r.add(target[k]-known[k], trace)
	}
	if r.due {
		r.add(1, r.gradient)
	}
	r.due = false
}

// add adds the direction to the weights, times the factor and the rates.
func (r *tracedNet) add(factor float32, direction []float32) {
	var scaled [nets.MaxLayers]float32
	for l, rate := range r.rates {
		scaled[l] = factor * rate
	}
	r.dest.AddScaled(scaled[:len(r.rates)], direction)
}

func (o *online) clearTraces() {
	for _, r := range o.nets {
		if !r.traced {
			continue
		}
		r.traced = false
		for _, trace := range r.traces {
			clear(trace)
		}
	}
}
