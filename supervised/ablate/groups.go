package ablate

import (
	"slices"

	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/nets"
)

// Group is a named group of inputs.
type Group struct {
	Name   string
	Inputs []int // their numbers in the set, ascending
}

// Groups lists the groups of a set, by their first inputs.
func Groups(set features.Set) []Group {
	var groups []Group
	for k, input := range set.Inputs() {
		i := slices.IndexFunc(groups, func(g Group) bool { return g.Name == input.Group })
		if i < 0 {
			i = len(groups)
			groups = append(groups, Group{Name: input.Group})
		}
		groups[i].Inputs = append(groups[i].Inputs, k)
	}
	return groups
}

// Part is a net of a model with the positions that it evaluates.
type Part struct {
	Name nets.Part
	Net  *nets.Net
	Rows []datasets.Row
}

// Divide assigns each position to the net that evaluates it without bear-off databases,
// and counts positions where the game is over. It does not list pruning nets.
func Divide(model *nets.Model, rows []datasets.Row) (parts []Part, over int) {
	static := engine.NewStatic(model, nil)
	for _, name := range nets.Parts() {
		net := model.Nets[name]
		answers := func(c engine.Class) bool { return net != nil && static.Net(c) == net }
		if slices.ContainsFunc(engine.Classes(), answers) {
			parts = append(parts, Part{Name: name, Net: net})
		}
	}
	for _, row := range rows {
		net := static.Net(engine.ClassOf(&row.Position))
		i := slices.IndexFunc(parts, func(p Part) bool { return p.Net == net })
		if i < 0 {
			over++
			continue
		}
		parts[i].Rows = append(parts[i].Rows, row)
	}
	return parts, over
}
