package games

import (
	"crypto/rand"
	"fmt"
	"math/big"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/cmd/gammonlab/internal/table"
	"gammonlab/cmd/gammonlab/internal/web/backend"
	"gammonlab/cmd/gammonlab/internal/web/models"
	"gammonlab/cmd/gammonlab/internal/web/problem"
	"gammonlab/internal/seed"
)

// Settings are the settings of a match or a money session.
type Settings struct {
	Model   string `json:"model"`
	Plies   int    `json:"plies"`
	Level   string `json:"level"`   // strength of the net, one of Levels; "" for its best
	Variant string `json:"variant"` // "" or the variant of the model
	Length  int    `json:"length"`  // points of the match, 0 for a money session
	NoCube  bool   `json:"no_cube"`
	Jacoby  bool   `json:"jacoby"`  // in money sessions
	Beavers int    `json:"beavers"` // in money sessions, the maximal number of beavers after a double
	First   string `json:"first"`   // who begins each game: dice, you or net
	Dice    string `json:"dice"`    // seed, or hand if they are entered
	Seed    uint64 `json:"seed"`    // seed of the dice; 0 for a random one
	Tutor   int    `json:"tutor"`   // warn about decisions that cost more than this many mEq, 0 for never
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
	maxSeed  = 1_000_000 // largest random seed, short enough to type
)

// Defaults returns the settings of a money session with the first model.
func Defaults() *Settings {
	return &Settings{Jacoby: true, Beavers: 3, First: byDice, Dice: seeded}
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
	if err := s.strength().Validate(); err != nil {
		return err
	}
	if s.Length > 0 || s.NoCube {
		s.Jacoby, s.Beavers = false, 0
	}
	if err := s.check(); err != nil {
		return problem.Bad(err)
	}
	if s.Seed == 0 && s.Dice == seeded {
		n, err := rand.Int(rand.Reader, big.NewInt(maxSeed-1))
		if err != nil {
			return err
		}
		s.Seed = n.Uint64() + 1
	}
	return nil
}

// check checks the numbers and names.
func (s *Settings) check() error {
	for _, n := range []struct {
		name        string
		value, most int
	}{
		{"length", s.Length, board.MaxMatchLength}, {"beavers", s.Beavers, game.MaxBeavers},
		{"tutor", s.Tutor, maxTutor}, {"plies", s.Plies, models.MaxPlies},
	} {
		if n.value < 0 || n.value > n.most {
			return fmt.Errorf("%s is %d, want 0 to %d", n.name, n.value, n.most)
		}
	}
	if _, err := findLevel(s.Level); err != nil {
		return err
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

// strength returns the settings of the net's adviser.
func (s *Settings) strength() models.Strength {
	return models.Strength{Plies: s.Plies, NoCube: s.NoCube}
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
		Rules: game.Rules{Variant: v, Length: s.Length, NoCube: s.NoCube, Jacoby: s.Jacoby, Beavers: s.Beavers},
		First: map[string]board.Player{byDice: board.Nobody, byUser: table.User, byNet: table.Net}[s.First],
	}
	var dice board.Dice
	if s.Dice == seeded {
		dice = board.NewDice(seed.Stream(s.Seed, 0))
	}
	return table.New(r, dice), nil
}
