package fit_test

import (
	"context"
	"fmt"
	"log"

	"gammonlab/rating"
	"gammonlab/rating/fit"
	"gammonlab/rating/simulate"
)

// The figures of matches between an errorless player and two others, made up by the
// manual's law without any chance.
func ExampleReport_Figures() {
	var rows []simulate.Row
	for i := range int32(8) {
		pair, length := i%2, 3+i/4*4 // matches to 3 and 7
		perDecision := 0.01 * float64(1+pair)
		rows = append(rows, simulate.Row{
			Pair: pair, Length: length, Match: i / 2 % 2,
			Luck:   rating.WinProbability((11971+23681/float64(length))*perDecision, int(length)),
			PlaysA: 100, CubesA: 10, PlaysB: 100, CubesB: 10, PlayErrorB: 110 * perDecision,
		})
	}
	report, err := fit.Fit(context.Background(), rows, fit.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, figure := range report.Figures() {
		fmt.Println(figure.Name)
	}
	// Output:
	// depd-3
	// depd-7
	// slope
	// formula-linear
}
