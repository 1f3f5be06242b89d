package label

import (
	"context"
	"math"
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/engine/search"
	"gammonlab/internal/seed"
)

// playout labels positions by the results of games from them. Only one goroutine may use
// it.
type playout struct {
	settings *Settings
	loop     player.Loop
	source   rand.PCG
}

func newPlayout(s *Settings, searcher *search.Searcher) *playout {
	p := &playout{settings: s}
	both := player.NewLookAhead(searcher)
	p.loop = player.Loop{
		Players: [2]player.Chooser{both, both}, Names: [2]string{"the model", "the model"},
		Dice: board.NewDice(&p.source), MaxPlies: maxPlies,
	}
	return p
}

// maxPlies bounds the length of a game, because weak nets might never end it.
const maxPlies = 10_000

// label implements [method].
func (p *playout) label(ctx context.Context, r *datasets.Row) (bool, error) {
	var t outcomes
	for game := range p.settings.Trials {
		seed.Restart(&p.source, r.Seed, uint64(game))
		result, err := p.play(ctx, r.Position)
		if err != nil || result == 0 {
			return false, err
		}
		t.add(result)
	}
	t.fill(r)
	return true, nil
}

// play plays a game to its end and returns its result for the player on roll, 0 if the
// game takes too long.
func (p *playout) play(ctx context.Context, pos board.Position) (board.Result, error) {
	if result := pos.Result(); result != 0 {
		return result, nil
	}
	g := game.New(game.Rules{NoCube: true})
	g.StartAt(pos)
	first := g.Match.Roller
	if err := p.loop.Play(ctx, &g); err != nil {
		return 0, err
	}
	result := board.Result(g.Result.Points)
	if g.Result.Winner != first {
		result = -result
	}
	return result, nil
}

// outcomes counts results.
type outcomes struct {
	games   int
	counts  [engine.Outputs]int
	points  int
	squares int // sum of the squares of the points
}

func (t *outcomes) add(r board.Result) {
	t.games++
	for k, v := range engine.Certain(r) {
		t.counts[k] += int(v)
	}
	t.points += int(r)
	t.squares += int(r) * int(r)
}

// fill sets the row's numbers. If all games have the same result, the error is unknown,
// except if no other result is possible.
func (t *outcomes) fill(r *datasets.Row) {
	possible := engine.Probabilities{0.5, 0.5, 0.5, 0.5, 0.5}
	possible.RuleOut(&r.Position)
	n := float64(t.games)
	for k, count := range t.counts {
		c := float64(count)
		r.Probabilities[k] = float32(c / n)
		r.Errors[k] = standardError(n, c, c)
		if possible[k] == 0 {
			r.Errors[k] = 0
		}
	}
	r.EquityError = standardError(n, float64(t.points), float64(t.squares))
	r.Trials = int32(t.games)
}

// standardError returns the standard error of the mean of n values from their sum and the
// sum of their squares; NaN if all values are equal.
func standardError(n, sum, squares float64) float32 {
	variance := (squares - sum*sum/n) / (n - 1)
	if !(variance > 0) { // also NaN for one game
		return float32(math.NaN())
	}
	return float32(math.Sqrt(variance / n))
}
