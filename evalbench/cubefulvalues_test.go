package evalbench

import (
	"math"
	"testing"

	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
)

// The errors of cubeful equities are those from the labels that have one. A net without
// efficiencies of its own has gnubg's: 0.68 of the way from the dead to the live cube in contact
// positions.
func TestMeasureCubeful(t *testing.T) {
	s := must.Get(search.New(enginetest.RandomStatic(t, 8, 5), search.Options{}))(t)
	stakes := must.Get(cube.Prepare(cube.Money(false, false), nil))(t)
	var rows []datasets.Row
	for _, pos := range enginetest.Positions(300, 4) {
		if row := datasets.NewRow(pos); row.Class == engine.Contact {
			rows = append(rows, row)
		}
	}
	set := LabelledSet{Rows: rows}
	answers := must.Get(set.Evaluate(t.Context(), Evaluators(1, s), nil))(t)
	if got := must.Get(measureCubeful(s, rows, answers))(t); got != nil {
		t.Errorf("without labels: %+v", got)
	}
	labelled := 0
	for i := range rows {
		if i%3 == 0 {
			continue
		}
		labelled++
		miss := 0.125 // the label is lower by it, or by three times as much
		if labelled%2 == 0 {
			miss *= 3
		}
		rows[i].Cubeful = float32(0.68*stakes.Live(&answers[i]) + 0.32*stakes.Dead(&answers[i]) - miss)
	}
	rows, answers = rows[:3*(len(rows)/6)*2], answers[:3*(len(rows)/6)*2] // as many of either
	got := must.Get(measureCubeful(s, rows, answers))(t)
	if math.Abs(got.Bias.Center-0.25) > 1e-5 || math.Abs(got.RMSE.Center-0.125*math.Sqrt(5)) > 1e-5 || got.N != len(rows)*2/3 {
		t.Errorf("%d of %d rows: %+v, want a bias of 0.25", got.N, len(rows), got)
	}
	report := ValuesReport{&Answers{Model: "net", Name: "set", Cubeful: got}}
	if text := report.cubefulText(); text == "" || (ValuesReport{&Answers{}}).cubefulText() != "" {
		t.Errorf("the table is %q", text)
	}
}
