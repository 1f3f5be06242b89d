package cube

import (
	"fmt"
	"strconv"
	"strings"
)

// Start is the score and the rule with which a game begins, as settings.
type Start struct {
	Match    int   `json:"match,omitempty" help:"match to <N> points; 0 for a money game"`
	Score    Score `json:"score,omitzero" needs:"match" default:"0-0" help:"<SCORE> of the player on roll and the opponent"`
	Crawford bool  `json:"crawford,omitempty" needs:"match" help:"the game is the Crawford game"`
	Jacoby   bool  `json:"jacoby" default:"true" help:"Jacoby rule in money games: gammons count only after a double"`
}

// State returns the state at the start of the game. In money games, beavers are allowed.
func (s *Start) State() (State, error) {
	state := Money(s.Jacoby, true)
	if s.Match != 0 {
		state = Match(s.Match, s.Score[0], s.Score[1], s.Crawford)
	}
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
