package dataset

import (
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/datasets"
	"gammonlab/datasets/label"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/internal/setting"
)

// labelFlags are the flags that only some methods use.
var labelFlags = []struct {
	name string
	by   []datasets.Method
}{
	{"model", []datasets.Method{datasets.Static, datasets.Ply1, datasets.Ply2, datasets.Rollout, datasets.Game}},
	{"prune", []datasets.Method{datasets.Ply1, datasets.Ply2}},
	{"sieve", []datasets.Method{datasets.Ply1}},
	{"preset", []datasets.Method{datasets.Rollout}},
	{"trials", []datasets.Method{datasets.Rollout, datasets.Game}},
	{"plies", []datasets.Method{datasets.Rollout, datasets.Game}},
	{"filter", []datasets.Method{datasets.Rollout, datasets.Game}},
	{"seed", []datasets.Method{datasets.Rollout, datasets.Game}},
	{"truncate", []datasets.Method{datasets.Rollout}},
	{"truncate-plies", []datasets.Method{datasets.Rollout}},
	{"truncate-bearoff", []datasets.Method{datasets.Rollout}},
	{"variance-reduction", []datasets.Method{datasets.Rollout}},
	{"stop-se", []datasets.Method{datasets.Rollout}},
	{"min-trials", []datasets.Method{datasets.Rollout}},
	{"cubeful", []datasets.Method{datasets.Rollout}},
}

// labelSettings returns the settings of labelling for the flags.
func labelSettings(c *cli.Context) (*label.Settings, error) {
	s := &label.Settings{By: datasets.Method(c.String("method")), Seed: c.Uint64("seed"), Prune: c.Bool("prune"), Cubeful: c.Bool("cubeful")}
	if !slices.Contains(label.Methods(), s.By) {
		return nil, cliutil.Usagef("--method is %q, want static, ply1, ply2, rollout, bearoff or game", c.String("method"))
	}
	for _, f := range labelFlags {
		if c.IsSet(f.name) && !slices.Contains(f.by, s.By) {
			return nil, cliutil.Usagef("--%s has no effect with --method %v", f.name, s.By)
		}
	}
	if s.By == datasets.Bearoff && c.String("bearoff") == cliutil.BearoffNone {
		return nil, cliutil.Usagef("--method bearoff contradicts --bearoff none: it asks databases")
	}
	var err error
	if s.Sieve, err = cliutil.SieveFromFlag(c); err != nil {
		return nil, err
	}
	filter, err := search.ParseFilter(c.String("filter"))
	if err != nil {
		return nil, cliutil.Usagef("--filter: %w", err)
	}
	s.Player = search.Depth{Plies: c.Int("plies"), Filter: filter}
	s.Games = 1
	if s.By == datasets.Game && c.IsSet("trials") {
		s.Games = c.Int("trials")
	}
	if s.By == datasets.Rollout {
		if err := labelRollouts(c, s); err != nil {
			return nil, err
		}
	}
	if err := s.Validate(); err != nil {
		return nil, cliutil.Usage(err)
	}
	return s, nil
}

// labelTrials is the default number of trials of a label.
const labelTrials = "144"

// labelRollouts sets the settings of rollouts.
func labelRollouts(c *cli.Context, s *label.Settings) error {
	var r rollout.Settings
	given := map[setting.Name]string{}
	if !c.IsSet("trials") && !c.IsSet("preset") {
		given["trials"] = labelTrials
	}
	if err := cliutil.ReadSettings(c, &r, given); err != nil {
		return err
	}
	r.Stop.Distance = 0 // the preset sets it, but there is only one position
	if c.IsSet("min-trials") && r.Stop.Error == 0 {
		return cliutil.Usagef("--min-trials has no effect without --stop-se")
	}
	if r.Stop.Error != 0 {
		r.Stop.MinTrials = min(r.Stop.MinTrials, r.Trials)
	}
	s.Rollout, s.Player = r, r.Depth
	return nil
}
