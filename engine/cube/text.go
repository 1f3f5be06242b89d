package cube

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/engine"
)

// Words describes the score and the cube.
func (s *State) Words() string {
	text := "money"
	switch {
	case s.IsMatch():
		text = fmt.Sprintf("match to %d at %d-%d", s.Length, s.Length-s.OwnAway, s.Length-s.OppAway)
		if s.Crawford {
			text += " (Crawford)"
		}
	case s.Jacoby:
		text += " with Jacoby"
	}
	return fmt.Sprintf("%s, cube at %d %v%s", text, s.Cube, s.Owner, s.limitWords())
}

// limitWords describes the largest cube, "" if there is none.
func (s *State) limitWords() string {
	if s.MaxCube == 0 {
		return ""
	}
	return fmt.Sprintf(", at most %d", s.MaxCube)
}

// Words describes the score and the cube of the stakes.
func (st *Stakes) Words() string {
	s := st.State()
	return s.Words()
}

// DrawPosition is [engine.DrawPosition] with the cube and the score of the
// player on roll. If stakes is nil, it draws neither.
func DrawPosition(pos *board.Position, roll board.Roll, class string, stakes *Stakes) string {
	if stakes == nil {
		return engine.DrawPosition(pos, roll, class)
	}
	return engine.DrawMatch(pos, stakes.Match(), roll, class, false) + stakes.Words() + "\n"
}

// Match returns the state as a board.Match with X on roll, before the roll.
func (st *Stakes) Match() board.Match {
	s := st.State()
	match := board.NewMatch(s.Length)
	match.Cube, match.Crawford = s.Cube, s.Crawford
	match.Owner = map[Owner]board.Player{Centred: board.Nobody, Player: board.PlayerX, Opponent: board.PlayerO}[s.Owner]
	if s.IsMatch() {
		match.Score = [2]int{board.PlayerO: s.Length - s.OppAway, board.PlayerX: s.Length - s.OwnAway}
	}
	return match
}
