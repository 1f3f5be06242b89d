package figures_test

import (
	"fmt"
	"os"
	"path/filepath"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/evalbench"
	"gammonlab/evalbench/figures"
)

// The calibration of a model that gives each position half a chance to win.
func ExampleCalibration() {
	set := &evalbench.LabelledSet{Name: "races"}
	var answers []engine.Probabilities
	for point := 1; point <= 6; point++ {
		position := board.Position{Own: board.Side{board.Off: 14}, Opp: board.Side{10: 1, board.Off: 14}}
		position.Own[point] = 1
		row := datasets.NewRow(position)
		row.Method, row.Probabilities = datasets.Imported, engine.Probabilities{1 - float32(point)/20}
		set.Rows, answers = append(set.Rows, row), append(answers, engine.Probabilities{0.5})
	}
	report := evalbench.ValuesReport{evalbench.NewAnswers("half", set, answers, 0)}
	for _, c := range report.Calibrations() {
		fmt.Printf("%s: %+.3f\n", c.Model, c.Bins[0].Miss.Center)
	}
	folder, err := os.MkdirTemp("", "figures")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	fmt.Println(figures.Calibration(report, filepath.Join(folder, "calibration.svg")))
	// Output:
	// half: +0.325
	// <nil>
}
