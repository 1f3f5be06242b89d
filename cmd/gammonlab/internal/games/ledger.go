package games

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/output"
)

// Results is the file of games, which commands continue. Beside it they write only the
// file of the plan, with the games to play.
var Results = cliutil.Output{
	Flag: "results", Kind: output.Kept,
	Beside: func(path string) []output.Output {
		plan := path + tournament.PlanSuffix
		return []output.Output{{Path: plan, Resume: tournament.IsPlan(plan)}}
	},
}

// OpenLedger opens the file of --results and prints a note about its problems, if any.
// Without the flag, the ledger is in memory only.
func OpenLedger(c *cli.Context, settings tournament.Settings) (*tournament.Ledger, error) {
	if c.String("results") == "" {
		return tournament.NewLedger(settings), nil
	}
	ledger, note, err := tournament.Open(c.String("results"), settings)
	if note != "" {
		cliutil.Note(c, "%s", note)
	}
	return ledger, err
}
