package iterate

import (
	"errors"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/generate"
	"gammonlab/datasets/label"
	"gammonlab/engine"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/internal/setting"
)

// Generate are the settings of the self-play games of the best net, and of the positions
// that are collected from them. With Trace the positions are labelled while the games are
// played.
type Generate struct {
	generate.Play
	generate.Selection
	generate.Trace
}

// ByGames reports whether only the number of games limits the positions.
func (s *Generate) ByGames() bool { return s.Positions == 0 && s.Quotas == nil }

// progress returns the progress in positions, or in games if ByGames.
func (s *Generate) progress(total int64, report func(done, total int64)) func(*generate.Counts) {
	if s.ByGames() {
		return func(n *generate.Counts) { report(n.Games, s.Games) }
	}
	return func(n *generate.Counts) { report(n.Positions, total) }
}

// settings returns the settings of the collection by the net of a name.
func (s *Generate) settings(v board.Variant, net string) *generate.Settings {
	to := &generate.Settings{Variant: v, Play: s.Play, Selection: s.Selection, Trace: s.Trace}
	to.Player.Name = "net:" + net
	if s.Informative != nil {
		to.Model.Name = net
	}
	return to
}

// check returns errors for invalid settings, and for those that the variant does not
// support.
func (s *Generate) check(section setting.Name, v board.Variant) error {
	return setting.In(section, s.settings(v, "start").Validate())
}

// Label has the settings of labelling by the best net.
type Label struct {
	By       string         `json:"method"`             // ply1, ply2, rollout or game; "" if the games are labelled
	Prune    bool           `json:"prune,omitempty"`    // use the model's pruning nets; with ply1 and ply2
	Sieve    string         `json:"sieve,omitempty"`    // rule of pruning, see engine.ParseSieve; with prune and ply1
	Preset   rollout.Preset `json:"preset,omitempty"`   // of rollouts; the settings below override it
	Trials   int            `json:"trials,omitempty"`   // trials of a rollout, or games played out
	Plies    int            `json:"plies,omitempty"`    // look-ahead of the player of trials or games
	Truncate int            `json:"truncate,omitempty"` // end a rollout's trials after this many plies; 0 for never
	StopSE   float64        `json:"stop_se,omitempty"`  // end a rollout at this standard error of the equity; 0 for never
}

// methods are the values of By.
var methods = []datasets.Method{datasets.Ply1, datasets.Ply2, datasets.Rollout, datasets.Game}

// validate returns errors for invalid settings of the section.
func (s *Label) validate() error {
	var problems []error
	by := datasets.Method(s.By)
	if !slices.Contains(methods, by) {
		return setting.Errorf("%s is %q, want one of %v", setting.Name("label.method"), s.By, methods)
	}
	ahead, played := by == datasets.Ply1 || by == datasets.Ply2, by == datasets.Rollout || by == datasets.Game
	for _, f := range []struct {
		name       setting.Name
		set, means bool
	}{
		{"prune", s.Prune, ahead}, {"sieve", s.Sieve != "", by == datasets.Ply1},
		{"trials", s.Trials != 0, played}, {"plies", s.Plies != 0, played},
		{"preset", s.Preset != "", by == datasets.Rollout}, {"truncate", s.Truncate != 0, by == datasets.Rollout}, {"stop_se", s.StopSE != 0, by == datasets.Rollout},
	} {
		problems = append(problems, setting.Check("label."+f.name, !f.set || f.means, "has no effect with %s %s", setting.Name("label.method"), by))
	}
	if _, err := s.sieve(); err != nil {
		problems = append(problems, setting.In("label.sieve", err))
	}
	if err := s.Preset.UnmarshalText([]byte(s.Preset)); s.Preset != "" && err != nil {
		problems = append(problems, setting.Errorf("%s: %w", setting.Name("label.preset"), err))
	}
	labelling := s.settings(0)
	return errors.Join(append(problems, setting.In("label", labelling.Validate()))...)
}

// sieve returns the pruning rule.
func (s *Label) sieve() (engine.Sieve, error) {
	if s.Sieve == "" {
		return engine.Sieve{}, nil
	}
	return engine.ParseSieve(s.Sieve)
}

// defaultTrials is the default number of trials of a rollout.
const defaultTrials = 144

// settings returns the settings of the labeller.
func (s *Label) settings(seed uint64) label.Settings {
	to := label.Settings{By: datasets.Method(s.By), Seed: seed, Prune: s.Prune, Games: max(s.Trials, 1)}
	to.Sieve, _ = s.sieve() // validate reports errors
	if s.Trials < 0 {
		to.Games = s.Trials // Validate rejects it
	}
	to.Player = search.Depth{Plies: s.Plies, Filter: search.Normal()}
	to.Rollout = s.rollout()
	return to
}

// rollout returns the settings of rollouts.
func (s *Label) rollout() rollout.Settings {
	r := s.Preset.Of()
	r.Distance = 0 // there is one position
	if s.Preset == "" {
		r.Trials = defaultTrials
	}
	if s.Trials != 0 {
		r.Trials = s.Trials
	}
	if s.Plies != 0 {
		r.Depth.Plies = s.Plies
	}
	if s.Truncate != 0 {
		r.Turns = s.Truncate
	}
	if s.StopSE != 0 {
		r.Stop = rollout.Stop{Error: engine.Equity(s.StopSE), MinTrials: rollout.DefaultStop().MinTrials}
	}
	r.MinTrials = min(r.Trials, r.MinTrials)
	return r
}
