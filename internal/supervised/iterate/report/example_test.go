package report_test

import (
	"fmt"

	"gammonlab/internal/supervised/iterate"
	"gammonlab/internal/supervised/iterate/report"
)

func ExampleLine() {
	fmt.Println(report.Line(&iterate.Point{
		Generation: 3, Positions: 200_000, Games: 9000, Rows: 390_000, LabelChange: 12.5, Promoted: true,
		Match: &iterate.Score{Games: 10_000, Estimate: iterate.Estimate{PPG: 0.008, Low: 0.002, High: 0.014}},
	}))
	// Output:
	// labels differ by 12.5 mEq from 0 plies, +0.0080 ± 0.0060 ppg against the best net: promoted
}
