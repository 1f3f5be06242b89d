package rollout

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gammonlab/internal/setting"
)

// Preset names a precision of rollouts. It sets the defaults of other settings; "" sets none.
type Preset string

// presets are the presets, the fastest first, with their purposes for help texts.
var presets = []struct {
	name     Preset
	purpose  string
	defaults map[string]string
}{
	{"quick", "quick estimates, about a second for each alternative", map[string]string{
		"trials": "720", "truncate": "7", "stop_se": "0.01", "min_trials": "144",
	}},
	{"standard", "decisions and tables, some seconds for each alternative", map[string]string{
		"trials": "3888", "truncate": "11", "truncate_plies": "1", "stop_se": "0.003",
	}},
	{"reference", "reference values, some minutes for each alternative", map[string]string{
		"trials": "46656", "plies": "1", "late": "20", "variance_reduction": "full", "stop_se": "0.002", "min_trials": "1296",
	}},
}

// Presets returns all presets, the fastest first.
func Presets() []Preset {
	var all []Preset
	for _, p := range presets {
		all = append(all, p.name)
	}
	return all
}

// Values returns the names of the presets.
func (Preset) Values() []string {
	var names []string
	for _, p := range presets {
		names = append(names, string(p.name))
	}
	return names
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (p *Preset) UnmarshalText(text []byte) error {
	if *p = Preset(text); !slices.Contains(Presets(), *p) {
		return fmt.Errorf("%q, want %s", text, strings.Join(p.Values(), ", "))
	}
	return nil
}

// Defaults returns the defaults that the preset sets.
func (p Preset) Defaults() map[string]string {
	for i := range presets {
		if presets[i].name == p {
			defaults := maps.Clone(presets[i].defaults)
			defaults["stop_jsd"] = fmt.Sprint(DefaultStop().Distance)
			return defaults
		}
	}
	return map[string]string{}
}

// Defaults returns the defaults that the preset sets, see [setting.Field].
func (s *Settings) Defaults() map[string]string { return s.Preset.Defaults() }

// Of returns the settings of the preset, and the defaults of the others.
func (p Preset) Of() Settings {
	s := Settings{Preset: p}
	if err := setting.Read(&s, nil, nil); err != nil {
		panic(fmt.Sprintf("rollout: preset %s: %v", p, err)) // a mistake in the table
	}
	return s
}

// Purpose describes what the preset is for.
func (p Preset) Purpose() string {
	return presets[slices.Index(Presets(), p)].purpose
}

// Parts describes the preset, one setting in each string.
func (p Preset) Parts() []string {
	s := p.Of()
	plies, end := fmt.Sprintf("both sides %d-ply", s.Depth.Plies), "played to the end"
	if s.From > 0 {
		plies += fmt.Sprintf(" (%d-ply from half-move %d on)", s.Late.Plies, s.From)
	}
	if s.Turns > 0 {
		end = fmt.Sprintf("truncated after %d half-moves (%d-ply)", s.Turns, s.Truncation.Plies)
	}
	return []string{
		fmt.Sprintf("up to %d trials", s.Trials), plies, end, fmt.Sprintf("variance reduction %v", s.Luck),
		fmt.Sprintf("stops from %d trials on at a standard error of %v", s.MinTrials, s.Error),
		fmt.Sprintf("suspends plays that are %v standard errors behind", s.Distance),
	}
}
