package ablate

import (
	"fmt"

	"gammonlab/datasets"
	"gammonlab/engine"
)

// Select returns the rows of a class, or of all classes for [engine.Over], and counts
// the others: those where the game is over, and those of other classes.
func (r *Report) Select(all []datasets.Row, class engine.Class) ([]datasets.Row, error) {
	var rows []datasets.Row
	for _, row := range all {
		switch is := engine.ClassOf(&row.Position); {
		case is == engine.Over:
			r.Over++
		case class != engine.Over && is != class:
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
