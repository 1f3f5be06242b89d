package positions

import (
	"errors"
	"fmt"
	"math/bits"

	"gammonlab/board"
	"gammonlab/engine/cube"
	"gammonlab/engine/rules"
)

// stateLine is the score and the cube of a decision in a file, from the point of view of
// the player on roll. Without match the decision is a cubeless roll.
type stateLine struct {
	Match    *int         `json:"match,omitempty"` // points, 0 for a money game
	Score    *rules.Score `json:"score,omitempty"` // points of the player on roll and the opponent
	Crawford bool         `json:"crawford,omitempty"`
	Jacoby   bool         `json:"jacoby,omitempty"`
	Cube     int          `json:"cube,omitempty"`  // 1 if missing
	Owner    cube.Owner   `json:"owner,omitempty"` // centred if missing
}

// lineOfState returns the form of a state in files.
func lineOfState(s *cube.State) stateLine {
	if *s == (cube.State{}) {
		return stateLine{}
	}
	l := stateLine{Match: &s.Length, Crawford: s.Crawford, Jacoby: s.Jacoby, Owner: s.Owner}
	if s.IsMatch() && s.OwnAway+s.OppAway < 2*s.Length {
		l.Score = &rules.Score{s.Length - s.OwnAway, s.Length - s.OppAway}
	}
	if s.Cube > 1 {
		l.Cube = s.Cube
	}
	return l
}

// state returns the state, the zero State without match.
func (l *stateLine) state() (s cube.State, err error) {
	if l.Match == nil {
		if *l != (stateLine{}) {
			return s, errors.New("match is missing, with a score, a cube or a rule")
		}
		return s, nil
	}
	switch {
	case *l.Match == 0 && l.Score != nil:
		return s, errors.New("score: a money game has none")
	case *l.Match != 0 && l.Jacoby:
		return s, errors.New("jacoby: a match has no Jacoby rule")
	case *l.Match == 0:
		s = cube.Money(l.Jacoby, false)
	default:
		var score rules.Score
		if l.Score != nil {
			score = *l.Score
		}
		s = cube.Match(*l.Match, score[0], score[1], l.Crawford)
	}
	s.Crawford, s.Owner, s.Roller = l.Crawford, l.Owner, board.PlayerX
	if l.Cube != 0 {
		s.Cube = l.Cube
	}
	return s, s.Validate()
}

// moneyState is a money game with a centred cube, without the Jacoby rule.
func moneyState() cube.State {
	s := cube.Money(false, false)
	s.Roller = board.PlayerX
	return s
}

// A state in a payload: length, points to go of both sides, owner, rules, logarithm of the
// cube plus 1, which is 0 for the zero State.
const stateSize = 6

// Bits of the rules.
const (
	crawfordBit = 1 << iota
	jacobyBit
)

func appendState(dst []byte, s *cube.State) []byte {
	rules := byte(0)
	if s.Crawford {
		rules |= crawfordBit
	}
	if s.Jacoby {
		rules |= jacobyBit
	}
	return append(dst, byte(s.Length), byte(s.OwnAway), byte(s.OppAway), byte(s.Owner), rules, byte(bits.Len(uint(s.Cube))))
}

// decodeState reads a state, which checkState checks.
func decodeState(data []byte) (cube.State, error) {
	if data[5] == 0 {
		if [stateSize]byte(data) != ([stateSize]byte{}) {
			return cube.State{}, fmt.Errorf("the state % x has no cube", data[:stateSize])
		}
		return cube.State{}, nil
	}
	return cube.State{
		Length: int(data[0]), OwnAway: int(data[1]), OppAway: int(data[2]), Owner: cube.Owner(data[3]), Roller: board.PlayerX,
		Crawford: data[4]&crawfordBit != 0, Jacoby: data[4]&jacobyBit != 0, Cube: 1 << min(data[5]-1, 31),
	}, nil
}
