package kinds

import (
	"fmt"

	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/internal/chart"
)

// plotEquities draws normalised equities against the winning chance, for games in which the
// sides win as many gammons and backgammons as in the outcomes.
func plotEquities(path string, st *cube.Stakes, outcomes [2]cube.Outcomes, efficiency float64) error {
	leaf := func(win float64) *cube.Leaf {
		own, opp := &outcomes[0], &outcomes[1]
		return &cube.Leaf{Efficiency: cube.Same(efficiency), Chances: engine.Probabilities{
			float32(win), float32(win * (own[1] + own[2])), float32(win * own[2]),
			float32((1 - win) * (opp[1] + opp[2])), float32((1 - win) * opp[2]),
		}}
	}
	curves := []struct {
		name string
		of   func(v *cube.Valuation) *cube.Worth
	}{
		{"dead cube", func(v *cube.Valuation) *cube.Worth { return &v.Dead }},
		{"live cube", func(v *cube.Valuation) *cube.Worth { return &v.Live }},
		{fmt.Sprintf("no double, efficiency %.3g", efficiency), func(v *cube.Valuation) *cube.Worth { return &v.NoDouble }},
		{"double, take", func(v *cube.Valuation) *cube.Worth { return v.DoubleTake }},
		{"double, pass", func(v *cube.Valuation) *cube.Worth { return v.DoublePass }},
	}
	g := chart.Graph{Title: st.Words(), XLabel: "winning chance (%)", YLabel: "normalised equity"}
	for _, curve := range curves {
		s := chart.Set{Name: curve.name, Line: true}
		for percent := range 101 {
			if w := curve.of(st.Valuation(leaf(float64(percent) / 100))); w != nil {
				s.X, s.Y = append(s.X, float64(percent)), append(s.Y, w.Equity)
			}
		}
		if len(s.X) > 0 {
			g.Sets = append(g.Sets, s)
		}
	}
	return g.Write(path)
}
