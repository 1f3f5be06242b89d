package engine

import (
	"fmt"
	"slices"
)

// Endings say which databases of endings a long run began with, so that it is
// resumed with the same ones.
type Endings struct {
	Bearoff   string   `json:"bearoff,omitempty"`   // how they were asked for, which may name files; empty if not known
	Databases []string `json:"databases,omitempty"` // what they are, see [Databases.Names]
}

// NewEndings returns what to keep of databases that were asked for by the text.
func NewEndings(bearoff string, d *Databases) Endings { return Endings{bearoff, d.Names()} }

// Check refuses other databases than those that the run began with. Where they
// lie does not matter.
func (e *Endings) Check(d *Databases) error {
	if names := d.Names(); e.Bearoff != "" && !slices.Equal(names, e.Databases) {
		return fmt.Errorf("the run began with the databases of endings %q, not with %q", e.Databases, names)
	}
	return nil
}
