package player_test

import (
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/internal/must"
)

// The noise of a position is the same at each of its occurrences in a game,
// with any alternatives, and different in another game.
func TestNoiseFollowsFromGameAndPosition(t *testing.T) {
	p := parse(t, "net:m,noise=0.2")
	changed, differ := 0, 0
	for i, pos := range enginetest.Positions(200, 9) {
		plays := board.Plays(pos, board.Rolls[i%21])
		if len(plays) < 4 {
			continue
		}
		p.NewGame(1)
		chosen := choose(t, p, &pos, plays)
		reversed := make([]board.Play, len(plays))
		for k := range plays {
			reversed[len(plays)-1-k] = plays[k]
		}
		if again := choose(t, p, &pos, reversed); again != len(plays)-1-chosen {
			changed++
		}
		p.NewGame(2)
		if choose(t, p, &pos, plays) != chosen {
			differ++
		}
	}
	if changed > 0 {
		t.Errorf("%d choices depend on the order of the plays", changed)
	}
	if differ < 50 {
		t.Errorf("only %d choices differ between games", differ)
	}
}

// A player with tiny noise decides as a player without noise, for any number of
// plies.
func TestLittleNoise(t *testing.T) {
	for plain, noisy := range map[string]string{
		"net:m": "net:m,noise=1e-9", "net:m,plies=1,filter=tiny": "net:m,plies=1,filter=tiny,noise=1e-9",
	} {
		a, b := parse(t, plain), parse(t, noisy)
		for i, pos := range enginetest.Positions(30, 10) {
			plays := board.Plays(pos, board.Rolls[i%21])
			if len(plays) == 0 {
				continue
			}
			if x, y := choose(t, a, &pos, plays), choose(t, b, &pos, plays); x != y {
				t.Errorf("position %d: %s chooses %d, %s %d", i, plain, x, noisy, y)
			}
		}
	}
}

// No noise hides that a game is won.
func TestNoiseSparesFinishedGames(t *testing.T) {
	net := enginetest.RandomNet(t, 20, 5)
	p, err := player.Parse("net:m,noise=1", func(string) (engine.Evaluator, error) { return engine.OfNet(net), nil })
	must.OK(t, err)
	// Two checkers on the 2 and 1 points against one to be borne off: with 2-1 all
	// are off, or one is moved to the ace point and only one borne off.
	pos := board.Position{Own: board.Side{1: 1, 2: 1, 0: 13}, Opp: board.Side{1: 1, 0: 14}}
	plays := board.Plays(pos, board.Roll{2, 1})
	for game := range uint64(200) {
		p.NewGame(game)
		if chosen := choose(t, p, &pos, plays); plays[chosen].Result.Result() == 0 {
			t.Fatalf("game %d: did not bear off the last checker", game)
		}
	}
}
