package profile

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/analysis"
)

// blots divides errors in checker play with contact by the number of blots that the play
// leaves, compared with the best play. Blots are points with a single checker of the
// player, also in the opponent's home board.
var blots = table{
	key: "blots", title: "Wrong plays by the blots that they leave", faults: true,
	rows: []row{
		{"more", "more blots than the best play"}, {"same", "as many"}, {"fewer", "fewer"},
	},
	of: func(d *decision) []int {
		if d.Kind != analysis.Play || d.Error.Equity == 0 || d.class == engine.Race {
			return nil
		}
		made, best := &d.Moves[d.Index].Play, &d.Moves[0].Play
		switch left, right := blotsAfter(made), blotsAfter(best); {
		case left > right:
			return []int{0}
		case left == right:
			return []int{1}
		}
		return []int{2}
	},
}

// blotsAfter returns the number of blots after a play.
func blotsAfter(play *board.Play) (n int) {
	side := &play.Result.Opp // the opponent is on roll
	for point := 1; point < board.Bar; point++ {
		if side[point] == 1 {
			n++
		}
	}
	return n
}

// windows divides cube errors by kind.
var windows = table{
	key: "cube", title: "Errors on the cube", faults: true,
	rows: []row{
		{"missed_double", "missed double in the window: it would be taken"},
		{"missed_cash", "missed double past it: it would be passed"},
		{"early_double", "double too early"},
		{"too_good", "double of a position too good for it"},
		{"wrong_take", "wrong take"},
		{"wrong_pass", "wrong pass"},
	},
	of: func(d *decision) []int {
		if d.Cube == nil {
			return nil
		}
		switch d.Fault {
		case advice.MissedDouble:
			return []int{0}
		case advice.MissedCash:
			return []int{1}
		case advice.WrongDouble:
			return []int{2}
		case advice.LostGammon:
			return []int{3}
		case advice.WrongTake, advice.WrongBeaver:
			return []int{4}
		case advice.WrongPass:
			return []int{5}
		}
		return nil
	},
}
