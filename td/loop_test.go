package td

import (
	"context"
	"testing"

	"gammonlab/board"
	rules "gammonlab/board/game"
	"gammonlab/engine/player"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
)

// watched is the player of an actor in the common loop, and sees its games.
type watched struct {
	player.Blind
	*actor
	positions []board.Position
}

func (w *watched) Rolled(g *rules.State) error {
	w.positions = append(w.positions, g.Position)
	return nil
}

func (w *watched) Choose(_ context.Context, pos *board.Position, _ board.Roll, plays []board.Play) (int, error) {
	best, _ := w.eval.Best(pos, plays)
	if w.epsilon > 0 && w.rng.Float64() < w.epsilon {
		best = w.rng.IntN(len(plays))
	}
	return best, nil
}

// The fast loop of training plays the same games as the common loop with the
// same dice.
func TestGamesAreThoseOfTheCommonLoop(t *testing.T) {
	for _, start := range []struct {
		variant string
		starts  []board.Position
		epsilon float64
	}{
		{"backgammon", nil, 0}, {"backgammon", nil, 0.1}, {"hypergammon3", nil, 0.1}, {"backgammon", endings, 0.1},
	} {
		cfg := tiny()
		cfg.Variant, cfg.Epsilon = start.variant, start.epsilon
		trainer := mustNewFrom(t, cfg, start.starts)
		a := newActor(&trainer.cfg, trainer.starts, trainer.weights)
		w := &watched{actor: newActor(&trainer.cfg, trainer.starts, trainer.weights)}
		loop := player.Loop{Players: [2]player.Chooser{w, w}, Dice: w.dice, Observer: w, MaxPlies: maxPlies}
		for number := range int64(20) {
			plies, result, err := a.play(nil, cfg.Seed, number, nil)
			must.OK(t, err)
			seed.Restart(&w.stream, cfg.Seed, uint64(number))
			g := rules.New(rules.Rules{Variant: trainer.starts.Variant(), NoCube: true})
			if pos, opening := w.starts.Draw(w.rng); !opening {
				g.StartAt(pos)
			}
			w.positions = w.positions[:0]
			first := g.Match.Roller
			must.OK(t, loop.Play(context.Background(), &g))
			points := board.Result(g.Result.Points)
			if g.Result.Winner != first {
				points = -points
			}
			if len(plies) != len(w.positions) || result != points {
				t.Fatalf("%+v, game %d: %d plies, result %d, want %d, %d", start, number, len(plies), result, len(w.positions), points)
			}
			for i := range plies {
				if plies[i].pos != w.positions[i] {
					t.Fatalf("%+v, game %d, ply %d: %s, want %s", start, number, i+1, plies[i].pos.ID(), w.positions[i].ID())
				}
			}
		}
	}
}
