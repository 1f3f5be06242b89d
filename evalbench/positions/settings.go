package positions

import (
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/engine/selfplay"
	"gammonlab/internal/farm"
	"gammonlab/internal/identity"
	"gammonlab/internal/version"
	"gammonlab/nets/kernel"
)

// Settings say which decisions become a benchmark and how they are judged.
type Settings struct {
	Out     string // the file, which must not be there, unless
	Replace bool   // it is to be replaced when all is done
	Variant board.Variant
	Seed    uint64
	Workers int       // 0 for one on each processor
	Pool    farm.Pool // rolls out decisions in place of goroutines of this process; nil for none

	// Player plays the games that decisions are taken from, both sides of them.
	// Name says who that is.
	Player engine.Player
	Name   string
	Starts *selfplay.Starts // where the games begin; nil for the variant's opening

	// How many decisions are wanted: rolls, of all classes or with quotas of each,
	// and cubes. PerGame bounds those of a game, which are drawn evenly.
	Rolls   int
	Quotas  map[engine.Class]int // their sum is Rolls; nil for no quotas
	Cubes   int
	PerGame int

	// Static judges, without looking ahead, what is a real choice: the second best
	// play is behind by at most Margin points, or doubling or taking is right or
	// wrong by at most that. It also plays the rollouts.
	Static engine.Evaluator
	Margin float64

	// Candidates is how many plays at most are rolled out, those that are best a
	// ply ahead.
	Candidates int

	// Rollout says how; its seed, workers, state and progress are not used.
	Rollout rollout.Settings

	// Identity names what else the figures depend on, such as digests of models.
	// It becomes part of the file.
	Identity map[string]string

	// Progress, if set, is called after each decision, not by two goroutines at
	// once.
	Progress func(done, total int)

	// Written, if set, is called when the file is written, before its journal is
	// removed, and again if the process is killed between: for files that follow from
	// the set. After an error the journal stays.
	Written func(*Set) error
}

// Defaults returns settings that take a second or two a decision: 1296 trials of
// up to five plays, fewer of those that are clearly behind, that end after eleven
// half-moves.
func Defaults() Settings {
	s := Settings{
		Variant: board.Backgammon, PerGame: 3, Margin: 0.1, Candidates: 5, Rollout: rollout.Defaults(),
	}
	s.Rollout.Truncation.Turns = 11
	s.Rollout.Stop = rollout.Stop{MinTrials: 144, Distance: rollout.DefaultStop().Distance}
	return s
}

// classes lists those that positions have without databases.
var classes = []engine.Class{engine.Contact, engine.Crashed, engine.Race}

// Validate reports the first setting that does not make sense.
func (s *Settings) Validate() error {
	switch {
	case s.Out == "":
		return errors.New("positions: no file to make is named")
	case s.Player == nil || s.Static == nil:
		return errors.New("positions: somebody must play and somebody judge")
	case s.Rolls < 0 || s.Cubes < 0 || s.Rolls+s.Cubes == 0:
		return fmt.Errorf("positions: %d rolls and %d cubes, want at least 1 decision", s.Rolls, s.Cubes)
	case s.PerGame < 1 || s.Candidates < 2 || s.Workers < 0:
		return fmt.Errorf("positions: %d decisions of a game, %d plays of a roll, %d workers, want at least 1, 2 and 0",
			s.PerGame, s.Candidates, s.Workers)
	case !(s.Margin > 0): // so that NaN fails too
		return fmt.Errorf("positions: a margin of %v points, want more than 0", s.Margin)
	}
	if err := s.validateQuotas(); err != nil {
		return err
	}
	if s.Starts != nil && s.Starts.Variant() != s.Variant {
		return fmt.Errorf("positions: games are of %v, but begin in positions of %v", s.Variant, s.Starts.Variant())
	}
	return s.Rollout.Validate()
}

func (s *Settings) validateQuotas() error {
	if s.Quotas == nil {
		return nil
	}
	sum := 0
	for class, n := range s.Quotas {
		if !slices.Contains(classes, class) || n < 1 {
			return fmt.Errorf("positions: a quota of %d of class %v, want at least 1 of contact, crashed or race", n, class)
		}
		sum += n
	}
	if sum != s.Rolls {
		return fmt.Errorf("positions: quotas of %d rolls in all, want %d", sum, s.Rolls)
	}
	return nil
}

func (s *Settings) workers() int {
	if s.Workers == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return s.Workers
}

// made returns all that the figures depend on.
func (s *Settings) made() (map[string]string, error) {
	digest, err := s.static().Digest()
	if err != nil {
		return nil, fmt.Errorf("positions: %w", err)
	}
	r := &s.Rollout
	made := map[string]string{
		"made_by":       "gammonlab bench positions build",
		"toolkit":       version.Toolkit,
		"seed":          strconv.FormatUint(s.Seed, 10),
		"player":        s.Name,
		"rolls":         strconv.Itoa(s.Rolls),
		"cubes":         strconv.Itoa(s.Cubes),
		"per_game":      strconv.Itoa(s.PerGame),
		"margin":        number(s.Margin),
		"candidates":    strconv.Itoa(s.Candidates),
		"model":         digest,
		identity.Kernel: kernel.Class(),
		"trials":        strconv.Itoa(r.Trials),
		"strength":      r.Player.String() + " against " + r.Opponent.String() + ", " + r.Late.String(),
		"truncation":    fmt.Sprintf("%d half-moves, %d-ply", r.Truncation.Turns, r.Truncation.Plies),
		"stop":          fmt.Sprintf("from %d trials on, error %s, distance %s", r.Stop.MinTrials, number(r.Stop.Error), number(r.Stop.Distance)),
		"luck":          [...]string{"left in", "quick", "full"}[r.Luck],
		"endings":       [...]string{"played out", "exact", "any"}[r.Bearoff],
	}
	if r.Plain {
		made["dice"] = "plain"
	}
	if s.Quotas != nil {
		made["quotas"] = s.quotasText()
	}
	if s.Starts != nil {
		made["starts"] = s.Starts.String()
	}
	if d := s.static().Databases(); d != nil {
		made["bearoff"] = strings.Join(d.Names(), ", ")
	}
	maps.Copy(made, s.Identity)
	return made, nil
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func (s *Settings) quotasText() string {
	var parts []string
	for _, class := range classes {
		if n := s.Quotas[class]; n > 0 {
			parts = append(parts, fmt.Sprintf("%v=%d", class, n))
		}
	}
	return strings.Join(parts, ",")
}

// static returns who judges without looking ahead.
func (s *Settings) static() *engine.Full { return engine.NewFull(s.Static) }

// searcher returns what ranks the plays of a roll.
func (s *Settings) searcher() (*search.Searcher, error) {
	return search.New(s.static().Clone(), search.Options{Plies: 1})
}
