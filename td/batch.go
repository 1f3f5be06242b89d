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

// batches trains by rounds of Config.RoundGames games. All workers play the games
// of a round with the same weights and compute the targets of the positions;
// then the learner, whose steps are shared among as many workers, goes through
// the positions in batches, in an order drawn for the round.
type batches struct {
	cfg     *Config
	set     features.Set
	learner *learn.Learner
	actors  []*targetActor
	first   int64         // number of the round's first game
	games   []gameTargets // of the round
	plies   []*ply        // of the games, in the order of learning
	batch   learn.Batch
	idx     []int32 // room for the inputs of a position
	val     []float32
	stats   Stats
}

// gameTargets is a game with the training targets of its positions.
type gameTargets struct {
	game         // the plies' next are their targets
	loss float64 // sum over positions of half the squared errors of the net's outputs
	err  error
}

// batched plays and learns the games up to end.
func (t *Trainer) batched(ctx context.Context, workers int, end int64, progress func(int64)) error {
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
		before := t.net.Clone()
		if err := b.learn(ctx); err != nil {
			t.net.Copy(before) // restore the net of the start of the round, as the rest of t
			return err
		}
		t.games, t.stats, t.learned = b.first+n, b.stats, b.learner.State().Clone()
		progress(t.games)
	}
	return nil
}

// newBatches resumes from the trainer's state.
func (t *Trainer) newBatches(workers int) (*batches, error) {
	learner, err := learn.New(t.net, t.cfg.learning(workers))
	if err != nil {
		return nil, err
	}
	if t.learned.Moments != nil {
		if err := learner.SetState(t.learned); err != nil {
			return nil, err
		}
	}
	size := t.net.Set().Len()
	b := &batches{
		cfg: &t.cfg, set: t.net.Set(), learner: learner, stats: t.stats,
		games: make([]gameTargets, t.cfg.RoundGames),
		idx:   make([]int32, size), val: make([]float32, size),
	}
	for range workers {
		b.actors = append(b.actors, newTargetActor(&t.cfg, t.starts, t.net))
	}
	return b, nil
}

// play plays n games with the present net and computes the targets of their
// positions.
func (b *batches) play(ctx context.Context, n int) error {
	workers.Each(ctx, b, b.actors, n, (*batches).playGame)
	if err := ctx.Err(); err != nil {
		return err
	}
	b.plies = b.plies[:0]
	for i := range b.games[:n] {
		l := &b.games[i]
		if l.err != nil {
			return l.err
		}
		b.stats.Results[l.result+3]++
		b.stats.Positions += int64(len(l.plies))
		b.stats.Loss += l.loss
		for k := range l.plies {
			b.plies = append(b.plies, &l.plies[k])
		}
	}
	return nil
}

// playGame plays the round's game i.
func (b *batches) playGame(t *targetActor, i int) {
	l, number := &b.games[i], b.first+int64(i)
	if l.plies, l.result, l.err = t.play(l.plies, b.cfg.Seed, number, nil); l.err == nil {
		l.loss = t.computeTargets(l.plies, b.cfg.exactAt(b.first), float32(b.cfg.lambda(number)))
	}
}

// orderItem is the stream of the run's seed from which the orders of learning are
// drawn; no game has this number.
const orderItem = 1 << 63

// learn goes through the positions of the round.
func (b *batches) learn(ctx context.Context) error {
	round := b.first / int64(b.cfg.RoundGames)
	rng := rand.New(seed.Stream(seed.Derive(b.cfg.Seed, orderItem), uint64(round)))
	rate := b.cfg.alpha(b.first)
	n := len(b.plies)
	steps := (n + b.cfg.BatchSize - 1) / b.cfg.BatchSize // of about the same size
	for range b.cfg.Passes {
		rng.Shuffle(n, func(i, k int) { b.plies[i], b.plies[k] = b.plies[k], b.plies[i] })
		for step := range steps {
			if err := ctx.Err(); err != nil {
				return err
			}
			b.fill(b.plies[step*n/steps : (step+1)*n/steps])
			if _, err := b.learner.Step(&b.batch, rate); err != nil {
				return err
			}
		}
	}
	return nil
}

// fill makes a batch of the plies.
func (b *batches) fill(plies []*ply) {
	b.batch.Reset()
	for _, p := range plies {
		n := b.set.ExtractSparse(b.idx, b.val, &p.pos)
		b.batch.Add(b.idx[:n], b.val[:n], (*[nets.Outputs]float32)(&p.next), 1)
	}
}
