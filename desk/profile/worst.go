package profile

import (
	"cmp"
	"slices"

	"gammonlab/engine/analysis"
)

// Worst is one of a player's worst decisions.
type Worst struct {
	File string `json:"file"`
	*analysis.Decision
}

// made returns the decision made, a play with its roll.
func (w *Worst) made() string {
	if w.Dice == "" {
		return w.Made
	}
	return w.Dice + ": " + w.Made
}

// worstOf returns the worst decisions; among equal ones, the first come first.
func worstOf(all []Worst) []Worst {
	slices.SortStableFunc(all, func(a, b Worst) int { return cmp.Compare(b.Error.Equity, a.Error.Equity) })
	return all[:min(len(all), worstKept)]
}
