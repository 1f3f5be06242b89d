package iterate

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gammonlab/datasets"
	"gammonlab/datasets/generate"
	"gammonlab/datasets/label"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
)

// Generate says which positions a generation collects from games of the best net
// against itself.
type Generate struct {
	Positions   int64   `json:"positions,omitempty"`    // how many; 0 to let Quota say so
	Quota       string  `json:"quota,omitempty"`        // how many of each class, such as contact=90000,race=10000
	PerGame     int     `json:"per_game,omitempty"`     // at most so many of a game; 0 for no bound
	Noise       float64 `json:"noise,omitempty"`        // standard deviation of each probability by which positions are misjudged
	Epsilon     float64 `json:"epsilon,omitempty"`      // chance of a random play
	RandomPlies string  `json:"random_plies,omitempty"` // at the beginning of a game, such as 4 or 0-4
	Informative float64 `json:"informative,omitempty"`  // only positions whose equities at 0 and 1 ply differ by more, points; 0 for all
}

// settings returns what generates positions by the given net.
func (s *Generate) settings(static *engine.Static, name string) (*generate.Settings, error) {
	to := &generate.Settings{
		Variant: static.Model().Variant, Epsilon: s.Epsilon, Positions: s.Positions, PerGame: s.PerGame,
	}
	var err error
	if s.Quota != "" {
		if to.Quotas, err = generate.ParseQuotas(s.Quota); err != nil {
			return nil, fmt.Errorf("iterate: generate.quota: %w", err)
		}
	}
	if s.RandomPlies != "" {
		if to.RandomPlies, err = generate.ParseRange(s.RandomPlies); err != nil {
			return nil, fmt.Errorf("iterate: generate.random_plies: %w", err)
		}
	}
	if s.Informative > 0 {
		to.Informative = generate.Informative{Static: static.Clone(), Threshold: s.Informative}
	}
	var by engine.Player = player.NewGreedy(static.Clone())
	if s.Noise > 0 {
		searcher, err := search.New(static.Clone(), search.Options{})
		if err != nil {
			return nil, err
		}
		by = player.NewNoisy(searcher, player.Noise{Plays: float32(s.Noise)})
		name += fmt.Sprintf(" noise=%v", s.Noise)
	}
	to.Players = []generate.Player{{Name: name, Player: by}}
	return to, nil
}

// validate reports what is wrong with the section.
func (s *Generate) validate() error {
	var problems []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			problems = append(problems, fmt.Errorf("iterate: generate."+format, args...))
		}
	}
	check(s.Positions >= 0, "positions is %d, want 0 or more", s.Positions)
	check(s.Positions > 0 || s.Quota != "", "positions is 0, want a number of them, or generate.quota")
	check(s.PerGame >= 0, "per_game is %d, want 0 or more", s.PerGame)
	check(s.Noise >= 0 && s.Noise <= 1, "noise is %v, want 0 to 1", s.Noise)
	check(s.Epsilon >= 0 && s.Epsilon <= 1, "epsilon is %v, want 0 to 1", s.Epsilon)
	check(s.Informative >= 0 && !math.IsInf(s.Informative, 1), "informative is %v, want 0 or more", s.Informative)
	if s.Quota != "" {
		_, err := generate.ParseQuotas(s.Quota)
		check(err == nil, "quota: %w", err)
	}
	if s.RandomPlies != "" {
		_, err := generate.ParseRange(s.RandomPlies)
		check(err == nil, "random_plies: %w", err)
	}
	return errors.Join(problems...)
}

// Label says how positions are labelled by the best net.
type Label struct {
	By       string  `json:"by"`                 // ply1, ply2, rollout or game
	Prune    bool    `json:"prune,omitempty"`    // with ply1 and ply2, let the model's pruning nets choose
	Sieve    string  `json:"sieve,omitempty"`    // with ply1 and prune, by this rule, as engine.ParseSieve reads it
	Trials   int     `json:"trials,omitempty"`   // of a rollout, or games played out
	Plies    int     `json:"plies,omitempty"`    // that who plays those looks ahead
	Truncate int     `json:"truncate,omitempty"` // end a rollout's trials after so many half-moves; 0 for never
	StopSE   float64 `json:"stop_se,omitempty"`  // end a rollout at this standard error of the equity; 0 for never
}

// methods are the ways that label every position.
var methods = []datasets.Method{datasets.Ply1, datasets.Ply2, datasets.Rollout, datasets.Game}

// validate reports what is wrong with the section.
func (s *Label) validate() error {
	var problems []error
	by := datasets.Method(s.By)
	if !slices.Contains(methods, by) {
		return fmt.Errorf("iterate: label.by is %q, want one of %v", s.By, methods)
	}
	ahead, played := by == datasets.Ply1 || by == datasets.Ply2, by == datasets.Rollout || by == datasets.Game
	for _, f := range []struct {
		name       string
		set, means bool
	}{
		{"prune", s.Prune, ahead}, {"sieve", s.Sieve != "", by == datasets.Ply1}, {"trials", s.Trials != 0, played}, {"plies", s.Plies != 0, played},
		{"truncate", s.Truncate != 0, by == datasets.Rollout}, {"stop_se", s.StopSE != 0, by == datasets.Rollout},
	} {
		if f.set && !f.means {
			problems = append(problems, fmt.Errorf("iterate: label.%s means nothing with label.by %s", f.name, by))
		}
	}
	if _, err := s.sieve(); err != nil {
		problems = append(problems, fmt.Errorf("iterate: label.%w", err))
	}
	settings := s.settings(0)
	if err := settings.Validate(); err != nil {
		problems = append(problems, fmt.Errorf("iterate: label: %w", err))
	}
	return errors.Join(problems...)
}

// sieve returns the sieve that pruning keeps plays by.
func (s *Label) sieve() (engine.Sieve, error) {
	if s.Sieve == "" {
		return engine.Sieve{}, nil
	}
	return engine.ParseSieve(s.Sieve)
}

// defaultTrials is how many trials a rollout has if nothing else is said.
const defaultTrials = 144

// settings returns how positions are labelled.
func (s *Label) settings(seed uint64) label.Settings {
	to := label.Settings{By: datasets.Method(s.By), Seed: seed, Prune: s.Prune, Games: max(s.Trials, 1)}
	to.Sieve, _ = s.sieve() // validate reports a bad one
	if s.Trials < 0 {
		to.Games = s.Trials // for Validate to refuse
	}
	to.Player = rollout.Strength{Plies: s.Plies, Filter: search.Normal()}
	r := rollout.Defaults()
	r.Player, r.Opponent = to.Player, to.Player
	if r.Trials = defaultTrials; s.Trials != 0 {
		r.Trials = s.Trials
	}
	r.Truncation.Turns = s.Truncate
	if s.StopSE != 0 {
		r.Stop = rollout.Stop{Error: s.StopSE, MinTrials: min(r.Trials, rollout.DefaultStop().MinTrials)}
	}
	to.Rollout = r
	return to
}
