package player_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/internal/must"
)

// kindCounter counts the positions of games by kind.
type kindCounter struct {
	player.Blind
	all   int
	found map[board.Kind]int
}

// Rolled implements [player.Observer].
func (c *kindCounter) Rolled(s *game.State) error {
	c.all++
	for _, k := range board.Kinds() {
		if k.Of(&s.Position) {
			c.found[k]++
		}
	}
	return nil
}

// The shares of positions of each kind in games of a net against itself. The bounds are wide:
// they find definitions that fit nearly nothing or nearly everything.
func TestSharesOfKinds(t *testing.T) {
	counter := &kindCounter{found: map[board.Kind]int{}}
	static := enginetest.Shipped(t, "fast")
	greedy := player.NewGreedy(static)
	loop := player.Loop{
		Players: [2]player.Chooser{greedy, greedy}, Dice: board.NewDice(rand.NewPCG(1, 1)), Observer: counter, MaxPlies: 1000,
	}
	for range 400 {
		s := game.New(game.Rules{})
		must.OK(t, loop.Play(context.Background(), &s))
	}
	for kind, bounds := range map[board.Kind][2]float64{ // percent
		board.Opening: {4, 16}, board.Blitz: {0.5, 8}, board.Holding: {2, 20}, board.MutualHolding: {0.2, 8}, board.AcePoint: {0.5, 10}, board.DeucePoint: {0.3, 8},
		board.Backgame: {0.1, 6}, board.MassiveBackgame: {0, 1}, board.Snake: {0, 0.1}, board.Containment: {0.05, 5}, board.Prime: {2, 20}, board.Straggler: {0.5, 10},
		board.PrimeVsPrime: {0, 2}, board.Stuck: {0.1, 8}, board.LateHit: {0.05, 5}, board.BearInContact: {1, 12}, board.BearOffContact: {0.5, 10},
		board.CrashedBoard: {0.1, 12}, board.ShortRace: {3, 30}, board.MediumRace: {2, 20}, board.LongRace: {0.2, 10},
	} {
		share := 100 * float64(counter.found[kind]) / float64(counter.all)
		t.Logf("%s %.2f %%", kind, share)
		if share < bounds[0] || share > bounds[1] {
			t.Errorf("%s: %.2f %% of %d positions, want %v to %v", kind, share, counter.all, bounds[0], bounds[1])
		}
	}
}
