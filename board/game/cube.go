package game

import (
	"errors"
	"fmt"

	"gammonlab/board"
)

// Why a player may not double, in the order in which they are looked for.
var (
	errOver      = errors.New("the game is over")
	errOffered   = errors.New("a double is on offer")
	errFirstRoll = errors.New("nobody doubles before the first roll")
	errRolled    = errors.New("the dice are thrown")
	ErrNoCube    = errors.New("the cube is not in use")
	ErrCrawford  = errors.New("nobody doubles in the Crawford game")
	ErrOwner     = errors.New("the opponent owns the cube")
	ErrCubeLimit = fmt.Errorf("the cube ends at %d", board.MaxCube)
	ErrDeadCube  = errors.New("the cube is dead: it wins the match as it is")
)

// MayDouble says why the player on roll may not double now, nil if it may.
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
	case 2*m.Cube > board.MaxCube:
		return ErrCubeLimit
	case !s.DeadDoubles && m.Length > 0 && Dead(s.away(m.Roller), m.Cube):
		return ErrDeadCube
	}
	return nil
}

// Dead reports whether a player who needs so many points of the match wins it
// with the cube as it is, so that to double gains nothing.
func Dead(away, cube int) bool { return away <= cube }

// Double has the player on roll offer twice the cube.
func (s *State) Double() error {
	if err := s.MayDouble(); err != nil {
		return err
	}
	s.Match.Doubled, s.Match.Turn, s.Beavered = true, s.Match.Roller.Opponent(), 0
	return nil
}

// MayAnswer says why the player may not answer a double, nil if it may.
func (s *State) MayAnswer(p board.Player) error {
	switch m := &s.Match; {
	case s.Over():
		return errOver
	case !m.Doubled:
		return errors.New("no double to answer")
	case m.Turn != p:
		return fmt.Errorf("it is %v who must answer", m.Turn)
	}
	return nil
}

// MayBeaver says why the double on offer may not be answered by another one, nil
// if it may.
func (s *State) MayBeaver() error {
	m := &s.Match
	switch {
	case !m.Doubled:
		return errors.New("no double to answer")
	case m.Length > 0:
		return errors.New("beavers are for money sessions")
	case s.Beavered >= s.Beavers:
		return fmt.Errorf("no more than %d beavers answer a double", s.Beavers)
	case 4*m.Cube > board.MaxCube:
		return ErrCubeLimit
	}
	return nil
}

// Beavered reports whether the double on offer is a beaver: the cube is then the
// opponent's of who doubled first, who could not have doubled else.
func Beavered(m *board.Match) bool {
	return m.Doubled && m.Length == 0 && m.Owner == m.Roller.Opponent()
}

// Take has the player whose turn it is take the double on offer, or the beaver.
// The cube belongs to the opponent of who doubled first.
func (s *State) Take() error {
	m := &s.Match
	if err := s.MayAnswer(m.Turn); err != nil {
		return err
	}
	s.turnCube()
	m.Doubled, m.Turn = false, m.Roller
	return nil
}

// Beaver has the player whose turn it is take the double on offer and double at
// once. Who doubled first must answer that in the same way.
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

// Drop has the player whose turn it is pass the double on offer, or the beaver,
// and lose the cube as it was before.
func (s *State) Drop() error {
	if err := s.MayAnswer(s.Match.Turn); err != nil {
		return err
	}
	s.end(board.Dropped, s.Match.Turn.Opponent(), s.Match.Cube)
	return nil
}
