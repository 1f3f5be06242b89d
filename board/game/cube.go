package game

import (
	"errors"
	"fmt"

	"gammonlab/board"
)

// Reasons for which a player may not double, in the order of the checks.
var (
	errOver      = errors.New("the game is over")
	errOffered   = errors.New("a double is on offer")
	errFirstRoll = errors.New("no double is allowed before the first roll")
	errRolled    = errors.New("the dice are already rolled")
	ErrNoCube    = errors.New("the cube is not in use")
	ErrCrawford  = errors.New("no double is allowed in the Crawford game")
	ErrOwner     = errors.New("the opponent owns the cube")
	ErrCubeLimit = fmt.Errorf("the cube's maximum is %d", board.MaxCube)
	ErrDeadCube  = errors.New("the cube is dead: its present value wins the match")
)

// MayDouble returns the reason for which the player on roll may not double now,
// nil if the player may.
func (s *State) MayDouble() error {
	m := &s.Match
	switch {
	case s.Over():
		return errOver
	case m.Doubled:
		return errOffered
	case s.NoCube:
		return ErrNoCube
	case m.Crawford:
		return ErrCrawford
	case m.Owner == m.Roller.Opponent():
		return ErrOwner
	case m.Dice != board.Roll{}:
		return errRolled
	case s.Opening:
		return errFirstRoll
	case 2*m.Cube > s.LargestCube():
		return s.errCubeLimit()
	case !s.DeadDoubles && m.Length > 0 && Dead(s.away(m.Roller), m.Cube):
		return ErrDeadCube
	}
	return nil
}

// LargestCube returns the largest value of the cube.
func (r *Rules) LargestCube() int {
	if r.MaxCube > 0 {
		return r.MaxCube
	}
	return board.MaxCube
}

// errCubeLimit returns the reason for which the cube cannot have a larger value: [ErrCubeLimit]
// unless the rules have a largest cube of their own.
func (r *Rules) errCubeLimit() error {
	if r.MaxCube == 0 {
		return ErrCubeLimit
	}
	return fmt.Errorf("the cube's maximum is %d", r.MaxCube)
}

// Dead reports whether the cube is dead for a player who needs away points of
// the match: its present value wins the match, so a double gains nothing.
func Dead(away, cube int) bool { return away <= cube }

// CheckCubeValue returns an error for a value that no cube has.
func CheckCubeValue(cube int) error {
	if cube < 1 || cube > board.MaxCube || cube&(cube-1) != 0 {
		return fmt.Errorf("cube at %d, want a power of 2 from 1 to %d", cube, board.MaxCube)
	}
	return nil
}

// CheckMatchCube checks the doubles that led to the present cube of a match, from the last one
// back: each was made by a player for whom the cube was not dead.
func CheckMatchCube(m *board.Match) error {
	switch {
	case m.Cube > 1 && m.Crawford:
		return fmt.Errorf("cube at %d in the Crawford game, want 1", m.Cube)
	case m.Cube > 1 && m.Owner == board.Nobody:
		return fmt.Errorf("cube at %d in the middle in a match, want 1 or an owner", m.Cube)
	}
	doubler := m.Roller.Opponent()
	if m.Owner == doubler {
		doubler = m.Roller
	}
	for before := m.Cube / 2; before >= 1; before /= 2 {
		if away := m.Length - m.Score[doubler]; Dead(away, before) {
			who := "opponent"
			if doubler == m.Roller {
				who = "player on roll"
			}
			return fmt.Errorf("cube at %d: the %s, %d-away, cannot have doubled the dead cube at %d", m.Cube, who, away, before)
		}
		doubler = doubler.Opponent()
	}
	return nil
}

// AutoDouble doubles the cube after equal dice in the first throw, if the rules have
// automatic doubles and the game may have another one. The cube stays centred.
func (s *State) AutoDouble() {
	if m := &s.Match; s.Length == 0 && !s.NoCube && s.Opening && m.Cube < 1<<s.AutoDoubles && 2*m.Cube <= s.LargestCube() {
		m.Cube *= 2
	}
}

// Double offers twice the cube for the player on roll.
func (s *State) Double() error {
	if err := s.MayDouble(); err != nil {
		return err
	}
	s.Match.Doubled, s.Match.Turn, s.Beavered = true, s.Match.Roller.Opponent(), 0
	return nil
}

// MayAnswer returns the reason for which the player may not answer a double,
// nil if the player may.
func (s *State) MayAnswer(p board.Player) error {
	switch m := &s.Match; {
	case s.Over():
		return errOver
	case !m.Doubled:
		return errors.New("no double to answer")
	case m.Turn != p:
		return fmt.Errorf("%v must answer", m.Turn)
	}
	return nil
}

// MayBeaver returns the reason for which the double on offer may not be
// answered by a beaver, nil if it may.
func (s *State) MayBeaver() error {
	m := &s.Match
	switch {
	case !m.Doubled:
		return errors.New("no double to answer")
	case m.Length > 0:
		return errors.New("beavers are for money sessions")
	case s.Beavered >= s.Beavers:
		return fmt.Errorf("at most %d beavers may answer a double", s.Beavers)
	case 4*m.Cube > s.LargestCube():
		return s.errCubeLimit()
	}
	return nil
}

// Beavered reports whether the double on offer is a beaver. In this case the
// cube belongs to the opponent of the player who doubled first: that player
// could not have doubled a cube of the opponent.
func Beavered(m *board.Match) bool {
	return m.Doubled && m.Length == 0 && m.Owner == m.Roller.Opponent()
}

// Take accepts the double or beaver on offer for the player whose turn it is.
// The opponent of the player who doubled first then owns the cube.
func (s *State) Take() error {
	m := &s.Match
	if err := s.MayAnswer(m.Turn); err != nil {
		return err
	}
	s.turnCube()
	m.Doubled, m.Turn = false, m.Roller
	return nil
}

// Beaver accepts the double on offer for the player whose turn it is and
// redoubles at once. The player who doubled first must take, drop or beaver in
// turn.
func (s *State) Beaver() error {
	if err := s.MayBeaver(); err != nil {
		return err
	}
	s.turnCube()
	s.Match.Turn = s.Match.Turn.Opponent()
	s.Beavered++
	return nil
}

func (s *State) turnCube() {
	s.Match.Cube, s.Match.Owner = 2*s.Match.Cube, s.Match.Roller.Opponent()
}

// Drop refuses the double or beaver on offer for the player whose turn it is,
// who loses the value of the cube before the offer.
func (s *State) Drop() error {
	if err := s.MayAnswer(s.Match.Turn); err != nil {
		return err
	}
	s.end(board.Dropped, s.Match.Turn.Opponent(), s.Match.Cube)
	return nil
}
