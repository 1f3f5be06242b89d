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
	"gammonlab/farm"
	"gammonlab/internal/identity"
	"gammonlab/internal/nets/kernel"
	"gammonlab/internal/version"
)

// Settings are the content of a book and the settings of its rollouts.
type Settings struct {
	Out     string // path of the file, which must not exist unless Replace is set
	Replace bool   // replace an existing file at the end
	Variant board.Variant
	Workers int       // goroutines, 0 for one per processor; the file does not depend on it
	Pool    farm.Pool // plays the trials; nil for goroutines of this process

	// State is the cube and the score for the player of the first roll. MET is the match
	// equity table, nil for the default.
	State cube.State
	MET   *cube.MET

	Replies bool // the book also has the replies

	// Static chooses the plays to roll out by 1-ply evaluation, and plays the rollouts.
	// It chooses at most Candidates plays: the best, and others whose normalised equity
	// is at most Margin lower.
	Static     engine.Evaluator
	Candidates int
	Margin     float64

	// Second also rolls out all plays, nil for none. A net errs alike in all trials, which the
	// standard error does not show; two nets differ.
	Second     engine.Evaluator
	SecondName string

	// Rollout has the settings of the rollouts; Build derives the seed of each decision
	// from Rollout.Seed. Workers, pool, state and progress are not used.
	Rollout rollout.Settings

	// Beside is a player whose plays the book shows for comparison, nil for none. Plays
	// that are not candidates are also rolled out. BesideName is the player's name.
	Beside     selfplay.CubePlayer
	BesideName string

	// Identity has everything else that the equities depend on. It is stored in the file.
	Identity map[string]string

	// Progress, if set, is called after each decision, by one goroutine at a time.
	Progress func(done, total int)
}

// Defaults returns the settings of a book for money games, without Static: the standard
// rollout of up to five plays within 0.06 of the best, each until it is precise enough.
func Defaults() Settings {
	s := Settings{
		Variant: board.Backgammon, State: cube.Money(true, true), Replies: true, Candidates: 5, Margin: 0.06, Rollout: rollout.Defaults(),
	}
	s.Rollout = rollout.Preset(DefaultPreset).Of()
	s.Rollout.Stop.Distance = 0
	return s
}

// DefaultPreset is the preset of a book's rollouts.
const DefaultPreset = "standard"

// Validate returns an error for the first invalid setting.
func (s *Settings) Validate() error {
	switch {
	case s.Out == "":
		return errors.New("the path of the file is missing")
	case s.Static == nil:
		return errors.New("want an evaluator for the rollouts")
	case s.Candidates < 1 || s.Workers < 0:
		return fmt.Errorf("%d candidates and %d workers, want at least 1 and 0", s.Candidates, s.Workers)
	case !(s.Margin >= 0):
		return fmt.Errorf("a margin of %v, want 0 or more", s.Margin)
	case s.State.Cube != 1:
		return fmt.Errorf("the cube shows %d, want 1: a game begins", s.State.Cube)
	}
	if err := s.State.Validate(); err != nil {
		return err
	}
	return s.Rollout.Validate()
}

// workers returns the number of decisions that are rolled out at the same time: 1 with a
// pool, because the pool distributes the trials of a decision.
func (s *Settings) workers() int {
	switch {
	case s.Pool != nil:
		return 1
	case s.Workers == 0:
		return runtime.GOMAXPROCS(0)
	}
	return s.Workers
}

// made returns all settings that the equities depend on.
func (s *Settings) made(static *engine.Full, stakes *cube.Stakes) (map[string]string, error) {
	digest, err := static.Digest()
	if err != nil {
		return nil, err
	}
	r := &s.Rollout
	made := map[string]string{
		"made_by":            "gammonlab openings build",
		"toolkit":            version.Toolkit,
		"model":              digest,
		identity.Kernel:      kernel.Class(),
		"stakes":             stakes.Words(),
		"candidates":         fmt.Sprintf("up to %d within %v of the best, %d-ply", s.Candidates, s.Margin, candidatePlies),
		"seed":               strconv.FormatUint(r.Seed, 10),
		"trials":             strconv.Itoa(r.Trials),
		"plies":              r.Sides(),
		"truncate":           fmt.Sprintf("%d half-moves, %d-ply", r.Truncation.Turns, r.Truncation.Plies),
		"stop":               fmt.Sprintf("from %d trials on, error %v, distance %v", r.Stop.MinTrials, r.Stop.Error, r.Stop.Distance),
		"variance_reduction": r.Luck.String(),
		"truncate_bearoff":   r.Bearoff.String(),
	}
	if met := stakes.MET(); met != nil {
		made["met"] = met.Name()
	}
	if s.Second != nil {
		if made["second_model"], err = engine.NewFull(s.Second).Digest(); err != nil {
			return nil, fmt.Errorf("the second evaluator: %w", err)
		}
		made["second_model_name"] = s.SecondName
	}
	if s.Beside != nil {
		made["beside"] = s.BesideName
	}
	maps.Copy(made, s.Identity)
	return made, nil
}

// candidatePlies is the depth of the search that chooses candidates.
const candidatePlies = 1

// searchOptions are the options of the search that chooses candidates.
func searchOptions() search.Options {
	return search.Options{Plies: candidatePlies, Filter: search.Normal(), Workers: 1}
}
