package engine

import (
	"fmt"
	"slices"
)

// Endings records the databases with which a long run began, so it can be
// resumed with the same ones.
type Endings struct {
	Bearoff   string   `json:"bearoff,omitempty"`           // value of the option, which may name files; empty if unknown
	Databases []string `json:"bearoff_databases,omitempty"` // descriptions, see [Databases.Names]
}

// NewEndings returns the record of databases that were selected by the text
// bearoff.
func NewEndings(bearoff string, d *Databases) Endings { return Endings{bearoff, d.Names()} }

// Check returns an error if d has other databases than those with which the run
// began. Their paths do not matter.
func (e *Endings) Check(d *Databases) error {
	if names := d.Names(); e.Bearoff != "" && !slices.Equal(names, e.Databases) {
		return fmt.Errorf("the run began with the bear-off databases %q, not with %q", e.Databases, names)
	}
	return nil
}
