package generate

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/internal/setting"
)

// Names of settings in errors.
const (
	nameClass       = setting.Name("class")
	nameInformative = setting.Name("informative")
	nameNoise       = setting.Name("noise")
	nameOdd         = setting.Name("odd")
	nameOpponent    = setting.Name("opponent")
	namePlayer      = setting.Name("player")
	namePrune       = setting.Name("prune")
	nameQuota       = setting.Name("quota")
	nameTrace       = setting.Name("trace")
	nameWhere       = setting.Name("where")
)

// Validate returns errors for invalid settings, by their names.
func (s *Settings) Validate() error {
	return errors.Join(s.validateEnd(), s.validateFiles(), s.validateItems())
}

// validateEnd returns errors for invalid bounds of the work.
func (s *Settings) validateEnd() error {
	const positions, games = setting.Name("positions"), setting.Name("games")
	return errors.Join(
		setting.Check(positions, s.Positions >= 0, "is %d, want 0 or more", s.Positions),
		setting.Check(games, s.Games >= 0, "is %d, want 0 or more", s.Games),
		setting.Check("per_game", s.PerGame >= 0, "is %d, want 0 or more", s.PerGame),
		setting.Check(positions, !s.plays() || s.Positions != 0 || s.Games != 0 || s.Quotas != nil,
			"is 0, but self-play has no end without this, %s or %s", nameQuota, games),
	)
}

// validateFiles returns errors for settings that contradict the files.
func (s *Settings) validateFiles() error {
	var problems []error
	for _, f := range append(setting.Fields(&s.Play), setting.Fields(&s.Begin)...) {
		if !s.plays() && f.IsSet() {
			problems = append(problems, setting.Errorf("%s has no effect without %s: with files, games are played only if it is set", f.Name, namePlayer))
		}
	}
	if s.traces() && s.reads() {
		problems = append(problems, setting.Errorf("%s labels the positions of games, want no files", nameTrace))
	}
	if term := s.Where.NeedsMatch(); term != "" && (s.plays() || len(s.Lists)+len(s.Databases) > 0) {
		problems = append(problems, setting.Errorf("%s: the term %q is about the match or the cube, which only positions of match records have", nameWhere, term))
	}
	return errors.Join(problems...)
}

// validateItems returns errors for invalid settings among those on which the results of
// items depend.
func (s *Settings) validateItems() error {
	return errors.Join(s.Play.validate(), s.validatePlayers(), s.Selection.validate(s.Variant), s.validateWeights(), s.validateTrace())
}

func (p *Play) validate() error {
	r := p.RandomPlies
	return errors.Join(
		setting.Check(nameNoise, p.Noise >= 0 && p.Noise <= 1, "is %v, want 0 to 1", p.Noise), // rejects NaN, too
		setting.Check("random_plies", r.From >= 0 && r.To >= r.From, "is %v, want 0 or more, the lower number first", r),
		setting.Check("epsilon", p.Epsilon >= 0 && p.Epsilon <= 1, "is %v, want 0 to 1", p.Epsilon),
	)
}

func (s *Settings) validatePlayers() error {
	net := !s.Player.IsSet() || s.Player.Model() != "" || s.Opponent.Model() != ""
	return errors.Join(
		setting.Check(nameNoise, s.Noise == 0 || net, "is %v, but only players by a net misjudge positions", s.Noise),
		setting.Check(nameOdd, !s.Odd || s.RandomPlies.To > 0, "is set, but there are no %s", setting.Name("random_plies")),
	)
}

// validate returns errors for invalid conditions.
func (s *Selection) validate(v board.Variant) error {
	var problems []error
	if s.Quotas != nil && s.Classes != nil {
		problems = append(problems, setting.Errorf("%s and %s are both set: quotas already select classes", nameClass, nameQuota))
	}
	if s.Informative != nil && !(*s.Informative >= 0) { // rejects NaN, too
		problems = append(problems, setting.Errorf("%s is %v points, want 0 or more", nameInformative, float64(*s.Informative)))
	}
	classes := append(slices.Sorted(maps.Keys(s.Quotas)), s.Classes...)
	for i, class := range classes {
		name := nameClass
		if i < len(s.Quotas) {
			name = nameQuota
		}
		switch {
		case !slices.Contains(engine.ClassesOfGames(), class):
			problems = append(problems, setting.Errorf("%s: class %v cannot be kept, want some of %v", name, class, engine.ClassesOfGames()))
		case class == engine.Crashed && v.Checkers() < board.MaxCheckers:
			problems = append(problems, setting.Errorf("%s: no position of %v is %v", name, v, class))
		case name == nameQuota && s.Quotas[class] < 1:
			problems = append(problems, setting.Errorf("%s has %d positions of class %v, want at least 1", name, s.Quotas[class], class))
		}
	}
	return errors.Join(problems...)
}

// validateTrace returns errors for settings that contradict labels of games.
func (s *Settings) validateTrace() error {
	if !s.traces() {
		return nil
	}
	problems := []error{s.Trace.validate()}
	for name, set := range map[setting.Name]bool{nameInformative: s.Informative != nil, nameOdd: s.Odd} {
		problems = append(problems, setting.Check(name, !set, "has no effect with %s, which labels all positions of games", nameTrace))
	}
	plain := !s.Player.IsSet() || s.Player.Player != nil || s.Player.Model() != "" && !strings.Contains(s.Player.Name, ",")
	return errors.Join(append(problems,
		setting.Check(nameTrace, plain && !s.Opponent.IsSet() && s.Noise == 0,
			"needs one net that plays both sides: want %s net:MODEL without options, %s and %s", namePlayer, nameOpponent, nameNoise))...)
}

// validateWeights returns an error if the positions cannot have the weights.
func (s *Settings) validateWeights() error {
	const weights = setting.Name("position_weights")
	if !slices.Contains(append(s.Weights.Values(), string(WeightsOfFiles)), string(s.Weights)) {
		return setting.Errorf("%s is %q, want %s", weights, s.Weights, strings.Join(s.Weights.Values(), " or "))
	}
	return setting.Check(weights, s.Weights != InformativeWeights || s.Informative != nil,
		"is %s: the weights are differences by which %s selects positions", s.Weights, nameInformative)
}

var errNotOpen = setting.Errorf("%s: the player is not open", namePlayer)

// checkOpen returns an error if what the settings name is not open, or cannot be used.
func (s *Settings) checkOpen() error {
	if s.Informative != nil && s.Model.Evaluator == nil {
		return setting.Errorf("%s: no model is open", setting.Name("model"))
	}
	for _, p := range s.players() {
		if p.Player == nil {
			return errNotOpen
		}
	}
	if !s.traces() {
		return nil
	}
	spec, net, err := player.Spec(s.Player.Player, "")
	if err != nil || spec != "net:" {
		return setting.Errorf("%s: the player is %s, but %s needs a net without options", namePlayer, s.Player.Name, nameTrace)
	}
	if s.Prune && !net.Prunes() {
		return setting.Errorf("%s: the model %s has no pruning nets", namePrune, nameOf(&s.Player))
	}
	if err := net.CheckVariant(s.Variant); err != nil {
		return fmt.Errorf("%s: %w", nameOf(&s.Player), err)
	}
	return nil
}
