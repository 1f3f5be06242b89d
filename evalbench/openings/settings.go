package openings

import (
	"errors"
	"fmt"
	"maps"
	"runtime"
	"strconv"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/engine/selfplay"
	"gammonlab/internal/farm"
	"gammonlab/internal/identity"
	"gammonlab/internal/version"
	"gammonlab/nets/kernel"
)

// Settings say what a book has and how its plays are rolled out.
type Settings struct {
	Out     string // the file, which must not be there, unless
	Replace bool   // it is to be replaced when all is done
	Variant board.Variant
	Workers int       // 0 for one on each processor; the file does not depend on it
	Pool    farm.Pool // plays the trials in place of goroutines of this process; nil for none

	// State is the cube and the score for who plays the first roll, and MET the match
	// equity table, nil for the default.
	State cube.State
	MET   *cube.MET

	Replies bool // the book has those, too

	// Static chooses the plays to roll out, a ply ahead, and plays the rollouts: at most
	// Candidates plays, and of those beside the best only those within Margin of it,
	// in normalised equity.
	Static     engine.Evaluator
	Candidates int
	Margin     float64

	// Rollout says how; the seed of each decision is derived from its seed. Its workers,
	// pool, state and progress are not used.
	Rollout rollout.Settings

	// Beside chooses plays that are shown beside the book's, and rolled out if they are
	// not candidates; nil for nobody. BesideName says who that is.
	Beside     selfplay.CubePlayer
	BesideName string

	// Identity names what else the figures depend on. It becomes part of the file.
	Identity map[string]string

	// Progress, if set, is called after each decision, not by two goroutines at once.
	Progress func(done, total int)
}

// Defaults returns the settings of a book of money games, but for who plays: the
// standard rollout of up to five plays within 0.06 of the best, all of which go on until
// they are precise.
func Defaults() Settings {
	s := Settings{
		Variant: board.Backgammon, State: cube.Money(true, true), Replies: true, Candidates: 5, Margin: 0.06, Rollout: rollout.Defaults(),
	}
	for _, p := range rollout.Presets() {
		if p.Name == DefaultPreset {
			p.Apply(&s.Rollout)
		}
	}
	s.Rollout.Stop.Distance = 0
	return s
}

// DefaultPreset is the preset of rollouts by which books are made.
const DefaultPreset = "standard"

// Validate reports the first setting that does not make sense.
func (s *Settings) Validate() error {
	switch {
	case s.Out == "":
		return errors.New("openings: no file to make is named")
	case s.Static == nil:
		return errors.New("openings: somebody must play the rollouts")
	case s.Candidates < 1 || s.Workers < 0:
		return fmt.Errorf("openings: %d candidates and %d workers, want at least 1 and 0", s.Candidates, s.Workers)
	case !(s.Margin >= 0):
		return fmt.Errorf("openings: a margin of %v, want 0 or more", s.Margin)
	case s.State.Cube != 1:
		return fmt.Errorf("openings: the cube shows %d, want 1: a game begins", s.State.Cube)
	}
	if err := s.State.Validate(); err != nil {
		return err
	}
	return s.Rollout.Validate()
}

// workers returns how many decisions are rolled out at the same time: with a pool one,
// whose trials the pool spreads.
func (s *Settings) workers() int {
	switch {
	case s.Pool != nil:
		return 1
	case s.Workers == 0:
		return runtime.GOMAXPROCS(0)
	}
	return s.Workers
}

// made returns all that the figures depend on.
func (s *Settings) made(static *engine.Full, stakes *cube.Stakes) (map[string]string, error) {
	digest, err := static.Digest()
	if err != nil {
		return nil, fmt.Errorf("openings: %w", err)
	}
	r := &s.Rollout
	made := map[string]string{
		"made_by":       "gammonlab openings build",
		"toolkit":       version.Toolkit,
		"model":         digest,
		identity.Kernel: kernel.Class(),
		"stakes":        stakes.Words(),
		"candidates":    fmt.Sprintf("up to %d within %v of the best, %d-ply", s.Candidates, s.Margin, candidatePlies),
		"seed":          strconv.FormatUint(r.Seed, 10),
		"trials":        strconv.Itoa(r.Trials),
		"strength":      r.Player.String() + " against " + r.Opponent.String() + ", " + r.Late.String(),
		"truncation":    fmt.Sprintf("%d half-moves, %d-ply", r.Truncation.Turns, r.Truncation.Plies),
		"stop":          fmt.Sprintf("from %d trials on, error %v, distance %v", r.Stop.MinTrials, r.Stop.Error, r.Stop.Distance),
		"luck":          r.Luck.String(),
		"endings":       r.Bearoff.String(),
	}
	if met := stakes.MET(); met != nil {
		made["met"] = met.Name()
	}
	if s.Beside != nil {
		made["beside"] = s.BesideName
	}
	maps.Copy(made, s.Identity)
	return made, nil
}

// candidatePlies is how far ahead candidates are chosen.
const candidatePlies = 1

// searchOptions are those by which candidates are chosen.
func searchOptions() search.Options {
	return search.Options{Plies: candidatePlies, Filter: search.Normal(), Workers: 1}
}
