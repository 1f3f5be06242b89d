package games

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/table"
	"gammonlab/engine/rules"
	"gammonlab/internal/seed"
	"gammonlab/internal/setting"
	"gammonlab/rating/levels"
)

// Settings are the settings of a match or a money session.
type Settings struct {
	Model       string            `json:"model" help:"one of the models on the page About (default: the first)"`
	Plies       int               `json:"plies" help:"depth of the net's search"`
	Level       levels.Choice     `json:"level"`
	Variant     string            `json:"variant" help:"must be the variant of the model, which is the default"`
	Length      rules.Length      `json:"length"`
	NoCube      rules.NoCube      `json:"no_cube"`
	Jacoby      rules.Jacoby      `json:"jacoby"`
	Beavers     rules.Beavers     `json:"beavers" default:"3"`
	AutoDoubles rules.AutoDoubles `json:"auto_doubles"`
	First       string            `json:"first" default:"dice" help:"who begins each game"`
	Dice        string            `json:"dice" default:"seed" help:"seed: rolled by the server; hand: entered by the user"`
	Seed        uint64            `json:"seed" help:"seed of the dice; 0: random"`
	Tutor       int               `json:"tutor" help:"warn about decisions that cost more than this many mEq; 0: never"`
	Clock       int               `json:"clock" help:"your reserve of time, in minutes per point of a match; 0: no clock"`
	Delay       int               `json:"delay" default:"12" help:"seconds of each of your turns before the reserve runs"`
}

// The values of Settings.First and Settings.Dice.
const (
	byDice = "dice"
	byUser = "you"
	byNet  = "net"
	seeded = "seed"
	byHand = "hand"
)

// Bounds of settings.
const (
	maxTutor = 1000
	maxClock = 60
	maxDelay = 600
	maxSeed  = 1_000_000 // largest random seed, short enough to type
)

// Defaults returns the settings of a money session with the first model.
func Defaults() *Settings {
	s := new(Settings)
	if err := setting.Read(s, nil, nil); err != nil {
		panic(err) // no setting is required
	}
	return s
}

// complete checks the settings and sets the defaults.
func (s *Settings) complete(l *backend.Backend) error {
	m, err := l.Models.Find(s.Model)
	if err != nil {
		return err
	}
	s.Model = m.Name
	if s.Variant == "" {
		s.Variant = m.Variant().String()
	}
	if s.Variant != m.Variant().String() {
		return problem.Bad(fmt.Errorf("variant is %q, but model %s plays %v", s.Variant, m.Name, m.Variant()))
	}
	if s.Length > 0 || s.NoCube {
		s.Jacoby, s.Beavers, s.AutoDoubles = false, 0, 0
	}
	if err := s.check(); err != nil {
		return problem.Bad(err)
	}
	if s.Seed == 0 && s.Dice == seeded {
		var random [8]byte
		rand.Read(random[:])
		s.Seed = binary.LittleEndian.Uint64(random[:])%maxSeed + 1
	}
	return nil
}

// check checks the numbers and names.
func (s *Settings) check() error {
	for _, n := range []struct {
		name        string
		value, most int
	}{
		{"tutor", s.Tutor, maxTutor}, {"plies", s.Plies, models.MaxPlies},
		{"clock", s.Clock, maxClock}, {"delay", s.Delay, maxDelay},
	} {
		if n.value < 0 || n.value > n.most {
			return fmt.Errorf("%s is %d, want 0 to %d", n.name, n.value, n.most)
		}
	}
	if err := setting.CheckFields(s); err != nil {
		return err
	}
	if s.Clock > 0 && s.Length == 0 {
		return fmt.Errorf("clock is %d, but a money session has no clock: want a length of the match", s.Clock)
	}
	switch s.First {
	case byDice, byUser, byNet:
	default:
		return fmt.Errorf("first is %q, want dice, you or net", s.First)
	}
	switch {
	case s.Dice != seeded && s.Dice != byHand:
		return fmt.Errorf("dice is %q, want seed or hand", s.Dice)
	case s.Dice == byHand && s.Seed != 0:
		return fmt.Errorf("seed is %d, but the dice are entered by hand", s.Seed)
	}
	return nil
}

// table returns a table before the first game.
func (s *Settings) table() (*table.Table, error) {
	v, err := board.ParseVariant(s.Variant)
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return nil, err
	}
	r := table.Rules{
		Rules: game.Rules{
			Variant: v, Length: int(s.Length), NoCube: bool(s.NoCube), Jacoby: bool(s.Jacoby), Beavers: int(s.Beavers), AutoDoubles: int(s.AutoDoubles),
		},
		First: map[string]board.Player{byDice: board.Nobody, byUser: table.User, byNet: table.Net}[s.First],
	}
	var dice board.Dice
	if s.Dice == seeded {
		dice = board.NewDice(seed.Stream(s.Seed, 0))
	}
	return table.New(r, dice), nil
}
