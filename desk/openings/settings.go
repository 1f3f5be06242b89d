package openings

import (
	"cmp"
	"runtime"

	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/engine/rollout"
	"gammonlab/engine/rules"
	"gammonlab/engine/search"
	"gammonlab/internal/identity"
	"gammonlab/internal/setting"
	"gammonlab/internal/version"
	"gammonlab/nets/kernel"
)

// Settings are the settings of a book: its content and its rollouts, see [setting.Field].
type Settings struct {
	// Net chooses the plays to roll out by 1-ply evaluation, and plays the rollouts. It
	// chooses at most Candidates plays: the best, and others whose normalised equity is at
	// most Margin lower.
	named.Net  `group:"Model and search"`
	Candidates int           `json:"candidates" default:"5" help:"roll out the best <N> plays of each roll by 1-ply equity"`
	Margin     engine.Equity `json:"margin" default:"0.06" help:"with --candidates, only plays within <EQUITY> of the best"`

	NoReplies bool `json:"no_replies,omitempty" help:"omit the replies"`

	// Second also rolls out all plays. A net errs alike in all trials, which the standard
	// error does not show; two nets differ.
	Second named.Model `json:"second,omitzero" help:"also roll out all plays by the net of <MODEL>"`

	// Beside is a player whose plays the book shows for comparison. Plays that are not
	// candidates are also rolled out.
	Beside named.Player `json:"beside,omitzero" help:"also show and roll out the choices of <PLAYER>, such as gnubg:2"`

	rules.Start `group:"Rules, cube and score"` // for the player of the first roll
	MET         named.MET                       `json:"met,omitzero" group:"Rules, cube and score"`

	// Settings are those of the rollouts. [Build] derives the seed of each decision from
	// the seed. State and progress are not used.
	rollout.Settings `group:"Rollout"`

	Out     string `json:"-"` // path of the file, which must not exist unless Replace is set
	Replace bool   `json:"-"` // replace an existing file at the end

	// Progress, if set, is called after each decision, by one goroutine at a time.
	Progress func(done, total int64) `json:"-"`
}

// Defaults returns the defaults of a preset, standard if none is given. All plays are rolled
// out until they are precise enough: readers of a book want precise values of all.
func (s *Settings) Defaults() map[string]string {
	const standard = "standard"
	defaults := cmp.Or(s.Preset, standard).Defaults()
	defaults["preset"], defaults["stop_jsd"] = standard, "0"
	return defaults
}

// Open finds what the settings name.
func (s *Settings) Open(o *named.Opener) error {
	if err := named.Open(s, o); err != nil {
		return err
	}
	if _, ok := s.beside(); s.Beside.IsSet() && !ok {
		return setting.Errorf("%s: %s does not know the cube", setting.Name("beside"), s.Beside.Name)
	}
	return nil
}

// beside returns the player that is shown for comparison.
func (s *Settings) beside() (player.CubePlayer, bool) {
	p, ok := s.Beside.Player.(player.CubePlayer)
	return p, ok
}

// Validate returns an error for the first invalid setting.
func (s *Settings) Validate() error {
	_, err := s.Start.State()
	return cmp.Or(
		setting.Check("candidates", s.Candidates >= 1, "is %d, want at least 1", s.Candidates),
		setting.Check("margin", s.Margin >= 0, "is %v, want 0 or more", float64(s.Margin)),
		setting.Check("opening_roll", !s.Opening, "is for rollouts of the first roll, and a book rolls out what follows it"),
		err, s.Settings.Validate(),
	)
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
func (s *Settings) made(stakes *cube.Stakes) map[string]string {
	made := map[string]string{
		"made_by": "gammonlab openings build", "toolkit": version.Toolkit, identity.Kernel: kernel.Class(), "stakes": stakes.Words(),
	}
	of := named.Identify(*s)
	of.Preset = ""
	for _, f := range setting.Fields(&of) {
		if f.IsSet() {
			made[string(f.Name)] = f.String()
		}
	}
	for name, text := range map[string]string{
		"model_name": s.Model.Name, "second_name": s.Second.Name, "beside": s.Beside.Name, "beside_model": s.Beside.Digest,
	} {
		if text != "" {
			made[name] = text
		}
	}
	return made
}

// candidatePlies is the depth of the search that chooses candidates.
const candidatePlies = 1

// searchOptions are the options of the search that chooses candidates.
func searchOptions() search.Options {
	return search.Options{Depth: search.Depth{Plies: candidatePlies, Filter: search.Normal()}, Workers: 1}
}
