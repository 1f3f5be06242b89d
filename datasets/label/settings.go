package label

import (
	"cmp"
	"errors"
	"slices"

	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/engine/rollout"
	"gammonlab/internal/setting"
)

// Settings are the settings of labelling, see [setting.Field].
type Settings struct {
	By datasets.Method `json:"method" default:"ply1" help:"labelling <METHOD>: static, ply1, ply2, rollout, bearoff or game"`

	// Prune uses the model's pruning nets: they choose the plays that the other nets
	// evaluate. Without Prune, the other nets evaluate all plays. Sieve is the rule.
	Prune bool         `json:"prune,omitempty" help:"with ply1 and ply2, select plays with the model's pruning nets"`
	Sieve engine.Sieve `json:"sieve,omitzero" needs:"prune" help:"with ply1 and --prune, number of plays to keep: <SIEVE> is gnubg, or MOST/MARGIN, such as 5/0.2 for at most 5 plays within 0.2 points of the best"`

	// Cubeful rolls out with the cube: a money game with a centred cube, without the
	// Jacoby rule and beavers. The player on roll does not double before the first
	// roll. With 1-ply evaluation it adds the equities by the state of the cube
	// ([targets.Cubeful]), with the cube efficiency of the model.
	Cubeful bool `json:"cubeful,omitempty" help:"with rollout, play money games with the doubling cube; with ply1, also label the equity for each state of the cube: in money games, and at a random score of a match"`

	// Rollout has the settings of rollouts. For Game, Trials is the number of games of
	// each position, and Depth that of both players. The seed of each position is derived
	// from Seed and stored in the row. Workers, pool, state and progress are ignored.
	Rollout `group:"Rollout or game"`
}

// Rollout has the settings of rollouts.
type Rollout = rollout.Settings

// Defaults returns the defaults that differ from those of other rollouts, see
// [setting.Field].
func (s *Settings) Defaults() map[string]string {
	defaults := s.Rollout.Defaults()
	delete(defaults, "stop_jsd") // there is one position
	switch {
	case s.By == datasets.Game:
		defaults["trials"] = "1"
	case s.Preset == "":
		defaults["trials"] = "144"
	}
	return defaults
}

// Methods lists the methods that a labeller can use, from the worst to the best.
func Methods() []datasets.Method {
	return []datasets.Method{datasets.Game, datasets.Static, datasets.Ply1, datasets.Ply2, datasets.Rollout, datasets.Bearoff}
}

// Validate returns errors for invalid settings and for those that have no effect with the
// method.
func (s *Settings) Validate() error {
	problems := []error{s.check()}
	for _, f := range setting.Fields(s) {
		given := f.IsSet() && f.String() != f.Default
		problems = append(problems,
			setting.Check(f.Name, !given || s.uses(f.Name), "has no effect with %s %v", nameMethod, s.By),
			setting.Check(f.Name, !given || f.Name != "min_trials" || s.Error != 0, "needs %s", setting.Name("stop_se")))
	}
	return errors.Join(problems...)
}

const nameMethod = setting.Name("method")

// check returns an error for the first setting out of range.
func (s *Settings) check() error {
	const sieve = setting.Name("sieve")
	switch {
	case !slices.Contains(Methods(), s.By):
		return setting.Errorf("%s is %q, want static, ply1, ply2, rollout, bearoff or game", nameMethod, string(s.By))
	case s.Sieve != engine.Sieve{} && !s.Prune:
		return setting.Errorf("%s needs %s", sieve, setting.Name("prune"))
	case s.By == datasets.Rollout:
		return s.Rollout.Validate()
	case s.By == datasets.Game:
		return cmp.Or(setting.Check("trials", s.Trials >= 1 && s.Trials <= maxGames, "is %d, want 1 to %d", s.Trials, maxGames), s.Depth.Validate())
	}
	return setting.In(sieve, s.Sieve.Validate())
}

// uses reports whether labels depend on a setting.
func (s *Settings) uses(name setting.Name) bool {
	switch name {
	case nameMethod:
		return true
	case "prune":
		return s.By == datasets.Ply1 || s.By == datasets.Ply2
	case "sieve":
		return s.By == datasets.Ply1
	case "cubeful":
		return s.By == datasets.Rollout || s.By == datasets.Ply1
	case "seed":
		return s.random() || s.cubes()
	case "trials", "plies", "filter":
		return s.random()
	case "stop_jsd", "opening_roll":
		return false
	}
	return s.By == datasets.Rollout // the others are those of rollouts
}

// maxGames is the maximal number of games per position, far above useful numbers.
const maxGames = 1_000_000

// random reports whether labels depend on the seed.
func (s *Settings) random() bool { return s.By == datasets.Rollout || s.By == datasets.Game }

// cubes reports whether labels have equities by the state of the cube.
func (s *Settings) cubes() bool { return s.Cubeful && s.By == datasets.Ply1 }

// describe returns all settings that labels depend on, except the model and the
// databases.
func (s *Settings) describe() map[string]string {
	d := map[string]string{}
	for _, f := range setting.Fields(s) {
		if f.IsSet() && f.Name != "preset" && s.uses(f.Name) {
			d[string(f.Name)] = f.String()
		}
	}
	return d
}

// improves reports whether the settings give a better label than the row has. A label by
// the same method, from any model, is as good unless it has fewer trials or lacks equities by
// the state of the cube. Other exact labels and labels of other programs are never replaced.
func (s *Settings) improves(r *datasets.Row) bool {
	switch {
	case r.Method == datasets.Unlabelled:
		return true
	case s.cubes() && r.Method == s.By && r.Class != engine.Over:
		return !r.HasCubes()
	case r.Method == datasets.Imported || r.EquityError == 0:
		return false
	case r.Method != s.By:
		return slices.Index(Methods(), r.Method) < slices.Index(Methods(), s.By)
	case s.By == datasets.Game:
		return int(r.Trials) < s.Trials
	case s.By == datasets.Rollout:
		precise := s.Error > 0 && engine.Equity(r.EquityError) <= s.Error
		return int(r.Trials) < s.Trials && !precise
	}
	return false
}
