package evalbench

import (
	"fmt"

	"gammonlab/board"
)

// contest plays a match whose first game the given side begins. In later games, the higher
// die decides which side begins.
func (t *gameRunner) contest(item, number, first int) (Game, error) {
	var total Game
	for index := 0; ; index++ {
		if index > 0 {
			t.state.NextGame()
			t.state.Thrown = true
		}
		t.state.SetRoller(board.Player(first))
		t.begin(item, number, index)
		g, err := t.playGame()
		if err != nil && t.match.Rules.Length > 1 {
			err = fmt.Errorf("game %d of the match: %w", index+1, err)
		}
		if err != nil {
			return g, err
		}
		total.Plies, total.drops, total.Games = total.Plies+g.Plies, total.drops+g.drops, index+1
		switch {
		case g.Points == 0: // stopped as too long
			return total, nil
		case t.state.MatchOver():
			total.Points = 1
			if t.state.Leader() == board.Player(sideB) {
				total.Points = -1
			}
			return total, nil
		}
	}
}
