package games

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/tournament"
)

// NotedGames is the number of games between updates of the result beside the progress
// bar.
const NotedGames = 500

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
		if v.Pairs%(NotedGames/2) == 0 {
			bar.Note(fmt.Sprintf("a %+.3f ± %.3f ppg, LLR %.2f (%.2f to %.2f)",
				v.Points.Center, v.Points.Margin(), v.LLR, v.Lower, v.Upper))
		}
	}
	verdict, err := test.Run(bar.Watch(c.Context), ledger)
	bar.Finish()
	return verdict, ResumableGames(c, err)
}
