package play

import (
	"context"
	"fmt"
	"runtime"

	"gammonlab/engine/analysis"
	"gammonlab/engine/named"
	"gammonlab/evalbench/analyses/report"
	"gammonlab/rating/matches"
)

// Statistics use at least this search depth, because a net finds no errors in its own
// play at the same depth. They list this number of worst decisions.
const (
	judgePlies = 1
	threshold  = 0.03
	worst      = 5
)

// statistics analyses what has been played: error rates, luck, the luck-adjusted
// result and the worst decisions.
func (t *talk) statistics(ctx context.Context) error {
	played := t.Played()
	if len(played.Games) == 0 {
		t.sayf("Nothing has been played.\n")
		return nil
	}
	options := t.Adviser.SearchOptions()
	o := analysis.Options{
		Strength: named.StrengthOf(t.Adviser.Static().Clone(), max(options.Plies, judgePlies)),
		MET:      t.met, Workers: runtime.GOMAXPROCS(0),
	}
	o.Filter, o.Prune = options.Filter, !options.NoPruning
	r, err := analysis.Analyse(ctx, played, o)
	if err == nil {
		err = matches.Rate(r)
	}
	if err != nil {
		return fmt.Errorf("statistics: %w", err)
	}
	t.sayf("\n%s\n", report.Text(r, report.Options{Threshold: threshold, Limit: worst}))
	return nil
}
