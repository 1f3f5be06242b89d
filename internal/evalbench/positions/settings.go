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
	"gammonlab/farm"
	"gammonlab/internal/identity"
	"gammonlab/internal/nets/kernel"
	"gammonlab/internal/version"
)

// Settings select the decisions of a benchmark and set their rollouts.
type Settings struct {
	Out     string // path of the output file, which must not exist unless Replace is set
	Replace bool   // replace an existing file at the end
	Variant board.Variant
	Seed    uint64
	Workers int       // goroutines, 0 for one per processor
	Pool    farm.Pool // rolls out decisions; nil for goroutines of this process

	// Player plays both sides of the games from which decisions are selected. Name is the
	// player's name.
	Player engine.Player
	Name   string
	Starts *selfplay.Starts // start positions of the games; nil for the variant's opening

	// Rolls and Cubes are the numbers of decisions; Quotas are numbers of rolls by class.
	// PerGame is the maximal number of decisions from one game, which are drawn
	// uniformly.
	Rolls   int
	Quotas  map[engine.Class]int // their sum is Rolls; nil for no quotas
	Cubes   int
	PerGame int

	// Static selects real decisions by 0-ply evaluation: the second best play costs at
	// most Margin points, or doubling or taking is right or wrong by at most Margin
	// points. It also plays the rollouts.
	Static engine.Evaluator
	Margin float64

	// Candidates is the maximal number of plays rolled out, the best by 1-ply
	// evaluation.
	Candidates int

	// Rollout has the settings of the rollouts; its seed, workers, state and progress
	// are not used.
	Rollout rollout.Settings

	// Identity has everything else that the equities depend on, such as digests of
	// models. It is stored in the file.
	Identity map[string]string

	// Progress, if set, is called after each decision, by one goroutine at a time.
	Progress func(done, total int)

	// Written, if set, is called after the file is written and before its journal is
	// removed, to derive other files from the set. If the process is killed in between,
	// the next Build calls Written again. If Written returns an error, the journal stays.
	Written func(*Set) error
}

// Defaults returns settings that take a second or two per decision: 1296 trials of up
// to five plays, fewer for plays that are clearly worse, truncated after eleven plies.
func Defaults() Settings {
	s := Settings{
		Variant: board.Backgammon, PerGame: 3, Margin: 0.1, Candidates: 5, Rollout: rollout.Defaults(),
	}
	s.Rollout.Truncation.Turns = 11
	s.Rollout.Stop = rollout.Stop{MinTrials: 144, Distance: rollout.DefaultStop().Distance}
	return s
}

// classes lists the classes of positions without bear-off databases.
var classes = []engine.Class{engine.Contact, engine.Crashed, engine.Race}

// Validate returns an error for the first invalid setting.
func (s *Settings) Validate() error {
	switch {
	case s.Out == "":
		return errors.New("the path of the file is missing")
	case s.Player == nil || s.Static == nil:
		return errors.New("want a player and an evaluator")
	case s.Rolls < 0 || s.Cubes < 0 || s.Rolls+s.Cubes == 0:
		return fmt.Errorf("%d rolls and %d cubes, want at least 1 decision", s.Rolls, s.Cubes)
	case s.PerGame < 1 || s.Candidates < 2 || s.Workers < 0:
		return fmt.Errorf("%d decisions of a game, %d plays of a roll, %d workers, want at least 1, 2 and 0",
			s.PerGame, s.Candidates, s.Workers)
	case !(s.Margin > 0): // rejects NaN, too
		return fmt.Errorf("a margin of %v points, want more than 0", s.Margin)
	}
	if err := s.validateQuotas(); err != nil {
		return err
	}
	if s.Starts != nil && s.Starts.Variant() != s.Variant {
		return fmt.Errorf("games are of %v, but the start positions of %v", s.Variant, s.Starts.Variant())
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
			return fmt.Errorf("a quota of %d of class %v, want at least 1 of contact, crashed or race", n, class)
		}
		sum += n
	}
	if sum != s.Rolls {
		return fmt.Errorf("quotas of %d rolls in all, want %d", sum, s.Rolls)
	}
	return nil
}

func (s *Settings) workers() int {
	if s.Workers == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return s.Workers
}

// made returns all settings that the equities depend on.
func (s *Settings) made() (map[string]string, error) {
	digest, err := s.static().Digest()
	if err != nil {
		return nil, err
	}
	r := &s.Rollout
	made := map[string]string{
		"made_by":            "gammonlab bench positions build",
		"toolkit":            version.Toolkit,
		"seed":               strconv.FormatUint(s.Seed, 10),
		"player":             s.Name,
		"decisions":          strconv.Itoa(s.Rolls),
		"cubes":              strconv.Itoa(s.Cubes),
		"per_game":           strconv.Itoa(s.PerGame),
		"margin":             number(s.Margin),
		"candidates":         strconv.Itoa(s.Candidates),
		"model":              digest,
		identity.Kernel:      kernel.Class(),
		"trials":             strconv.Itoa(r.Trials),
		"plies":              r.Sides(),
		"truncate":           fmt.Sprintf("%d half-moves, %d-ply", r.Truncation.Turns, r.Truncation.Plies),
		"stop":               fmt.Sprintf("from %d trials on, error %s, distance %s", r.Stop.MinTrials, number(float64(r.Stop.Error)), number(r.Stop.Distance)),
		"variance_reduction": [...]string{"left in", "quick", "full"}[r.Luck],
		"truncate_bearoff":   [...]string{"played out", "exact", "any"}[r.Bearoff],
	}
	if r.Plain {
		made["dice"] = "plain"
	}
	if s.Quotas != nil {
		made["quota"] = s.quotasText()
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

// static returns the evaluator for 0-ply evaluation.
func (s *Settings) static() *engine.Full { return engine.NewFull(s.Static) }

// searcher returns the searcher that ranks plays.
func (s *Settings) searcher() (*search.Searcher, error) {
	return search.New(s.static().Clone(), search.Options{Plies: 1})
}
