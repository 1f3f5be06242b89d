package evalbench

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/advice"
	"gammonlab/internal/workers"
)

// contest plays a match, or a money game with the cube, which the given side
// begins. Later games of a match are begun by who throws the higher die.
func (t *table) contest(item, number, first int) (game, error) {
	length := t.match.Form.Length
	var total game
	for index := 0; ; index++ {
		if index > 0 {
			t.begin(item, number, index)
		}
		t.newGame(index)
		g, err := t.cubeGame(first, index > 0)
		if err != nil && length > 1 {
			err = fmt.Errorf("game %d of the match: %w", index+1, err)
		}
		if err != nil || length == 0 {
			return g, err
		}
		total.plies, total.drops, total.games = total.plies+g.plies, total.drops+g.drops, index+1
		switch {
		case g.points == 0: // given up
			return total, nil
		case t.state.Score[sideA] >= length:
			total.points = 1
			return total, nil
		case t.state.Score[sideB] >= length:
			total.points = -1
			return total, nil
		}
	}
}

// newGame sets the state of the game of the given index. The first with a side
// at one point from the end of the match is the Crawford game.
func (t *table) newGame(index int) {
	form, before := &t.match.Form, t.state
	t.state = board.NewMatch(form.Length)
	t.state.Jacoby = form.Jacoby
	if index == 0 || form.Length == 0 {
		t.crawford = false
		return
	}
	t.state.Score = before.Score
	if most := max(before.Score[sideA], before.Score[sideB]); most == form.Length-1 && !t.crawford {
		t.state.Crawford, t.crawford = true, true
	}
}

// cubeGame plays the table's game to its end and adds its points to the score.
// The side begins, or who throws the higher die, the side's being the first.
func (t *table) cubeGame(side int, thrown bool) (game, error) {
	g := game{cube: 1}
	for limit := t.match.maxPlies(); g.plies < limit; side = 1 - side {
		if err := workers.Interrupted(t.ctx); err != nil {
			return g, err
		}
		t.state.Roller, t.state.Turn = board.Player(side), board.Player(side)
		winner, err := t.double(side, g.plies)
		if err != nil {
			return g, fmt.Errorf("ply %d: %w", g.plies+1, err)
		}
		if winner != nobody {
			g.drops = 1
			return t.finish(g, winner, t.state.Cube), nil
		}
		roll, err := t.roll(g.plies == 0)
		if err != nil {
			return g, fmt.Errorf("ply %d: %w", g.plies+1, err)
		}
		if g.plies == 0 {
			side = t.beginner(side, thrown, roll)
			t.recordGame(side)
		}
		if err := t.turn(roll, side); err != nil {
			return g, fmt.Errorf("ply %d: %w", g.plies+1, err)
		}
		g.plies++
		if r := t.pos.Result(); r != 0 { // of the opponent, who has lost
			return t.finish(g, side, t.points(-int(r))), nil
		}
	}
	g.points = 0
	return g, nil
}

// beginner returns who begins with the first roll: the side, or if it was thrown
// for the side or the other one.
func (t *table) beginner(side int, thrown bool, roll board.Roll) int {
	if thrown && t.opening == advice.BeginsFixed {
		t.opening = advice.BeginsDice
	}
	if thrown && roll[0] < roll[1] {
		side = 1 - side
		t.state.Roller, t.state.Turn = board.Player(side), board.Player(side)
	}
	return side
}

// points returns what a game won brings, 1 to 3 times the cube.
func (t *table) points(kind int) int {
	if t.state.Jacoby && t.state.Owner == board.Nobody {
		kind = 1
	}
	return kind * t.state.Cube
}

// finish ends a game that the side has won.
func (t *table) finish(g game, winner, points int) game {
	t.state.Score[winner] += points
	g.cube, g.points = t.state.Cube, points
	if winner == sideB {
		g.points = -points
	}
	t.recordResult(g.points)
	return g
}
