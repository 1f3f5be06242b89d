package iterate

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gammonlab/board"
	"gammonlab/board/pattern"
	"gammonlab/datasets"
	"gammonlab/datasets/generate"
	"gammonlab/datasets/label"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/internal/setting"
)

// Generate selects the positions collected from self-play games of the best net.
type Generate struct {
	Positions   int64   `json:"positions"`              // number of positions; 0 if Quota or Games sets it
	Games       int64   `json:"games,omitempty"`        // maximal number of games; 0 for no limit
	Quota       string  `json:"quota,omitempty"`        // number of positions of each class, such as contact=90000,race=10000
	Class       string  `json:"class,omitempty"`        // only positions of these classes, such as contact,crashed
	Kind        string  `json:"kind,omitempty"`         // only positions of these kinds, such as backgame,stuck
	PerGame     int     `json:"per_game,omitempty"`     // maximal number of positions of a game; 0 for no limit
	Noise       float64 `json:"noise"`                  // standard deviation of the noise added to each probability when choosing plays
	Epsilon     float64 `json:"epsilon,omitempty"`      // chance of a random play
	RandomPlies string  `json:"random_plies,omitempty"` // number of random plies at the beginning of a game, such as 4 or 0-4
	Odd         bool    `json:"odd,omitempty"`          // collect only the position after the random plies
	Informative float64 `json:"informative,omitempty"`  // collect only positions whose equities at 0 and 1 ply differ by more than this, points; 0 for all
}

// ByGames reports whether only the number of games limits the positions.
func (s *Generate) ByGames() bool { return s.Positions == 0 && s.Quota == "" }

// progress returns the progress in positions, or in games if ByGames.
func (s *Generate) progress(total int64, report func(done, total int64)) func(*generate.Counts) {
	if s.ByGames() {
		return func(n *generate.Counts) { report(n.Games, s.Games) }
	}
	return func(n *generate.Counts) { report(n.Positions, total) }
}

// settings returns the settings of the collection, without players.
func (s *Generate) settings(v board.Variant) (*generate.Settings, error) {
	to := &generate.Settings{
		Variant: v, Epsilon: s.Epsilon, Positions: s.Positions, Games: s.Games, PerGame: s.PerGame, Odd: s.Odd,
	}
	for _, f := range []struct {
		name setting.Name
		text string
		read func(text string) error
	}{
		{"quota", s.Quota, func(text string) (err error) { to.Quotas, err = generate.ParseQuotas(text); return err }},
		{"class", s.Class, func(text string) (err error) { to.Classes, err = generate.ParseClasses(text); return err }},
		{"kind", s.Kind, func(text string) (err error) { to.Kinds, err = pattern.ParseKinds(text); return err }},
		{"random_plies", s.RandomPlies, func(text string) (err error) { to.RandomPlies, err = generate.ParseRange(text); return err }},
	} {
		if f.text == "" {
			continue
		}
		if err := f.read(f.text); err != nil {
			return nil, setting.In(f.name, err)
		}
	}
	return to, nil
}

// players sets the net as the player and as the evaluator that selects informative
// positions.
func (s *Generate) players(to *generate.Settings, evaluator engine.Evaluator, name string) error {
	static := engine.NewFull(evaluator)
	if s.Informative > 0 {
		to.Informative = generate.Informative{Static: static.Clone(), Threshold: s.Informative}
	}
	var by engine.Player = player.NewGreedy(static.Clone())
	if s.Noise > 0 {
		searcher, err := search.New(static.Clone(), search.Options{})
		if err != nil {
			return err
		}
		by = player.NewNoisy(searcher, player.Noise{Plays: float32(s.Noise)})
		name += fmt.Sprintf(" noise=%v", s.Noise)
	}
	to.Players = []generate.Player{{Name: name, Player: by}}
	return nil
}

// validate returns errors for invalid settings of the section.
func (s *Generate) validate() error {
	_, err := s.settings(board.Backgammon)
	return errors.Join(
		setting.Check("positions", s.Positions >= 0, "is %d, want 0 or more", s.Positions),
		setting.Check("games", s.Games >= 0, "is %d, want 0 or more", s.Games),
		setting.Check("positions", s.Positions > 0 || s.Games > 0 || s.Quota != "",
			"is 0, want a number of positions, or set %s or %s", setting.Name("games"), setting.Name("quota")),
		setting.Check("per_game", s.PerGame >= 0, "is %d, want 0 or more", s.PerGame),
		setting.Check("noise", s.Noise >= 0 && s.Noise <= 1, "is %v, want 0 to 1", s.Noise),
		setting.Check("epsilon", s.Epsilon >= 0 && s.Epsilon <= 1, "is %v, want 0 to 1", s.Epsilon),
		setting.Check("informative", s.Informative >= 0 && !math.IsInf(s.Informative, 1), "is %v, want 0 or more", s.Informative),
		setting.Check("odd", !s.Odd || s.RandomPlies != "", "is set without %s", setting.Name("random_plies")),
		setting.Check("class", s.Quota == "" || s.Class == "", "and %s are both set: the quota already selects classes", setting.Name("quota")),
		err,
	)
}

