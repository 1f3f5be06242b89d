package analyse

import (
	"fmt"
	"net/http"
	"slices"

	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/problem"
	"gammonlab/engine/search"
)

// depth is that of a look at a position: plies, or the size of rollers.
type depth struct {
	Plies   int `json:"plies"`
	Rollers int `json:"rollers,omitempty"`
}

// depths are all, in the order of their quality.
func depths() (all []depth) {
	for plies := range models.MaxPlies + 1 {
		all = append(all, depth{Plies: plies})
	}
	for size := 1; size <= search.MaxRollers; size++ {
		all = append(all, depth{search.RollerPlies, size})
	}
	return all
}

// String names the depth, such as 2-ply or roller 1.
func (d depth) String() string {
	if d.Rollers > 0 {
		return search.RollerName(d.Rollers)
	}
	return fmt.Sprintf("%d-ply", d.Plies)
}

// less reports whether another depth is better.
func (d depth) less(o depth) bool {
	all := depths()
	return slices.Index(all, d) < slices.Index(all, o)
}

// next returns the depth of a deeper look, nil if there is none. After the plies before those of rollers come
// rollers: the first takes less time than the next ply.
func (d depth) next() *depth {
	all := depths()
	for _, o := range all {
		if d.less(o) && (o.Rollers > 0 || o.Plies <= search.RollerPlies) {
			return &o
		}
	}
	return nil
}

// before returns the next lower depth, the lowest for itself.
func (d depth) before() depth {
	all := depths()
	return all[max(0, slices.Index(all, d)-1)]
}

// readDepth reads the name of a depth.
func readDepth(text string) (depth, error) {
	all := depths()
	if i := slices.IndexFunc(all, func(d depth) bool { return d.String() == text }); i >= 0 {
		return all[i], nil
	}
	return depth{}, problem.New(http.StatusBadRequest, "depth is %q, want %v to %v", text, all[0], all[len(all)-1])
}

// asked returns the adviser of the model that looks so deep.
func (d depth) asked(m *models.Model) models.Asked {
	a := m.Asked(d.Plies)
	a.Rollers = d.Rollers
	return a
}
