package positions

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"

	"gammonlab/datasets/generate"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/named"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/evalbench"
	"gammonlab/farm"
	"gammonlab/internal/identity"
	"gammonlab/internal/setting"
	"gammonlab/internal/version"
	"gammonlab/nets/kernel"
)

// Rollout has the settings of rollouts.
type Rollout = rollout.Settings

// Settings select the decisions of a benchmark and set their rollouts. The fields with JSON
// keys are the only description of such work, see [setting.Field]; [Settings.Open] finds
// what they name.
type Settings struct {
	// Player plays both sides of the games from which decisions are selected.
	Player         named.Player `json:"player,omitzero" farm:"-" default:"net:default" help:"<PLAYER> of both sides of the self-play games"`
	generate.Begin `farm:"-" group:"Starting positions"`

	// Again are files of benchmarks, whose decisions are rolled out instead of those of games.
	// [Settings.Open] reads them into Earlier.
	Again   []string `json:"again,omitempty" farm:"-" path:"in" help:"roll out the decisions of benchmark <FILE> again, instead of decisions from games"`
	Earlier *Set     `json:"-"`

	// Rolls and Cubes are the numbers of decisions, Quotas are numbers of rolls by class.
	Rolls  *int            `json:"decisions,omitempty" farm:"-" shown:"200" help:"number <N> of rolls to collect"`
	Quotas generate.Quotas `json:"quota,omitempty" farm:"-" help:"number of rolls of each class, instead of --decisions: <CLASS=N,…>"`
	Cubes  *int            `json:"cubes,omitempty" farm:"-" shown:"a fifth of the rolls" help:"number <N> of cube decisions to collect"`

	// PerGame is the maximal number of decisions from one game, which are drawn
	// uniformly.
	PerGame int `json:"per_game,omitempty" farm:"-" default:"3" help:"take at most <N> decisions of a game, drawn uniformly"`

	// Margin selects real decisions by 0-ply evaluation of the net: the second best play
	// costs at most Margin, or doubling or taking is right or wrong by at most Margin.
	Margin engine.Equity `json:"margin,omitempty" farm:"-" default:"0.1" help:"collect decisions whose best choices differ by at most <EQUITY> at 0 plies"`

	// Kinds, if set, are the kinds of positions of one of which a decision must be.
	Kinds generate.Kinds `json:"kind,omitempty" farm:"-" help:"only decisions in positions of these kinds: {values}, joined by commas: <KINDS>"`

	// Candidates is the maximal number of plays rolled out, the best by 1-ply evaluation.
	Candidates int `json:"candidates" default:"5" help:"roll out the best <N> plays by 1-ply equity"`

	evalbench.Rules `group:"Rules, cube and score"` // of the games; decisions of cubeless games are those of money games
	named.Net       `group:"Model and search"`      // plays the rollouts
	Rollout         `group:"Rollout"`               // its workers, state and progress are not used

	Out     string    `json:"-"` // path of the output file, which must not exist unless Replace is set
	Replace bool      `json:"-"` // replace an existing file at the end
	Workers int       `json:"-"` // goroutines, 0 for one per processor
	Pool    farm.Pool `json:"-"` // rolls out decisions; nil for goroutines of this process

	// Progress, if set, is called after each decision, by one goroutine at a time.
	Progress func(done, total int64) `json:"-"`

	// Written, if set, is called after the file is written and before its journal is
	// removed, to derive other files from the set. If the process is killed in between,
	// the next Build calls Written again. If Written returns an error, the journal stays.
	Written func(*Set) error `json:"-"`
}

// Defaults returns the defaults of rollouts: a second or two per decision, fewer trials for
// plays that are clearly worse. A preset replaces them.
func (s *Settings) Defaults() map[string]string {
	if s.Preset != "" {
		return s.Preset.Defaults()
	}
	return map[string]string{"truncate": "11", "min_trials": "144", "stop_jsd": fmt.Sprint(rollout.DefaultStop().Distance)}
}

// Open finds what the settings name.
func (s *Settings) Open(o *named.Opener) error {
	if err := named.Open(s, o); err != nil {
		return err
	}
	if len(s.Again) > 0 {
		return s.readAgain()
	}
	return s.Begin.Read(s.Game())
}

