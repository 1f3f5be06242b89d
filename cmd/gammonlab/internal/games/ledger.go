package games

import (
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/output"
)

// Results is the file of games, which commands continue. Beside it they write only the
// file of the plan, with the games to play.
var Results = cliutil.Output{
	Flag: "results", Kind: output.Kept, Resumes: func(*cli.Context) bool { return true },
	Beside: func(path string) []output.Output {
		plan := path + tournament.PlanSuffix
		return []output.Output{{Path: plan, Resume: tournament.IsPlan(plan)}}
	},
}

// LedgerFromFlags opens the results of the flags. The variant is that of the flag, if
// there is one, otherwise the given one. The databases are those of the players.
func LedgerFromFlags(c *cli.Context, variant board.Variant, databases *engine.Databases) (*tournament.Ledger, error) {
	settings, err := LedgerSettingsFromFlags(c, variant, databases)
	if err != nil {
		return nil, err
	}
	if c.String("results") == "" {
		return tournament.NewLedger(settings), nil
	}
	return OpenLedger(c, settings)
}

// OpenLedger opens the file of --results and prints a note about its problems, if any.
func OpenLedger(c *cli.Context, settings tournament.Settings) (*tournament.Ledger, error) {
	ledger, note, err := tournament.Open(c.String("results"), settings)
	if note != "" {
		cliutil.Note(c, "%s", note)
	}
	return ledger, err
}

// LedgerSettingsFromFlags returns the settings that all games share.
func LedgerSettingsFromFlags(c *cli.Context, variant board.Variant, databases *engine.Databases) (tournament.Settings, error) {
	rules, err := RulesFromFlags(c)
	return tournament.Settings{
		Variant: cliutil.VariantOr(c, variant), Rules: rules, Seed: c.Uint64("seed"), Databases: strings.Join(databases.Names(), ", "),
	}, err
}
