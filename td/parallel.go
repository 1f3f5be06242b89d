package td

import (
	"context"
	"io"

	"gammonlab/board"
	"gammonlab/internal/workers"
)

// pipeline runs a segment of the games update. Games are grouped into rounds of
// Config.Sync. The games of round q are played with the weights as they were after
// learning from round q-2 (from the segment's start, for the first two), and learned in
// order by one worker at a time. So rounds q and q+1 overlap, workers rarely wait, and
// the weights that play a game depend on its number alone.
type pipeline struct {
	cfg   *Config
	learn *learner
	after func(round int64) error // is called after learning from a round
	first int64                   // number of the segment's first game
	count int64                   // number of games

	next     int64 // next game to play, from 0
	learned  int64 // number of rounds learned
	learning bool
	finished [2]int64    // games played of each round in flight, by its parity
	games    [2][]game   // games of each round in flight, by its parity
	weights  [2]*weights // weights after learning v rounds, by the parity of v
}

// job is a task of a worker: playing a game or learning from a round.
type job struct {
	learn  bool
	number int64 // number of the game, from 0, or of the round
}

// game is a finished game on its way to the learner.
type game struct {
	plies  []ply
	result board.Result
}

// parallel plays and learns the games up to end.
func (t *Trainer) parallel(ctx context.Context, n int, end int64, after func() error) error {
	p := t.newPipeline(end)
	p.after = func(round int64) error {
		t.games = p.first + min((round+1)*int64(t.cfg.Sync), p.count)
		t.stats, t.older = p.learn.stats, p.weights[round%2]
		return after()
	}
	for i := range p.games {
		p.games[i] = make([]game, t.cfg.Sync)
	}
	actors := make([][2]*actor, max(n, 1))
	for i := range actors {
		actors[i] = [2]*actor{newActor(&t.cfg, t.starts, p.weights[0]), newActor(&t.cfg, t.starts, p.weights[1])}
	}
	return workers.Steered(ctx, actors, p.choose, p.do, p.take)
}

// newPipeline returns a pipeline that continues the segment.
func (t *Trainer) newPipeline(end int64) *pipeline {
	p := &pipeline{
		cfg: &t.cfg, learn: newLearner(&t.cfg, t.weights),
		first: t.begun, count: end - t.begun,
		next: t.games - t.begun, learned: (t.games - t.begun) / int64(t.cfg.Sync),
	}
	older := t.older
	if older == nil { // the segment begins
		older = t.weights
	}
	p.weights[p.learned%2], p.weights[(p.learned+1)%2] = t.weights.clone(), older.clone()
	p.learn.stats = t.stats
	return p
}

// choose returns the next job, unless it must wait for another job to finish.
func (p *pipeline) choose() (job, bool, error) {
	switch {
	case p.learned == p.rounds():
		return job{}, false, io.EOF
	case !p.learning && p.finished[p.learned%2] == p.roundLen(p.learned):
		p.learning = true
		return job{learn: true, number: p.learned}, true, nil
	case p.next < p.count && p.next/int64(p.cfg.Sync) < p.learned+2:
		p.next++
		return job{number: p.next - 1}, true, nil
	}
	return job{}, false, nil
}

// do does a job.
func (p *pipeline) do(_ context.Context, actors [2]*actor, j job) (struct{}, error) {
	if j.learn {
		return struct{}{}, p.learnRound(j.number)
	}
	return struct{}{}, p.playGame(actors, j.number)
}

// take notes that a job is done.
func (p *pipeline) take(j job, _ struct{}) error {
	if j.learn {
		p.finished[j.number%2] = 0
		p.learned++
		p.learning = false
		return nil
	}
	p.finished[j.number/int64(p.cfg.Sync)%2]++
	return nil
}

// rounds returns the number of rounds in the segment.
func (p *pipeline) rounds() int64 {
	return (p.count + int64(p.cfg.Sync) - 1) / int64(p.cfg.Sync)
}

// roundLen returns the number of games in the round; 0 past the end.
func (p *pipeline) roundLen(round int64) int64 {
	return min(int64(p.cfg.Sync), p.count-round*int64(p.cfg.Sync))
}

// playGame plays a game.
func (p *pipeline) playGame(actors [2]*actor, number int64) (err error) {
	round := number / int64(p.cfg.Sync)
	version := max(round-1, 0) // number of rounds learned by its weights
	g := &p.games[round%2][number%int64(p.cfg.Sync)]
	g.plies, g.result, err = actors[version%2].play(g.plies, p.cfg.Seed, p.first+number, nil)
	return err
}

// learnRound learns from the oldest round in flight and publishes the weights.
func (p *pipeline) learnRound(round int64) error {
	n := p.roundLen(round)
	for i := range n {
		g := &p.games[round%2][i]
		p.learn.stats.Results[g.result+3]++
		p.learn.learn(g.plies, p.first+round*int64(p.cfg.Sync)+i)
	}
	// No game needs the older weights any more: only this round used them.
	p.weights[(round+1)%2].copy(p.learn.weights)
	return p.after(round)
}
