package analyses_test

import (
	"context"
	"fmt"
	"log"
	"path/filepath"

	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
	"gammonlab/engine/named"
	"gammonlab/evalbench/analyses"
	"gammonlab/nets"
)

// Example counts the unforced plays of a match, by player; FindMatches takes folders, too.
func Example() {
	found, err := record.FindMatches("../../engine/analysis/testdata/lucky.mat")
	if err != nil {
		log.Fatal(err)
	}
	model, err := nets.LoadShipped("fast")
	if err != nil {
		log.Fatal(err)
	}
	o := analyses.Options{Analysis: analysis.Options{Strength: named.StrengthOf(engine.NewStatic(model, nil), 0), Candidates: 1, Workers: 2}}
	err = analyses.Analyse(context.Background(), found.Files, o, func(r *analyses.Result) error {
		if r.Err != nil {
			return r.Err
		}
		unforced := [2]int{}
		for _, d := range r.Report.All() {
			if d.Played != nil && d.Legal > 1 {
				unforced[d.Player]++
			}
		}
		fmt.Println(filepath.Base(r.File), r.Report.Names, unforced)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// lucky.mat [Ann Bob] [21 20]
}
