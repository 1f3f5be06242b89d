package kinds

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"gammonlab/board"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/engine/rules"
	"gammonlab/internal/setting"
	"gammonlab/work"
)

// stateWork are the settings of the cube and the score of a question.
type stateWork struct {
	rules.Setup `group:"Rules, cube and score"`

	described bool // one of the settings is given
	cubeless  bool // cubeful is given and off
}

// Given learns which settings are given, see [setting.Read].
func (s *stateWork) Given(has func(setting.Name) bool) {
	s.described = slices.ContainsFunc(setting.Fields(s), func(f setting.Field) bool { return has(f.Name) })
	s.cubeless = has("cubeful")
}

// askedMET is the match equity table of a question.
type askedMET struct {
	MET named.MET `json:"met,omitzero" group:"Rules, cube and score"`
}

// stakes returns the source of stakes for questions; cubeful is the value of that setting.
func (s *stateWork) stakes(met *named.MET, cubeful bool, env *work.Env) (*stakesSource, error) {
	state, err := s.State()
	if err != nil {
		return nil, work.Refused(err)
	}
	f := &stakesSource{described: s.described, state: state}
	f.note = func(format string, args ...any) { env.Note(fmt.Sprintf(format, args...)) }
	if s.cubeless && !cubeful {
		f.unused = "cube and score of the position are not used, as --cubeful=false demands"
	}
	f.met, err = met.Find()
	return f, err
}

// stakesSource returns the stakes for the player on roll: those of the settings, otherwise those
// of the position.
type stakesSource struct {
	described bool       // the settings describe the cube or the score
	state     cube.State // state of the settings, otherwise that of a money game
	met       *cube.MET
	unused    string // reason for which cube and score of positions do not count, "" if they do
	answers   bool   // a double on offer is answered

	note           func(format string, args ...any)
	noted, offered sync.Once
}

// of returns the stakes for the player on roll. It returns nil, for cubeless equities, if the
// settings describe none, wanted is false, and the position is of a money game or does not count.
// A note says once that cube and score of a position, or a double on offer, are not used.
func (f *stakesSource) of(s *board.XGID, wanted bool) (*cube.Stakes, error) {
	if s.Match.Doubled && !f.answers {
		f.offered.Do(func() { f.note("the double on offer in the position is ignored; hint without dice answers it") })
	}
	switch {
	case f.described:
		if f.differs(s) {
			f.noted.Do(func() { f.note("cube and score are those of the flags, not those of the position") })
		}
		return cube.Prepare(f.state, f.met)
	case !wanted && f.unused != "":
		if s.Match.Length > 0 {
			f.noted.Do(func() { f.note("%s", f.unused) })
		}
		return nil, nil
	}
	st, err := cube.ForXGID(s, f.met, wanted)
	if err != nil {
		err = work.Refused(err)
	}
	if err == nil && st == nil && s.Match.Cube > 1 {
		f.noted.Do(func() { f.note("the cube of the position is not used; --cubeful uses it") })
	}
	return st, err
}

// differs reports whether the position has another cube or score than the settings, and not only
// those of a money game that begins.
func (f *stakesSource) differs(s *board.XGID) bool {
	state, err := cube.FromXGID(s)
	if err != nil {
		return true
	}
	state.MaxCube, state.Roller = f.state.MaxCube, f.state.Roller
	begins := cube.Money(state.Jacoby, state.Beavers)
	begins.Roller = state.Roller
	return state != f.state && state != begins
}

// diceWork is the roll of a question.
type diceWork struct {
	Dice string `json:"dice,omitempty" help:"<ROLL>, two digits such as 31"`
}

// check returns an error if the setting is no roll.
func (d *diceWork) check() error {
	_, err := d.of(&board.XGID{})
	return err
}

// of returns the roll of the setting or, without it, the dice of the position: the zero Roll if
// there are none.
func (d *diceWork) of(s *board.XGID) (board.Roll, error) {
	if d.Dice == "" {
		return s.Match.Dice, nil
	}
	roll, err := board.ParseRoll(d.Dice)
	return roll, setting.In("dice", err)
}

// errOver is the error about a position whose game is over.
var errOver = errors.New("the game is over")

// checkOver returns an error if the game is over.
func checkOver(s *board.XGID) error {
	if s.Position.Result() != 0 {
		return fmt.Errorf("position %s: %w", s.Position.ID(), errOver)
	}
	return nil
}
