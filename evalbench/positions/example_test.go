package positions_test

import (
	"context"
	"fmt"

	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/evalbench/positions"
)

// Pubeval is asked about the benchmark that ships with the program.
func ExampleExam() {
	exam := positions.Exam{Players: named.Players{named.Of("pubeval", player.Pubeval{})}}
	report, err := exam.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	rate := positions.Rates(report.Players[0].Judged)[0]
	fmt.Printf("%s: %d of %d wrong, %.1f ± %.1f mEq\n", rate.Kind, rate.Wrong, rate.Loss.N, 1000*rate.Loss.Center, 1000*rate.Loss.Margin())
	// Output:
	// play: 103 of 198 wrong, 36.4 ± 8.5 mEq
}
