package td

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/nets"
	"gammonlab/nets/kernel"
)

// online learns with eligibility traces: the weights change after every ply, and the
// next play is chosen with them. It is simple and slow by intention: the reference of
// the other forms.
//
// Let V̂ be the net's outputs with impossible outcomes set to 0. The step after ply t
// changes the weights by
//
//	α·Σ_k δ_k·e_k + α·Σ_k (V̂-V)_k(s_t)·∇V_k(s_t),   δ = V̂(s_t+1) - V̂(s_t),
//
// where e_k is the trace of output k; with the cross-entropy as the loss, ∇V_k is
// divided by V_k·(1-V_k) in both terms. The second term is not 0 only if an outcome was
// ruled out. It does not enter the traces, as it concerns s_t alone. All quantities are
// for the player on roll at t; from one ply to the next the traces change sides, as
// probabilities do by [engine.Probabilities.Swap].
type online struct {
	*learner
	dest     *nets.Net // the net that changes: the learner's, except in tests that freeze it
	traces   [nets.Outputs][]float32
	gradient []float32
}

func newOnline(cfg *Config, net *nets.Net) *online {
	o := &online{learner: newLearner(cfg, net), dest: net}
	o.gradient = make([]float32, len(net.Params()))
	for k := range o.traces {
		o.traces[k] = make([]float32, len(net.Params()))
	}
	return o
}

// play plays one game and learns from each ply at once.
func (o *online) play(a *actor, plies []ply, game int64) ([]ply, board.Result, error) {
	o.cfg.rates(o.rates, game)
	lambda := float32(o.cfg.lambda(game))
	o.clearTraces()
	return a.play(plies, o.cfg.Seed, game, func(p *ply) { o.step(p, lambda) })
}

// step learns from one ply.
func (o *online) step(p *ply, lambda float32) {
	o.forward(p)
	value := engine.Probabilities(*o.pass.Output(0))
	known := value
	known.RuleOut(&p.pos)
	target := p.next
	target.RuleOut(&p.pos)

	o.turnTraces()
	for k, trace := range o.traces {
		var one [nets.Outputs]float32
		one[k] = o.cfg.Loss.slope(value[k])
		kernel.Scale(trace, lambda)
		o.pass.Backward(trace, one[:], 1)
	}
	o.errors(&target)

	ruledOut := known != value
	if ruledOut { // before the weights move
		var d [nets.Outputs]float32
		for k := range d {
			d[k] = (known[k] - value[k]) * o.cfg.Loss.slope(value[k])
		}
		clear(o.gradient)
		o.pass.Backward(o.gradient, d[:], 1)
	}
	for k, trace := range o.traces {
		o.move(target[k]-known[k], trace)
	}
	if ruledOut {
		o.move(1, o.gradient)
	}
	if p.explored {
		o.clearTraces()
	}
}

// move adds the direction to the weights, times the factor and the rates.
func (o *online) move(factor float32, direction []float32) {
	var scaled [nets.MaxLayers]float32
	for l, rate := range o.rates {
		scaled[l] = factor * rate
	}
	o.dest.AddScaled(scaled[:len(o.rates)], direction)
}

// turnTraces turns the traces to the other player's point of view.
func (o *online) turnTraces() {
	e := &o.traces
	kernel.Scale(e[engine.Win], -1)
	e[engine.WinGammon], e[engine.LoseGammon] = e[engine.LoseGammon], e[engine.WinGammon]
	e[engine.WinBackgammon], e[engine.LoseBackgammon] = e[engine.LoseBackgammon], e[engine.WinBackgammon]
}

func (o *online) clearTraces() {
	for _, trace := range o.traces {
		clear(trace)
	}
}
