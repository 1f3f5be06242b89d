package td

import (
	"gammonlab/engine"
	"gammonlab/nets"
)

// learner changes the weights of a net.
type learner struct {
	cfg   *Config
	net   *nets.Net
	pass  *nets.Pass
	rates []float32
	d     [nets.Outputs]float32 // of the position being learned: the loss by each output
	stats Stats
}

// Stats are totals over the positions and games that a run has learned from.
type Stats struct {
	Positions int64    // positions learned from
	Loss      float64  // half the squared errors of the five outputs, summed over positions
	Results   [7]int64 // games by their result for the side that began, from -3 to +3; games cut short count as 0
}

func newLearner(cfg *Config, net *nets.Net) *learner {
	return &learner{cfg: cfg, net: net, pass: net.NewPass(1), rates: make([]float32, net.Layers())}
}

// learn steps through the positions of a game that was played with frozen
// weights.
func (l *learner) learn(plies []ply, game int64) {
	l.cfg.rates(l.rates, game)
	l.errorsOf(plies, float32(l.cfg.lambda(game)), func(d *[nets.Outputs]float32) {
		l.pass.Step(d, l.rates)
	})
}

// errorsOf runs the net over a game's positions, from the last to the first. After each
// it calls step with the derivative of the loss by the net's outputs: their distance to
// the λ-return. Because it goes backwards, returns use the net's current evaluations of
// later positions instead of those at the time of the game, at no extra cost. It
// overwrites next of the plies.
func (l *learner) errorsOf(plies []ply, lambda float32, step func(*[nets.Outputs]float32)) {
	for t := len(plies) - 1; t >= 0; t-- {
		p := &plies[t]
		if t < len(plies)-1 && !p.explored {
			p.next = plies[t+1].next.Swap()
		}
		p.next.RuleOut(&p.pos)
		l.forward(p)
		known := engine.Probabilities(*l.pass.Output(0))
		known.RuleOut(&p.pos)
		l.errors(&p.next)
		step(&l.d)
		// The return of the previous ply: (1-λ)·V + λ·G.
		for k := range known {
			p.next[k] = known[k] + lambda*(p.next[k]-known[k])
		}
	}
}

// forward runs the net over a ply's position.
func (l *learner) forward(p *ply) {
	l.net.Set().Extract(l.pass.Input(0), &p.pos)
	l.pass.Forward(1)
}

// errors sets l.d to the derivative of the loss by each output, and adds the squared
// errors to the statistics for any loss.
func (l *learner) errors(target *engine.Probabilities) {
	loss := float32(0)
	for k, y := range l.pass.Output(0) {
		difference := y - target[k]
		loss += difference * difference
		l.d[k] = difference * l.cfg.Loss.slope(y)
	}
	l.stats.Loss += float64(loss) / 2
	l.stats.Positions++
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

// shares returns the shares of gammons (backgammons included) and of
// backgammons among the games, 0 before the first.
func (s Stats) shares() (gammons, backgammons float64) {
	total := int64(0)
	for _, n := range s.Results {
		total += n
	}
	if total == 0 {
		return 0, 0
	}
	bg := s.Results[0] + s.Results[6]
	g := s.Results[1] + s.Results[5] + bg
	return float64(g) / float64(total), float64(bg) / float64(total)
}

// since returns the statistics less those of an earlier time.
func (s Stats) since(earlier Stats) Stats {
	s.Positions -= earlier.Positions
	s.Loss -= earlier.Loss
	for i := range s.Results {
		s.Results[i] -= earlier.Results[i]
	}
	return s
}
