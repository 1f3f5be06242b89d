package engine

import (
	"fmt"

	"gammonlab/engine/bearoff"
)

// Names describes the databases by their contents, such as "two-sided 6x6
// cubeful", in order of priority. Databases with equal names give equal
// results.
func (d *Databases) Names() []string {
	if d == nil {
		return nil
	}
	var names []string
	for _, h := range d.Hyper {
		names = append(names, databaseName(h.Header()))
	}
	for _, t := range d.TwoSided {
		names = append(names, databaseName(t.Header()))
	}
	for _, o := range d.OneSided {
		names = append(names, databaseName(o.Header()))
	}
	return names
}

func databaseName(h bearoff.Header) string {
	name := fmt.Sprintf("%v %dx%d", h.Kind, h.Points, h.Checkers)
	if h.Normal {
		name += " normal"
	}
	if h.Cubeful {
		name += " cubeful"
	}
	return name
}
