package td

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/netplan"
	"gammonlab/nets"
)

// learner changes the weights of the nets in training. Each position is evaluated by the
// net of its class. This net and the pruning net of the class learn the same target, if
// they are in training.
type learner struct {
	cfg     *Config
	weights *weights
	passes  []*netPass // passes of the nets in training
	byClass [engine.Contact + 1]classNets
	stats   Stats
}

// netPass is a net as the learner uses it.
type netPass struct {
	net   *nets.Net
	part  int // index in nets.Parts, if the net is in training
	pass  *nets.Pass
	rates []float32
	d     [nets.Outputs]float32 // derivative of the loss by each output, at the position being learned
}

// classNets has the nets for positions of a class: the one that evaluates them, and those in
// training, which is mostly the same net.
type classNets struct {
	full     *netPass
	learning []*netPass
}

func newLearner(cfg *Config, w *weights) *learner {
	l := &learner{cfg: cfg, weights: w}
	for i, n := range w.trained {
		l.passes = append(l.passes, newNetPass(n, w.numbers[i]))
	}
	kept := map[*nets.Net]*netPass{}
	for _, class := range netplan.ClassesOf(nets.All) {
		d := &l.byClass[class]
		for _, i := range w.learning[class] {
			d.learning = append(d.learning, l.passes[i])
		}
		net := w.model.Net(class.Part())
		if len(d.learning) > 0 && d.learning[0].net == net {
			d.full = d.learning[0]
			continue
		}
		if kept[net] == nil {
			kept[net] = newNetPass(net, 0)
		}
		d.full = kept[net]
	}
	return l
}

func newNetPass(net *nets.Net, part int) *netPass {
	return &netPass{net: net, part: part, pass: net.NewPass(1), rates: make([]float32, net.Layers())}
}

// setRates sets the step sizes for the given game.
func (l *learner) setRates(game int64) {
	for _, n := range l.passes {
		l.cfg.rates(n.rates, game)
	}
}

// learn steps through the positions of a game that was played with frozen
// weights.
func (l *learner) learn(plies []ply, game int64) {
	l.setRates(game)
	l.errorsOf(plies, float32(l.cfg.lambda(game)), func(n *netPass) { n.pass.Step(&n.d, n.rates) })
}

// errorsOf runs the nets over a game's positions, from the last to the first. For each
// position and each net that learns from it, it calls step; the net's d is then the
// derivative of the loss by the net's outputs: their distance to the λ-return. Because it
// goes backwards, returns use the current evaluations of later positions instead of those
// at the time of the game, at no extra cost. It overwrites next of the plies.
func (l *learner) errorsOf(plies []ply, lambda float32, step func(*netPass)) {
	for t := len(plies) - 1; t >= 0; t-- {
		p := &plies[t]
		if t < len(plies)-1 && !p.explored {
			p.next = plies[t+1].next.Swap()
		}
		p.next.RuleOut(&p.pos)
		d := l.forward(&p.pos)
		known := engine.Probabilities(*d.full.pass.Output(0))
		known.RuleOut(&p.pos)
		l.errors(d, &p.next)
		for _, n := range d.learning {
			step(n)
		}
		// The return of the previous ply: (1-λ)·V + λ·G.
		for k := range known {
			p.next[k] = known[k] + lambda*(p.next[k]-known[k])
		}
	}
}

// forward runs the nets for the position over it and returns them.
func (l *learner) forward(pos *board.Position) *classNets {
	d := &l.byClass[l.weights.classOf(pos)]
	d.full.forward(pos)
	for _, n := range d.learning {
		if n != d.full {
			n.forward(pos)
		}
	}
	return d
}

// forward runs the net over a position.
func (n *netPass) forward(pos *board.Position) {
	n.net.Set().Extract(n.pass.Input(0), pos)
	n.pass.Forward(1)
}

// errors sets d of the nets that learn from a position, and adds the position to the
// statistics.
func (l *learner) errors(d *classNets, target *engine.Probabilities) {
	if len(d.learning) == 0 {
		return
	}
	ofModel := d.full.errors(l.cfg.Loss, target)
	l.stats.add(ofModel)
	if !l.weights.several {
		return
	}
	for _, n := range d.learning {
		loss := ofModel
		if n != d.full {
			loss = n.errors(l.cfg.Loss, target)
		}
		l.stats.Nets[n.part].add(loss)
	}
}

// errors sets n.d to the derivative of the loss by each output, and returns half the
// squared errors of the outputs, for any loss.
func (n *netPass) errors(loss Loss, target *engine.Probabilities) float64 {
	squares := float32(0)
	for k, y := range n.pass.Output(0) {
		difference := y - target[k]
		squares += difference * difference
		n.d[k] = difference * loss.slope(y)
	}
	return float64(squares) / 2
}

// slope returns the derivative of the loss by an output y that misses its target by 1.
// Derivatives are proportional to the error.
func (l Loss) slope(y float32) float32 {
	if l == SquaredLoss {
		return 1
	}
	return 1 / max(y*(1-y), leastSlope)
}

// leastSlope keeps the slope of the cross-entropy finite.
const leastSlope = 1e-12
