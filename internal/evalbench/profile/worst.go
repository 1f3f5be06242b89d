package profile

import (
	"cmp"
	"fmt"
	"slices"

	"gammonlab/engine/analysis"
)

// Worst is one of a player's worst decisions.
type Worst struct {
	File     string  `json:"file"`
	Game     int     `json:"game"`
	Move     int     `json:"move"` // number of the line in a .mat file
	XGID     string  `json:"xgid"`
	Position string  `json:"position_id"`
	Made     string  `json:"made"`
	Best     string  `json:"best"`
	Lost     float64 `json:"lost"` // normalised equity
	Cost     float64 `json:"cost"` // chance to win the match, or points
}

// newWorst describes a decision.
func newWorst(file string, d *analysis.Decision) Worst {
	made := d.Text()
	if d.Match.Dice.Valid() {
		made = fmt.Sprintf("%v: %s", d.Match.Dice, made)
	}
	return Worst{file, d.Game, d.Move, d.XGID(), d.Position.ID(), made, d.Best(), d.Error.Equity, d.Error.Cost}
}

// worstOf returns the worst decisions; among equal ones, the first come first.
func worstOf(all []Worst) []Worst {
	slices.SortStableFunc(all, func(a, b Worst) int { return cmp.Compare(b.Lost, a.Lost) })
	return all[:min(len(all), worstKept)]
}
