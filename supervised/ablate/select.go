package ablate

import (
	"fmt"
	"slices"

	"gammonlab/datasets"
	"gammonlab/engine"
)

// Select returns the rows of some classes, or of all if there are none, and counts
// the others: those where the game is over, and those of other classes.
func (r *Report) Select(all []datasets.Row, classes engine.ClassList) ([]datasets.Row, error) {
	var rows []datasets.Row
	for _, row := range all {
		switch is := engine.ClassOf(&row.Position); {
		case is == engine.Over:
			r.Over++
		case len(classes) > 0 && !slices.Contains(classes, is):
			r.OtherClass++
		default:
			rows = append(rows, row)
		}
	}
	if r.Positions = len(rows); len(rows) == 0 {
		return nil, fmt.Errorf("%s: no position to measure on: %d where the game is over, %d of other classes",
			r.Data, r.Over, r.OtherClass)
	}
	return rows, nil
}
