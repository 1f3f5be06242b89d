package search

import (
	"cmp"
	"fmt"
	"time"

	"gammonlab/internal/setting"
)

// Depth is how deep a side looks: the number of plies, 0 for the net alone, and the plays
// that are searched at each ply.
type Depth struct {
	Plies  int    `json:"plies" help:"search depth of <N> plies, 0 to 4"`
	Filter Filter `json:"filter,omitzero" default:"quick" help:"number of plays to search at each ply: <FILTER> is {values}, or, joined by colons, skip or accept/extra/threshold for each ply before the last"`
}

// Depths is how deep a side looks at plays and at cube decisions: by plies, by rollers, or as deep as
// a time allows.
type Depths struct {
	Depth
	CubePlies *int `json:"cubeplies,omitempty" shown:"as for plays" help:"search depth of cube decisions, <N> plies"`
	Rollers   int  `json:"rollers,omitempty" shown:"no rollouts" help:"strength <N> of rollers instead of plies, 1 to 3: search 2 plies, then roll close choices out, in about 0.1, 1 or 10 s a decision"`

	// Time is that of a decision, 0 for plies or rollers.
	Time time.Duration `json:"time,omitempty" shown:"no time" help:"the best strength that takes at most about <TIME> a decision, such as 500ms, in place of plies; decisions then depend on the speed of the machine"`
}

const (
	// MaxRollers is the largest size of rollers.
	MaxRollers = 3

	// RollerPlies is the depth of the search before the rollouts of rollers.
	RollerPlies = 2

	// MaxTime is the longest time of a decision.
	MaxTime = 24 * time.Hour
)

// RollerName returns the name of a size of rollers, such as "roller 1".
func RollerName(size int) string { return fmt.Sprintf("roller %d", size) }

// ForCube returns the plies of cube decisions, with rollers and with a time those of the search.
func (d *Depths) ForCube() int {
	if d.chosen() {
		return RollerPlies
	}
	if d.CubePlies != nil {
		return *d.CubePlies
	}
	return d.Plies
}

// chosen reports whether rollers or a time choose the plies.
func (d *Depths) chosen() bool { return d.Rollers > 0 || d.Time > 0 }

// ForPlays returns the plies of plays, with rollers and with a time those of the search.
func (d *Depths) ForPlays() int {
	if d.chosen() {
		return RollerPlies
	}
	return d.Plies
}

// String describes the depths, such as "2-ply normal, cube 3-ply", "roller 1" or "500ms a decision".
func (d Depths) String() string {
	switch {
	case d.Time > 0:
		return d.Time.String() + " a decision"
	case d.Rollers > 0:
		return RollerName(d.Rollers)
	}
	if cube := d.ForCube(); cube != d.Plies {
		return fmt.Sprintf("%v, cube %d-ply", d.Depth, cube)
	}
	return d.Depth.String()
}

// Validate returns an error for the first invalid setting.
func (d *Depths) Validate() error {
	const rollers, plies, cube, limit = setting.Name("rollers"), setting.Name("plies"), setting.Name("cubeplies"), setting.Name("time")
	if err := setting.Check(rollers, d.Rollers >= 0 && d.Rollers <= MaxRollers, "is %d, want 1 to %d, or 0 for none", d.Rollers, MaxRollers); err != nil {
		return err
	}
	if err := setting.Check(limit, d.Time >= 0 && d.Time <= MaxTime, "is %v, want more than 0 and at most %v, such as 500ms", d.Time, MaxTime); err != nil {
		return err
	}
	switch {
	case d.Time > 0 && (d.Plies != 0 || d.CubePlies != nil || d.Rollers > 0):
		return setting.Errorf("%s contradicts %s, %s and %s: it chooses among them", limit, plies, cube, rollers)
	case d.Rollers > 0 && d.Plies != 0:
		return setting.Errorf("%s contradicts %s: rollers search %d plies before their rollouts", rollers, plies, RollerPlies)
	case d.Rollers > 0 && d.CubePlies != nil:
		return setting.Errorf("%s contradicts %s: rollers roll cube decisions out, too", rollers, cube)
	}
	return cmp.Or(d.Depth.Validate(), CheckPlies("cubeplies", d.ForCube()))
}

// String describes the depth, such as "2-ply normal".
func (d Depth) String() string {
	if d.Plies == 0 {
		return "0-ply"
	}
	return fmt.Sprintf("%d-ply %v", d.Plies, d.Filter)
}

// Validate returns an error for an invalid setting.
func (d *Depth) Validate() error { return CheckPlies("plies", d.Plies) }

// CheckPlies returns an error if a setting is no number of plies of a search.
func CheckPlies(name string, plies int) error {
	return setting.Check(setting.Name(name), plies >= 0 && plies <= MaxPlies, "is %d, want 0 to %d plies", plies, MaxPlies)
}

// Values returns the names of filters.
func (Filter) Values() []string { return Presets() }
