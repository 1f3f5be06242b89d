package simulate

import (
	"fmt"
	"slices"
	"sort"

	"gammonlab/engine"
	"gammonlab/engine/search"
)

// plan has everything that the matches of a study depend on. Matches are numbered cell
// by cell.
type plan struct {
	grid     *Grid
	seed     uint64
	analysis int // search depth of the judge in plies
	cells    []cell
	first    []uint64 // number of the first match of each cell
	total    uint64   // number of matches

	// models are the evaluators by their names in the grid; "" is the evaluator of the
	// judge and of players without a model.
	models map[string]*engine.Full
}

// newPlan checks the settings.
func newPlan(grid *Grid, seed uint64, analysis int) (*plan, error) {
	if err := grid.Validate(); err != nil {
		return nil, err
	}
	if analysis < 0 || analysis > search.MaxPlies {
		return nil, fmt.Errorf("an analysis of %d plies, want 0 to %d", analysis, search.MaxPlies)
	}
	p := &plan{grid: grid, seed: seed, analysis: analysis, cells: grid.cells(), models: map[string]*engine.Full{}}
	for _, c := range p.cells {
		p.first = append(p.first, p.total)
		p.total += uint64(c.matches)
	}
	return p, nil
}

// place returns the cell of a match and the match's number in the cell.
func (p *plan) place(number uint64) (cell, match int) {
	cell = sort.Search(len(p.first), func(i int) bool { return p.first[i] > number }) - 1
	return cell, int(number - p.first[cell])
}

// names lists the model names in the grid, "" first.
func (p *plan) names() []string {
	names := []string{""}
	for i := range p.grid.Pairs {
		for _, player := range []*Player{&p.grid.Pairs[i].A, &p.grid.Pairs[i].B} {
			if !slices.Contains(names, player.Model) {
				names = append(names, player.Model)
			}
		}
	}
	return names
}

// byLength returns the indexes of the cells, those with the longest matches first.
func (p *plan) byLength() []int {
	order := make([]int, len(p.cells))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return p.cells[b].length - p.cells[a].length })
	return order
}
