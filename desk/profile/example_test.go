package profile_test

import (
	"context"
	"fmt"
	"log"

	"gammonlab/desk/profile"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
	"gammonlab/engine/named"
	"gammonlab/evalbench/analyses"
	"gammonlab/nets"
)

// Example shows in how many decisions a player erred with contact.
func Example() {
	model, err := nets.LoadShipped("fast")
	if err != nil {
		log.Fatal(err)
	}
	files := []string{"../../engine/analysis/testdata/lucky.mat"}
	o := analyses.Options{Analysis: analysis.Options{Strength: named.StrengthOf(engine.NewStatic(model, nil), 0), Candidates: 1, Workers: 2}}
	c := profile.NewCollector(nil)
	err = analyses.Analyse(context.Background(), files, o, func(r *analyses.Result) error {
		if r.Err == nil {
			c.Add(r.File, r.Digest, r.Match, r.Report)
		}
		return r.Err
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(c.Players())
	p, err := c.Profile("Ann", profile.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range p.Tables[0].Rows[:2] {
		fmt.Println(row.Key, row.Decisions)
	}
	// Output:
	// [{Ann 1} {Bob 1}]
	// opening 4
	// contact 11
}
