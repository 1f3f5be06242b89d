package report_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
	"gammonlab/engine/named"
	"gammonlab/evalbench/analyses/report"
	"gammonlab/nets"
)

// A game of two plays and a dropped double, as text: the double should have been taken.
func ExampleText() {
	match, err := record.Read("short.mat", strings.NewReader(` 3 point match

 Game 1
 Ann : 0                               Bob : 0
  1) 31: 8/5 6/5                        42: 8/4 6/4
  2)  Doubles => 2                       Drops
      Wins 1 point
`))
	if err != nil {
		log.Fatal(err)
	}
	model, err := nets.LoadShipped(nets.DefaultNet)
	if err != nil {
		log.Fatal(err)
	}
	options := analysis.Options{Strength: named.StrengthOf(engine.NewStatic(model, nil), 0), Workers: 1}
	result, err := analysis.Analyse(context.Background(), match, options)
	if err != nil {
		log.Fatal(err)
	}
	_, worst, _ := strings.Cut(report.Text(result, report.Options{Threshold: 0.1, Limit: 1}), "The worst")
	for _, words := range []string{"very bad: game 1, move 2, Bob", "pass, best is take"} {
		fmt.Println(strings.Contains(worst, words), words)
	}
	// Output:
	// true very bad: game 1, move 2, Bob
	// true pass, best is take
}
