package player

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/search"
	"gammonlab/internal/seed"
	"gammonlab/internal/setting"
)

// Noisy plays with random errors: before it compares the plays, it adds
// normally distributed noise to each of the five probabilities of each result,
// and clamps them to valid, ordered probabilities. Finished games get no noise.
// The noise is determined by the game's seed and the position, so a position
// has the same error each time it occurs in a game, and another one in another
// game. A standard deviation of 0.01 in each probability gives one of 0.028
// points in the equity, less if outcomes are impossible.
//
// With a search, the noise is added to the values of the plays at the deepest
// ply, with the same size at any number of plies. (gnubg adds noise at the
// leaves of a search, where averaging reduces it.)
//
// Cube decisions have their own noise, in the probabilities of the position of
// the decision. With the cube, noise changes a value by as much as it would
// change the value with a dead cube.
//
// It is not safe for concurrent use. Without a search and the cube it does not
// allocate after its first calls.
type Noisy struct {
	adviser
	noise Noise

	seed       uint64 // of the game
	source     rand.PCG
	rng        *rand.Rand
	score      engine.Scores
	ends       [1]int
	chosen     [1]int
	evaluation [1]engine.Probabilities
}

// Noise has the standard deviations of the errors in each probability.
type Noise struct {
	Plays float32 `json:"noise"`     // in plays
	Cube  float32 `json:"cubenoise"` // in cube decisions

	// Gnubg multiplies the noise of gammon probabilities by a quarter and that of
	// backgammon probabilities by a hundredth, as in gnubg.
	Gnubg GnubgShares `json:"noiseshares"`
}

// Validate returns an error for noise out of range.
func (n *Noise) Validate() error {
	check := func(name setting.Name, x float32) error { // NaN is out of range, too
		return setting.Check(name, x >= 0 && x <= 1, "is %v, want a standard deviation from 0 to 1", x)
	}
	return errors.Join(check("noise", n.Plays), check("cubenoise", n.Cube))
}

// GnubgShares says whether noise of gammons is smaller, as in gnubg. Its texts are gnubg and
// even.
type GnubgShares bool

// UnmarshalText implements [encoding.TextUnmarshaler].
func (g *GnubgShares) UnmarshalText(text []byte) error {
	if *g = string(text) == "gnubg"; !*g && string(text) != "even" {
		return fmt.Errorf("%q, want gnubg or even", text)
	}
	return nil
}

// gnubgShares has gnubg's factors of the noise for each probability.
var gnubgShares = engine.Probabilities{1, 0.25, 0.01, 0.25, 0.01}

// NewNoisy returns a player with noise and the searcher, which the caller must
// not use afterwards.
func NewNoisy(s *search.Searcher, noise Noise) *Noisy {
	return newNoisy(advice.New(s, advice.Options{}), noise)
}

// NoisyAdviser returns a player with noise that asks the adviser, with the adviser's rules.
func NoisyAdviser(a *advice.Adviser, noise Noise) *Noisy { return newNoisy(a, noise) }

func newNoisy(a *advice.Adviser, noise Noise) *Noisy {
	n := &Noisy{noise: noise}
	n.advice, n.perturb = a, n.perturbDouble
	n.rng = rand.New(&n.source)
	n.score = func(dst []float32, plays []board.Play, p []engine.Probabilities) {
		for i := range p {
			dst[i] = n.noisyEquity(&plays[i].Result, &p[i])
		}
	}
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

// lookAhead chooses among the plays at the deepest ply of the search.
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

// Clone implements [engine.Player]; the clone shares the model and the cache of
// the search.
func (n *Noisy) Clone() engine.Player { return newNoisy(n.advice.Clone(), n.noise) }

// noisyEquity returns the equity with noise of a position with the
// probabilities p, for its player on roll.
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

// noisy returns the probabilities with noise of a position that is not over.
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

// reseed sets the source to the start of the position's stream.
func (n *Noisy) reseed(pos *board.Position, stream uint64) {
	key := pos.Key()
	high := uint64(binary.LittleEndian.Uint16(key[8:])) | stream<<16
	seed.Restart(&n.source, seed.Derive(n.seed, high), binary.LittleEndian.Uint64(key[:]))
}
