package td

import (
	"context"
	"math/rand/v2"

	"gammonlab/features"
	"gammonlab/internal/seed"
	"gammonlab/internal/workers"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// batches trains by rounds of Config.RoundGames games. All workers play the games of a
// round with the same weights and compute the targets of the positions. Then each net in
// training goes through its positions in batches, in an order drawn for the round; its
// learner divides each step among the same number of workers.
type batches struct {
	cfg     *Config
	weights *weights
	nets    []*batchNet // one for each net in training
	actors  []*targetActor
	first   int64         // number of the round's first game
	games   []gameTargets // games of the round
	stats   Stats
}

// batchNet is a net in training with its positions.
type batchNet struct {
	set     features.Set
	learner *learn.Learner
	order   uint64 // seed of the orders in which it learns
	plies   []*ply // plies of the round, in the order of learning
	batch   learn.Batch
	idx     []int32 // buffers for the inputs of a position
	val     []float32
}

// gameTargets is a game with the training targets of its positions.
type gameTargets struct {
	game          // next of each ply is its target
	learned Stats // statistics of its positions
	err     error
}

// batched plays and learns the games up to end.
func (t *Trainer) batched(ctx context.Context, workers int, end int64, after func() error) error {
	b, err := t.newBatches(max(workers, 1))
	if err != nil {
		return err
	}
	for t.games < end {
		b.first = t.games
		n := min(int64(t.cfg.RoundGames), end-b.first)
		if err := b.play(ctx, int(n)); err != nil {
			return err
		}
		before := t.weights.clone()
		if err := b.learn(ctx); err != nil {
			t.weights.copy(before) // the rest of t is at the start of the round: reset the nets to it, too
			return err
		}
		t.games, t.stats, t.learned = b.first+n, b.stats, b.states()
		if err := after(); err != nil {
			return err
		}
	}
	return nil
}

// newBatches resumes from the trainer's state.
func (t *Trainer) newBatches(workers int) (*batches, error) {
	b := &batches{cfg: &t.cfg, weights: t.weights, stats: t.stats, games: make([]gameTargets, t.cfg.RoundGames)}
	for i, net := range t.weights.trained {
		learner, err := learn.New(net, t.cfg.learning(workers))
		if err != nil {
			return nil, err
		}
		if t.learned != nil {
			if err := learner.SetState(t.learned[i]); err != nil {
				return nil, err
			}
		}
		size := net.Set().Len()
		b.nets = append(b.nets, &batchNet{
			set: net.Set(), learner: learner, order: t.cfg.orderSeed(t.weights.shapes[i].Part),
			idx: make([]int32, size), val: make([]float32, size),
		})
	}
	for range workers {
		b.actors = append(b.actors, newTargetActor(&t.cfg, t.starts, t.weights))
	}
	return b, nil
}

// states returns copies of the learners' states.
func (b *batches) states() []learn.State {
	var all []learn.State
	for _, p := range b.nets {
		all = append(all, p.learner.State().Clone())
	}
	return all
}

// play plays n games with the present nets, computes the targets of their positions and
// gives them to the nets that learn from them.
func (b *batches) play(ctx context.Context, n int) error {
	for _, a := range b.actors {
		a.beginRound()
	}
	workers.Each(ctx, b, b.actors, n, (*batches).playGame)
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, p := range b.nets {
		p.plies = p.plies[:0]
	}
	for i := range b.games[:n] {
		l := &b.games[i]
		if l.err != nil {
			return l.err
		}
		l.learned.Results[l.result+3]++
		b.stats.sum(&l.learned)
		for k := range l.plies {
			for _, at := range b.weights.learning[b.weights.classOf(&l.plies[k].pos)] {
				b.nets[at].plies = append(b.nets[at].plies, &l.plies[k])
			}
		}
	}
	return nil
}

// playGame plays the round's game i.
func (b *batches) playGame(t *targetActor, i int) {
	l, number := &b.games[i], b.first+int64(i)
	if l.plies, l.result, l.err = t.play(l.plies, b.cfg.Seed, number, nil); l.err == nil {
		l.err = t.computeTargets(l, b.cfg.targetsAt(b.first), b.cfg.lambda(number))
	}
}

// learn goes through the positions of the round.
func (b *batches) learn(ctx context.Context) error {
	round := b.first / int64(b.cfg.RoundGames)
	rate := b.cfg.alpha(b.first)
	for _, p := range b.nets {
		rng := rand.New(seed.Stream(p.order, uint64(round)))
		for range b.cfg.Passes {
			rng.Shuffle(len(p.plies), func(i, k int) { p.plies[i], p.plies[k] = p.plies[k], p.plies[i] })
			if err := p.learn(ctx, b.cfg.Batch, rate); err != nil {
				return err
			}
		}
	}
	return nil
}

// learn goes through the net's positions once, in batches of about the same size.
func (p *batchNet) learn(ctx context.Context, most int, rate float64) error {
	n := len(p.plies)
	steps := (n + most - 1) / most
	for step := range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.fill(p.plies[step*n/steps : (step+1)*n/steps])
		if _, err := p.learner.Step(&p.batch, rate); err != nil {
			return err
		}
	}
	return nil
}

// fill makes a batch of the plies.
func (p *batchNet) fill(plies []*ply) {
	p.batch.Reset()
	for _, of := range plies {
		n := p.set.ExtractSparse(p.idx, p.val, &of.pos)
		p.batch.Add(p.idx[:n], p.val[:n], (*[nets.Outputs]float32)(&of.next), 1)
	}
}
