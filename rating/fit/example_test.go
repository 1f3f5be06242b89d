package fit_test

import (
	"context"
	"fmt"

	"gammonlab/rating"
	"gammonlab/rating/fit"
	"gammonlab/rating/simulate"
)

// Matches between an errorless player and two others, made up by the manual's law
// without any chance. A study comes from a file, by simulate.Read.
func ExampleFit() {
	var rows []simulate.Row
	for pair, perDecision := range []float64{0.01, 0.02} {
		for _, length := range []int32{3, 7} {
			slope := 11971 + 23681/float64(length)
			for match := range int32(2) {
				rows = append(rows, simulate.Row{
					Pair: int32(pair), Length: length, Match: match,
					Luck:   rating.WinProbability(slope*perDecision, int(length)),
					PlaysA: 100, CubesA: 10, PlaysB: 100, CubesB: 10, PlayErrorB: 110 * perDecision,
				})
			}
		}
	}
	report, err := fit.Fit(context.Background(), rows, fit.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := report.Linear.Trends[0]
	fmt.Printf("R = (%.0f + %.0f/N)·DEPD\n", a.Constant.Value, a.Inverse.Value)
	for _, l := range report.Linear.Lengths {
		fmt.Printf("%d points: R = %.0f·DEPD, R² %.3f\n", l.Length, l.Coefficients[0].Value, l.R2)
	}
	// Output:
	// R = (11971 + 23681/N)·DEPD
	// 3 points: R = 19865·DEPD, R² 1.000
	// 7 points: R = 15354·DEPD, R² 1.000
}
