package cliutil

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
)

// Usage texts of flags of rollouts.
const (
	TruncateBearoffUsage = "end trials at positions of these bear-off databases, `ENDINGS`: any, exact (two-sided values) or none"
	LuckUsage            = "luck adjustment `MODE`: quick, full (evaluates all plays of all rolls) or off"
	MinTrialsUsage       = "minimum number `N` of trials before a rollout may stop"
)

// PresetFlag returns the flag that names a preset of rollouts.
func PresetFlag() cli.Flag {
	return &cli.StringFlag{Name: "preset", Category: RolloutGroup, Usage: "precision `PRESET`: " + strings.Join(rollout.PresetNames(), ", ") +
		"; other flags override it"}
}

// PresetUsage returns the description of presets for commands with PresetFlag.
func PresetUsage() string {
	var b strings.Builder
	b.WriteString("--preset sets the precision of rollouts; other flags override it:\n")
	for _, p := range rollout.Presets() {
		fmt.Fprintf(&b, "\n   %-10s %s:", p.Name, p.For)
		for i, part := range p.Parts() {
			sep := ", "
			if i%2 == 0 || i > 4 { // the last two descriptions are long
				sep = fmt.Sprintf("%s\n   %-10s ", strings.Repeat(",", min(i, 1)), "")
			}
			b.WriteString(sep + part)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// RolloutFromFlags sets the settings of the given flags of rollouts: first those of
// --preset, then those of the other flags. It ignores flags that the command does not
// have.
func RolloutFromFlags(c *cli.Context, s *rollout.Settings) error {
	if c.IsSet("preset") {
		p, err := rollout.FindPreset(c.String("preset"))
		if err != nil {
			return Usagef("--preset is %w", err)
		}
		p.Apply(s)
	}
	for name, to := range map[string]*int{
		"trials": &s.Trials, "truncate": &s.Truncation.Turns, "truncate-plies": &s.Truncation.Plies, "min-trials": &s.Stop.MinTrials,
	} {
		if c.IsSet(name) {
			*to = c.Int(name)
		}
	}
	if c.IsSet("stop-se") {
		s.Stop.Error = Equity(c, "stop-se")
	}
	if c.IsSet("stop-jsd") {
		s.Stop.Distance = c.Float64("stop-jsd")
	}
	if c.IsSet("truncate") && s.Truncation.Turns == 0 && !c.IsSet("truncate-plies") {
		s.Truncation.Plies = 0 // overrides the preset
	}
	if s.Truncation.Turns == 0 && s.Truncation.Plies != 0 {
		return Usagef("--truncate-plies has no effect without --truncate")
	}
	if err := strengthsFromFlags(c, s); err != nil {
		return err
	}
	return rolloutWaysFromFlags(c, s)
}

// strengthsFromFlags sets the search depths of the sides.
func strengthsFromFlags(c *cli.Context, s *rollout.Settings) error {
	if c.IsSet("plies") {
		s.Player.Plies, s.Opponent.Plies = c.Int("plies"), c.Int("plies")
	}
	if c.IsSet("opponent-plies") {
		s.Opponent.Plies = c.Int("opponent-plies")
	}
	if c.IsSet("late") {
		s.Late.From = c.Int("late")
	}
	if c.IsSet("late-plies") {
		s.Late.Player.Plies, s.Late.Opponent.Plies = c.Int("late-plies"), c.Int("late-plies")
	}
	if s.Late.From == 0 && c.Int("late-plies") != 0 {
		return Usagef("--late-plies has no effect without --late")
	}
	filter := search.Normal()
	if c.IsSet("filter") {
		var err error
		if filter, err = search.ParseFilter(c.String("filter")); err != nil {
			return Usagef("--filter: %w", err)
		}
	}
	s.Player.Filter, s.Opponent.Filter = filter, filter
	if s.Late.From > 0 {
		s.Late.Player.Filter, s.Late.Opponent.Filter = filter, filter
	}
	return nil
}

// rolloutWaysFromFlags sets the variance reduction, and the bear-off databases at which
// trials stop.
func rolloutWaysFromFlags(c *cli.Context, s *rollout.Settings) (err error) {
	if c.IsSet("variance-reduction") {
		if s.Luck, err = parsed(c, "variance-reduction", rollout.ParseLuck); err != nil {
			return err
		}
	}
	if c.IsSet("truncate-bearoff") {
		s.Bearoff, err = parsed(c, "truncate-bearoff", rollout.ParseBearoff)
	}
	return err
}
