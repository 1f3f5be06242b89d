package rules

import (
	"fmt"
	"strconv"
	"strings"

	"gammonlab/engine/cube"
)

// Start is the score and the rule with which a game begins, as settings.
type Start struct {
	Match    Length `json:"match,omitempty"`
	Score    Score  `json:"score,omitzero" needs:"match" default:"0-0" help:"<SCORE> of the player on roll and the opponent"`
	Crawford bool   `json:"crawford,omitempty" needs:"match" help:"the game is the Crawford game"`
	Jacoby   Jacoby `json:"jacoby"`
}

// State returns the state at the start of the game. In money games, beavers are allowed.
func (s *Start) State() (cube.State, error) {
	state := cube.Money(bool(s.Jacoby), true)
	if s.Match != 0 {
		state = cube.Match(int(s.Match), s.Score[0], s.Score[1], s.Crawford)
	}
	return state, state.Validate()
}

// Setup is a state of the cube and the score, as settings.
type Setup struct {
	Start
	Cube    int        `json:"cube" default:"1" help:"cube value <N>"`
	Owner   cube.Owner `json:"owner" default:"centred" help:"owner of the cube, <SIDE>: {values}"`
	Beavers bool       `json:"beavers" default:"true" help:"beavers in money games: the side that takes may redouble at once"`
}

// State returns the state.
func (s *Setup) State() (cube.State, error) {
	state, err := s.Start.State()
	if err != nil {
		return state, err
	}
	state.Cube, state.Owner = s.Cube, s.Owner
	state.Beavers = s.Beavers && !state.IsMatch()
	return state, state.Validate()
}

// Score is the points of two players, in texts such as 3-0.
type Score [2]int

// MarshalText implements [encoding.TextMarshaler].
func (s Score) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d-%d", s[0], s[1]), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (s *Score) UnmarshalText(text []byte) (err error) {
	first, second, ok := strings.Cut(string(text), "-")
	if ok {
		if s[0], err = strconv.Atoi(first); err == nil {
			s[1], err = strconv.Atoi(second)
		}
	}
	if !ok || err != nil {
		return fmt.Errorf("%q, want two numbers such as 3-0", text)
	}
	return nil
}
