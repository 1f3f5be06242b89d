package player

import (
	"context"
	"encoding/binary"
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/search"
	"gammonlab/internal/seed"
)

// Noisy plays what it would think best if it did not err: before it compares the
// plays, each of the five probabilities of each result gets noise of a normal
// distribution, and is then put back between 0 and 1 and in order; finished games
// get none. The noise follows from the game's seed and the position, so that a
// position is misjudged in the same way whenever it comes up in a game, and in
// another way in another game. A standard deviation of 0.01 in each probability
// is one of 0.028 points in the equity, less where outcomes are ruled out.
//
// With a search, the noise is on the values of the plays that it looks at
// furthest, as great at any number of plies. (gnubg has it in the positions where
// a search ends, of which the mean is taken.)
//
// Cube decisions have noise of their own, in the chances of the position that the
// decision is about. With the cube, noise changes values by as much as it would
// if nobody turned the cube any more.
//
// It serves one goroutine and without a search and the cube allocates nothing in
// use.
type Noisy struct {
	adviser
	noise Noise

	seed       uint64 // of the game
	source     rand.PCG
	rng        *rand.Rand
	score      engine.Score
	ends       [1]int
	chosen     [1]int
	evaluation [1]engine.Probabilities
}

// Noise is the standard deviation of the errors in each probability.
type Noise struct {
	Plays float32 // when plays are chosen
	Cube  float32 // when there is to be doubled or taken

	// Gnubg has a chance of gammons err by a quarter of that and one of
	// backgammons by a hundredth, as in gnubg.
	Gnubg bool
}

// gnubgShares is by how much of the noise gnubg has each probability err.
var gnubgShares = engine.Probabilities{1, 0.25, 0.01, 0.25, 0.01}

// NewNoisy returns a player by the searcher, which is then the player's own, with
// noise.
func NewNoisy(s *search.Searcher, noise Noise) *Noisy {
	return newNoisy(advice.New(s, advice.Options{}), noise)
}

func newNoisy(a *advice.Adviser, noise Noise) *Noisy {
	n := &Noisy{noise: noise}
	n.advice, n.perturb = a, n.perturbDouble
	n.rng = rand.New(&n.source)
	n.score = n.noisyEquity
	return n
}

// NewGame implements [engine.Player].
func (n *Noisy) NewGame(seed uint64) { n.seed = seed }

// Choose implements [engine.Player].
func (n *Noisy) Choose(ctx context.Context, pos *board.Position, _ board.Roll, plays []board.Play) (int, error) {
	switch {
	case len(plays) == 1:
		return 0, nil
	case n.advice.Plies() > 0:
		return n.lookAhead(ctx, pos, plays)
	}
	n.ends[0] = len(plays)
	n.advice.Static().BestOfEach(n.chosen[:], n.evaluation[:], pos, plays, n.ends[:], n.score)
	return n.chosen[0], nil
}

// lookAhead chooses among the plays that the search looks at furthest.
func (n *Noisy) lookAhead(ctx context.Context, pos *board.Position, plays []board.Play) (int, error) {
	ranked, err := n.advice.Rank(ctx, pos, plays, nil)
	if err != nil {
		return 0, err
	}
	best, least := 0, float32(0)
	for i := range ranked {
		if ranked[i].Plies < ranked[0].Plies {
			break
		}
		p := ranked[i].Probabilities.Swap()
		if equity := n.noisyEquity(&ranked[i].Play.Result, &p); i == 0 || equity < least {
			best, least = i, equity
		}
	}
	return advice.IndexOf(plays, &ranked[best].Play.Result), nil
}

// Clone implements [engine.Player]; the clone shares the model and what a search
// has cached.
func (n *Noisy) Clone() engine.Player { return newNoisy(n.advice.Clone(), n.noise) }

// noisyEquity returns the equity of the position with noise, for its player on
// roll, who has the chances p.
func (n *Noisy) noisyEquity(pos *board.Position, p *engine.Probabilities) float32 {
	if pos.Result() != 0 {
		return p.Equity()
	}
	noisy := n.noisy(pos, p, playStream, n.noise.Plays)
	return noisy.Equity()
}

// The streams of noise of a position.
const (
	playStream = iota
	cubeStream
)

// noisy returns the chances of a position whose game is not over with noise.
func (n *Noisy) noisy(pos *board.Position, p *engine.Probabilities, stream uint64, sigma float32) engine.Probabilities {
	noisy := *p
	n.reseed(pos, stream)
	for k := range noisy {
		err := sigma * float32(n.rng.NormFloat64())
		if n.noise.Gnubg {
			err *= gnubgShares[k]
		}
		noisy[k] = min(max(noisy[k]+err, 0), 1)
	}
	noisy.RuleOut(pos)
	return noisy
}

// reseed puts the source at the beginning of the position's own stream.
func (n *Noisy) reseed(pos *board.Position, stream uint64) {
	key := pos.Key()
	high := uint64(binary.LittleEndian.Uint16(key[8:])) | stream<<16
	seed.Restart(&n.source, seed.Derive(n.seed, high), binary.LittleEndian.Uint64(key[:]))
}
