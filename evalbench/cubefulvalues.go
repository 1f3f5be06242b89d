//go:build !site

package evalbench

import (
	"fmt"

	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
	"gammonlab/internal/plaintext"
)

// CubefulErrors are the errors of a model's cubeful equities, in points, over the positions
// whose labels have one: of money games without the Jacoby rule, with a centred cube that the
// player on roll does not turn now. The model's are those of its efficiency of the cube at its
// probabilities. Intervals are of 95 %.
type CubefulErrors struct {
	N    int     `json:"positions"`
	RMSE Summary `json:"cubeful_rmse" short:"cubeful_rmse" unit:"points" better:"lower" meaning:"root mean square error of the cubeful equity"`
	Bias Summary `json:"cubeful_bias" short:"cubeful_bias" unit:"points" meaning:"mean error of the cubeful equity"` // mean error
}

// measureCubeful returns the errors of the cubeful equities, nil if no label has one.
func measureCubeful(s *search.Searcher, rows []datasets.Row, answers []engine.Probabilities) (*CubefulErrors, error) {
	stakes, err := cube.Prepare(cube.Money(false, false), nil)
	if err != nil {
		return nil, err
	}
	leaves := cube.NewLeaves(s.Static(), cube.EfficiencyOf(s.Static()))
	var squares, errors Sample
	for i := range rows {
		if rows[i].Cubeful != rows[i].Cubeful {
			continue
		}
		leaf := leaves.Leaf(&rows[i].Position, &answers[i])
		miss := stakes.Equity(stakes.NoDouble(&leaf)) - float64(rows[i].Cubeful)
		squares.Add(miss * miss)
		errors.Add(miss)
	}
	if squares.N() == 0 {
		return nil, nil
	}
	return &CubefulErrors{squares.N(), root(squares.Summary()), errors.Summary()}, nil
}

// cubefulText returns a table of the errors of cubeful equities, "" without any.
func (r ValuesReport) cubefulText() string {
	t := plaintext.Table{}
	t.Add("cubeful equities", "positions", "RMSE mEq", "bias")
	found := false
	for _, a := range r {
		if e := a.Cubeful; e != nil {
			found = true
			t.Add(a.Name+", "+a.Model, fmt.Sprint(e.N), plaintext.PlusMinus("%.1f", 1000*e.RMSE.Center, 1000*e.RMSE.Margin()),
				plaintext.PlusMinus("%+.1f", 1000*e.Bias.Center, 1000*e.Bias.Margin()))
		}
	}
	if !found {
		return ""
	}
	return "\n" + t.Text()
}
