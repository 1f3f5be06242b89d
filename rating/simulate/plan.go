package simulate

import (
	"slices"
	"sort"

	"gammonlab/engine"
)

// plan has the matches of a study, numbered cell by cell.
type plan struct {
	*Settings
	cells []cell
	first []uint64 // number of the first match of each cell
	total uint64   // number of matches
}

// newPlan checks the settings, which are open.
func newPlan(s *Settings) (*plan, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if err := s.Grid.Validate(); err != nil {
		return nil, err
	}
	p := &plan{Settings: s, cells: s.Grid.cells()}
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

// models returns clones of the evaluators by their names in the grid; "" is that of the
// judge and of players without a model.
func (p *plan) models() map[string]*engine.Full {
	all := map[string]*engine.Full{"": engine.NewFull(p.Model.Evaluator).Clone()}
	for i := range p.Grid.Pairs {
		for _, player := range []*Player{&p.Grid.Pairs[i].A, &p.Grid.Pairs[i].B} {
			if m := &player.Model; all[m.Name] == nil {
				all[m.Name] = engine.NewFull(m.Evaluator).Clone()
			}
		}
	}
	return all
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
