package search

import (
	"cmp"
	"fmt"

	"gammonlab/internal/setting"
)

// Depth is how deep a side looks: the number of plies, 0 for the net alone, and the plays
// that are searched at each ply.
type Depth struct {
	Plies  int    `json:"plies" help:"search depth of <N> plies, 0 to 4"`
	Filter Filter `json:"filter,omitzero" default:"quick" help:"number of plays to search at each ply: <FILTER> is {values}, or, joined by colons, skip or accept/extra/threshold for each ply before the last"`
}

// Depths is how deep a side looks at plays and at cube decisions.
type Depths struct {
	Depth
	CubePlies *int `json:"cubeplies,omitempty" shown:"as for plays" help:"search depth of cube decisions, <N> plies"`
}

// ForCube returns the plies of cube decisions.
func (d *Depths) ForCube() int {
	if d.CubePlies != nil {
		return *d.CubePlies
	}
	return d.Plies
}

// String describes the depths, such as "2-ply normal, cube 3-ply".
func (d Depths) String() string {
	if cube := d.ForCube(); cube != d.Plies {
		return fmt.Sprintf("%v, cube %d-ply", d.Depth, cube)
	}
	return d.Depth.String()
}

// Validate returns an error for the first invalid setting.
func (d *Depths) Validate() error {
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
