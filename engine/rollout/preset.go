package rollout

import (
	"fmt"
	"strings"

	"gammonlab/engine/search"
)

// Preset is a named precision of rollouts: look-ahead of the sides, truncation
// of trials and stopping rule.
type Preset struct {
	Name string
	For  string // purpose, for help texts

	Trials     int // of each alternative, as a maximum
	Plies      int // look-ahead of both sides
	LateFrom   int // turn from which both sides play at 0-ply, 0 for never
	Truncation Truncation
	Luck       Luck
	Stop       Stop
}

// Presets returns all presets, the fastest first.
func Presets() []Preset {
	distance := DefaultStop().Distance
	return []Preset{
		{
			Name: "quick", For: "quick estimates, about a second for each alternative", Trials: 720,
			Truncation: Truncation{Turns: 7}, Luck: QuickLuck, Stop: Stop{MinTrials: 144, Error: 0.01, Distance: distance},
		},
		{
			Name: "standard", For: "decisions and tables, some seconds for each alternative", Trials: 3888,
			Truncation: Truncation{Turns: 11, Plies: 1}, Luck: QuickLuck, Stop: Stop{MinTrials: 324, Error: 0.003, Distance: distance},
		},
		{
			Name: "reference", For: "reference values, some minutes for each alternative", Trials: 46656,
			Plies: 1, LateFrom: 20, Luck: FullLuck, Stop: Stop{MinTrials: 1296, Error: 0.002, Distance: distance},
		},
	}
}

// PresetNames returns the names of all presets.
func PresetNames() []string {
	var names []string
	for _, p := range Presets() {
		names = append(names, p.Name)
	}
	return names
}

// FindPreset returns the preset with the name.
func FindPreset(name string) (*Preset, error) {
	for _, p := range Presets() {
		if p.Name == name {
			return &p, nil
		}
	}
	return nil, fmt.Errorf("%q, want %s", name, strings.Join(PresetNames(), ", "))
}

// Apply sets the settings of the preset. It does not change seed, dice,
// bear-off settings, workers and files.
func (p *Preset) Apply(s *Settings) {
	s.Trials, s.Truncation, s.Luck, s.Stop = p.Trials, p.Truncation, p.Luck, p.Stop
	s.Player = Strength{Plies: p.Plies, Filter: search.Normal()}
	s.Opponent, s.Late = s.Player, Late{}
	if p.LateFrom > 0 {
		late := Strength{Filter: search.Normal()}
		s.Late = Late{From: p.LateFrom, Player: late, Opponent: late}
	}
}

// Parts describes the preset, one setting in each string.
func (p *Preset) Parts() []string {
	plies, end := fmt.Sprintf("both sides %d-ply", p.Plies), "played to the end"
	if p.LateFrom > 0 {
		plies += fmt.Sprintf(" (0-ply from half-move %d on)", p.LateFrom)
	}
	if p.Truncation.Turns > 0 {
		end = fmt.Sprintf("truncated after %d half-moves (%d-ply)", p.Truncation.Turns, p.Truncation.Plies)
	}
	return []string{
		fmt.Sprintf("up to %d trials", p.Trials), plies, end, fmt.Sprintf("variance reduction %v", p.Luck),
		fmt.Sprintf("stops from %d trials on at a standard error of %v", p.Stop.MinTrials, p.Stop.Error),
		fmt.Sprintf("suspends plays that are %v standard errors behind", p.Stop.Distance),
	}
}