// check returns an error for settings that the variant does not support.
func (s *Generate) check(section string, v board.Variant) error {
	to, err := s.settings(v)
	if err != nil {
		return setting.In(setting.Name(section), err)
	}
	to.Out, to.Players = section, make([]generate.Player, 1)
	return setting.In(setting.Name(section), to.Validate())
}

// Label has the settings of labelling by the best net.
type Label struct {
	By       string  `json:"method"`             // ply1, ply2, rollout, game or trace
	Prune    bool    `json:"prune,omitempty"`    // use the model's pruning nets; with ply1, ply2 and trace
	Sieve    string  `json:"sieve,omitempty"`    // rule of pruning, see engine.ParseSieve; with prune, and ply1 or trace
	Preset   string  `json:"preset,omitempty"`   // preset of rollouts, see rollout.Presets; the settings below override it
	Trials   int     `json:"trials,omitempty"`   // trials of a rollout, or games played out
	Plies    int     `json:"plies,omitempty"`    // look-ahead of the player of trials or games
	Truncate int     `json:"truncate,omitempty"` // end a rollout's trials after this many plies; 0 for never
	StopSE   float64 `json:"stop_se,omitempty"`  // end a rollout at this standard error of the equity; 0 for never

	// Lambda is the λ of trace, which labels the positions of whole games with their
	// luck-adjusted λ-returns ([generate.Trace]). It is a number, or a text with
	// numbers for kinds of positions ([generate.ParseLambda]); nil for the other
	// methods.
	Lambda *generate.Lambda `json:"lambda,omitempty"`

	// Alternatives selects plays, such as 3/0.1, after which trace also labels the
	// positions ([generate.Trace]); "" for none.
	Alternatives string `json:"alternatives,omitempty"`
}

// traces reports whether whole games are labelled while they are played.
func (s *Label) traces() bool { return datasets.Method(s.By) == datasets.Trace }

// methods are the values of By.
var methods = []datasets.Method{datasets.Ply1, datasets.Ply2, datasets.Rollout, datasets.Game, datasets.Trace}

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
		{"prune", s.Prune, ahead || s.traces()}, {"sieve", s.Sieve != "", by == datasets.Ply1 || s.traces()},
		{"lambda", s.Lambda != nil, s.traces()}, {"alternatives", s.Alternatives != "", s.traces()}, {"trials", s.Trials != 0, played}, {"plies", s.Plies != 0, played},
		{"preset", s.Preset != "", by == datasets.Rollout}, {"truncate", s.Truncate != 0, by == datasets.Rollout}, {"stop_se", s.StopSE != 0, by == datasets.Rollout},
	} {
		problems = append(problems, setting.Check("label."+f.name, !f.set || f.means, "has no effect with %s %s", setting.Name("label.method"), by))
	}
	if _, err := s.sieve(); err != nil {
		problems = append(problems, setting.In("label.sieve", err))
	}
	if s.Preset != "" {
		if _, err := rollout.FindPreset(s.Preset); err != nil {
			problems = append(problems, setting.Errorf("%s is %w", setting.Name("label.preset"), err))
		}
	}
	if s.traces() {
		return errors.Join(append(problems, s.checkTrace())...)
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

// checkTrace returns errors for an invalid λ, and for a sieve without prune.
func (s *Label) checkTrace() error {
	switch {
	case s.Lambda == nil:
		return setting.Errorf("%s is missing, want λ from 0 to 1 with %s trace", setting.Name("label.lambda"), setting.Name("label.method"))
	case s.Lambda.Validate() != nil:
		return setting.In("label.lambda", s.Lambda.Validate())
	case s.Sieve != "" && !s.Prune:
		return setting.Errorf("%s is %q without %s", setting.Name("label.sieve"), s.Sieve, setting.Name("label.prune"))
	}
	_, err := s.alternatives()
	return setting.In("label.alternatives", err)
}

// alternatives returns the selection of alternatives.
func (s *Label) alternatives() (engine.Sieve, error) {
	if s.Alternatives == "" {
		return engine.Sieve{}, nil
	}
	return generate.ParseAlternatives(s.Alternatives)
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
	to.Player = rollout.Strength{Plies: s.Plies, Filter: search.Normal()}
	to.Rollout = s.rollout(to.Player)
	return to
}

// rollout returns the settings of rollouts.
func (s *Label) rollout(by rollout.Strength) rollout.Settings {
	r := rollout.Defaults()
	r.Trials, r.Player, r.Opponent = defaultTrials, by, by
	if p, err := rollout.FindPreset(s.Preset); err == nil { // validate reports errors
		p.Apply(&r)
		r.Stop.Distance = 0 // there is one position
	}
	if s.Trials != 0 {
		r.Trials = s.Trials
	}
	if s.Plies != 0 {
		r.Player, r.Opponent = by, by
	}
	if s.Truncate != 0 {
		r.Truncation.Turns = s.Truncate
	}
	if s.StopSE != 0 {
		r.Stop = rollout.Stop{Error: s.StopSE, MinTrials: rollout.DefaultStop().MinTrials}
	}
	r.Stop.MinTrials = min(r.Trials, r.Stop.MinTrials)
	return r
}
