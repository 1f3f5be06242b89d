package td

import (
	"context"
	"sync"

	"gammonlab/board"
	"gammonlab/nets"
)

// pipeline runs a segment of the games update. Games are grouped into rounds of
// Config.Sync. The games of round q are played with the weights as they were
// after learning from round q-2 (from the segment's start, for the first two),
// and learned in order by one worker at a time. So rounds q and q+1 overlap,
// workers hardly ever wait, and which weights a game sees depends on its number
// alone.
type pipeline struct {
	cfg      *Config
	learn    *learner
	progress func(games int64)
	first    int64 // number of the segment's first game
	count    int64 // of games

	mu       sync.Mutex
	changed  sync.Cond
	next     int64 // next game to hand out, from 0
	learned  int64 // rounds
	learning bool
	finished [2]int64     // games played of each round in flight, by its parity
	games    [2][]game    // of each round in flight, by its parity
	weights  [2]*nets.Net // after v rounds learned, by the parity of v
	err      error
}

// game is a finished game on its way to the learner.
type game struct {
	plies  []ply
	result board.Result
}

// parallel plays and learns the games up to end.
func (t *Trainer) parallel(ctx context.Context, workers int, end int64, progress func(int64)) error {
	p := t.newPipeline(end, progress)
	for i := range p.games {
		p.games[i] = make([]game, t.cfg.Sync)
	}
	stop := context.AfterFunc(ctx, func() { p.fail(ctx.Err()) })
	defer stop()

	var wg sync.WaitGroup
	for range max(workers, 1) {
		actors := [2]*actor{newActor(&t.cfg, t.starts, p.weights[0]), newActor(&t.cfg, t.starts, p.weights[1])}
		wg.Go(func() { p.work(actors) })
	}
	wg.Wait()
	p.mu.Lock() // ctx may be cancelled just now
	defer p.mu.Unlock()
	t.stats = p.learn.stats
	t.games = p.first + min(p.learned*int64(t.cfg.Sync), p.count)
	if p.learned > 0 {
		t.older = p.weights[(p.learned-1)%2]
	}
	return p.err
}

// newPipeline returns a pipeline that goes on with the segment.
func (t *Trainer) newPipeline(end int64, progress func(int64)) *pipeline {
	p := &pipeline{
		cfg: &t.cfg, learn: newLearner(&t.cfg, t.net), progress: progress,
		first: t.begun, count: end - t.begun,
		next: t.games - t.begun, learned: (t.games - t.begun) / int64(t.cfg.Sync),
	}
	older := t.older
	if older == nil { // the segment begins
		older = t.net
	}
	p.weights[p.learned%2], p.weights[(p.learned+1)%2] = t.net.Clone(), older.Clone()
	p.changed.L = &p.mu
	p.learn.stats = t.stats
	return p
}

// work takes jobs until there are none left.
func (p *pipeline) work(actors [2]*actor) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.err == nil && p.learned < p.rounds() {
		switch {
		case !p.learning && p.finished[p.learned%2] == p.roundLen(p.learned):
			p.learnRound()
		case p.next < p.count && p.next/int64(p.cfg.Sync) < p.learned+2:
			p.playGame(actors)
		default:
			p.changed.Wait()
		}
	}
}

// rounds returns the number of rounds in the segment.
func (p *pipeline) rounds() int64 {
	return (p.count + int64(p.cfg.Sync) - 1) / int64(p.cfg.Sync)
}

// roundLen returns the number of games in the round; 0 past the end.
func (p *pipeline) roundLen(round int64) int64 {
	return min(int64(p.cfg.Sync), p.count-round*int64(p.cfg.Sync))
}

// playGame plays the next game. It is called with the lock held and gives it up
// while playing.
func (p *pipeline) playGame(actors [2]*actor) {
	number := p.next
	p.next++
	round := number / int64(p.cfg.Sync)
	version := max(round-1, 0) // rounds learned when its weights were published
	g := &p.games[round%2][number%int64(p.cfg.Sync)]

	p.mu.Unlock()
	var err error
	g.plies, g.result, err = actors[version%2].play(g.plies, p.cfg.Seed, p.first+number, nil)
	p.mu.Lock()

	if err != nil && p.err == nil {
		p.err = err
	}
	p.finished[round%2]++
	if err != nil || p.finished[round%2] == p.roundLen(round) {
		p.changed.Broadcast()
	}
}

// learnRound learns from the oldest round in flight and publishes the weights.
// It is called with the lock held and gives it up while learning.
func (p *pipeline) learnRound() {
	p.learning = true
	round := p.learned
	n := p.roundLen(round)

	p.mu.Unlock()
	for i := range n {
		g := &p.games[round%2][i]
		p.learn.stats.Results[g.result+3]++
		p.learn.learn(g.plies, p.first+round*int64(p.cfg.Sync)+i)
	}
	// Nobody plays with the older weights any more: they were this round's.
	p.weights[(round+1)%2].Copy(p.learn.net)
	p.progress(p.first + round*int64(p.cfg.Sync) + n)
	p.mu.Lock()

	p.finished[round%2] = 0
	p.learned++
	p.learning = false
	p.changed.Broadcast()
}

// fail stops the pipeline.
func (p *pipeline) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		p.err = err
	}
	p.changed.Broadcast()
}
