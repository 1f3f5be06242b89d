package games

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/tournament"
)

// RunTest runs the test and shows its progress.
func RunTest(c *cli.Context, test *tournament.Test, ledger *tournament.Ledger) (*tournament.Verdict, error) {
	bar := cliutil.NewBar(c, "sprt", "games")
	pool, close, err := cliutil.PoolFromFlags(c, bar, c.String("results"))
	if err != nil {
		return nil, err
	}
	defer close()
	test.Pool = pool
	test.Progress = func(v *tournament.Verdict) {
		bar.Begin(2*int64(v.Pairs-1), int64(test.MaxGames))
		bar.Set(2 * int64(v.Pairs))
		if note := v.Note(); note != "" {
			bar.Note(note)
		}
	}
	verdict, err := test.Run(bar.Watch(c.Context), ledger)
	bar.Finish()
	return verdict, ResumableGames(c, err)
}