// Validate returns an error for the first invalid setting, by its name.
func (s *Settings) Validate() error {
	const decisions, quota, again = setting.Name("decisions"), setting.Name("quota"), setting.Name("again")
	rolls, cubes := s.numbers()
	return cmp.Or(
		setting.Check(again, len(s.Again) == 0 || s.Rolls == nil && s.Quotas == nil && s.Cubes == nil && s.Kinds == nil && len(s.Starts) == 0 && s.Cubeless(),
			"has the decisions with their rules: want no %s, %s, %s, %s, %s, %s and %s", decisions, quota, setting.Name("cubes"), setting.Name("kind"), setting.Name("starts"),
			setting.Name("cubeful"), setting.Name("match")),
		setting.Check(decisions, s.Quotas == nil || s.Rolls == nil, "has no effect with %s", quota),
		setting.Check(decisions, rolls >= 0 && rolls+cubes > 0, "is %d, with %d cube decisions, want at least 1 decision", rolls, cubes),
		setting.Check("cubes", cubes >= 0, "is %d, want at least 0", cubes),
		setting.Check("per_game", s.PerGame >= 1, "is %d, want at least 1", s.PerGame),
		setting.Check("candidates", s.Candidates >= 2, "is %d, want at least 2", s.Candidates),
		setting.Check("margin", s.Margin > 0, "is %v, want more than 0", float64(s.Margin)), // rejects NaN, too
		setting.Check("opening_roll", !s.Dice.Opening, "has no effect: rollouts begin after a play"),
		s.Rules.Validate(), s.Rollout.Validate(),
	)
}

// validate returns an error for the first reason why the benchmark cannot be built.
func (s *Settings) validate() error {
	switch {
	case s.Out == "":
		return errors.New("the path of the file is missing")
	case s.Player.Player == nil || s.Model.Evaluator == nil:
		return errors.New("want a player and an evaluator")
	case s.Workers < 0:
		return fmt.Errorf("%d workers, want at least 0", s.Workers)
	case s.Drawn != nil && s.Drawn.Variant() != s.Game():
		return fmt.Errorf("games are of %v, but the start positions of %v", s.Game(), s.Drawn.Variant())
	}
	return s.Validate()
}

// numbers returns the numbers of rolls and of cube decisions.
func (s *Settings) numbers() (rolls, cubes int) {
	if s.Earlier != nil {
		for i := range s.Earlier.Decisions {
			if s.Earlier.Decisions[i].IsCube() {
				cubes++
			}
		}
		return len(s.Earlier.Decisions) - cubes, cubes
	}
	rolls = 200
	switch {
	case s.Quotas != nil:
		rolls = 0
		for _, n := range s.Quotas {
			rolls += int(n)
		}
	case s.Rolls != nil:
		rolls = *s.Rolls
	}
	if cubes = rolls / 5; s.Cubes != nil {
		cubes = *s.Cubes
	}
	return rolls, cubes
}

func (s *Settings) workers() int {
	if s.Workers == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return s.Workers
}

// made returns all settings that the equities depend on.
func (s *Settings) made() (map[string]string, error) {
	made := map[string]string{
		"made_by": "gammonlab bench positions build", "toolkit": version.Toolkit, identity.Kernel: kernel.Class(),
	}
	own := named.Identify(*s)
	own.Preset, own.Again = "", nil // a preset only sets defaults
	if s.Earlier != nil {
		own.Player, own.PerGame, own.Margin = named.Player{}, 0, 0
		sum, err := digestOf(s.Earlier.Decisions)
		if err != nil {
			return nil, err
		}
		made["again"] = sum
	}
	for _, f := range setting.Fields(&own) {
		if text := f.String(); f.IsSet() && text != "" {
			made[string(f.Name)] = text
		}
	}
	rolls, cubes := s.numbers()
	made["decisions"], made["cubes"] = fmt.Sprint(rolls), fmt.Sprint(cubes)
	if s.Drawn != nil {
		made["starts"] = s.Drawn.String()
	}
	return made, nil
}

// static returns the evaluator for 0-ply evaluation.
func (s *Settings) static() *engine.Full { return engine.NewFull(s.Evaluator()) }

// adviser returns the adviser that ranks plays.
func (s *Settings) adviser() (*advice.Adviser, error) {
	searcher, err := search.New(s.static().Clone(), search.Options{Depth: search.Depth{Plies: 1}})
	return advice.New(searcher, advice.Options{MET: s.MET.Table}), err
}
