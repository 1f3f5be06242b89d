package evalbench

import (
	"fmt"

	"gammonlab/board"
)

// contest plays a match or a money game; the side first begins the first game. In later
// games of a match, the higher die decides which side begins.
func (t *gameRunner) contest(item, number, first int) (game, error) {
	length := t.match.Rules.Length
	var total game
	for index := 0; ; index++ {
		if index > 0 {
			t.state.NextGame()
			t.state.Thrown = true
		}
		t.state.SetRoller(board.Player(first))
		t.begin(item, number, index)
		g, err := t.playGame()
		if err != nil && length > 1 {
			err = fmt.Errorf("game %d of the match: %w", index+1, err)
		}
		if err != nil || length == 0 {
			return g, err
		}
		total.plies, total.drops, total.games = total.plies+g.plies, total.drops+g.drops, index+1
		switch {
		case g.points == 0: // stopped as too long
			return total, nil
		case t.state.MatchOver():
			total.points = 1
			if t.state.Leader() == board.Player(sideB) {
				total.points = -1
			}
			return total, nil
		}
	}
}

// playGame plays the current game to its end.
func (t *gameRunner) playGame() (game, error) {
	err := t.loop.Play(t.ctx, &t.state)
	g := game{plies: t.state.Plies, points: t.state.Result.Points}
	if !t.match.Cubeless() {
		g.cube = 1 // value for a game stopped as too long
	}
	if err != nil || !t.state.Over() {
		return g, err
	}
	if g.cube > 0 {
		g.cube = t.state.Match.Cube
	}
	if t.state.Match.State == board.Dropped {
		g.drops = 1
	}
	if t.record != nil {
		t.recorded().Result = t.state.Result
	}
	if t.state.Result.Winner == board.Player(sideB) {
		g.points = -g.points
	}
	return g, nil
}
