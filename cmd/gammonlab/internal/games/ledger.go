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

// Results is the file of games that commands continue. They write what they are to play
// into the file of a plan beside it, where a plan may be, and nothing else.
var Results = cliutil.Output{
	Flag: "results", Kind: output.Kept, Resumes: func(*cli.Context) bool { return true },
	Beside: func(path string) []output.Output {
		plan := path + tournament.PlanSuffix
		return []output.Output{{Path: plan, Resume: tournament.IsPlan(plan)}}
	},
}

// LedgerFromFlags opens the results that the flags ask for, of the variant if
// there is no flag for it. The databases are those that players know.
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

// OpenLedger opens the file of the results flag and says what was wrong with it.
func OpenLedger(c *cli.Context, settings tournament.Settings) (*tournament.Ledger, error) {
	ledger, note, err := tournament.Open(c.String("results"), settings)
	if note != "" {
		cliutil.Note(c, "%s", note)
	}
	return ledger, err
}

// LedgerSettingsFromFlags returns what all games have in common by the flags.
func LedgerSettingsFromFlags(c *cli.Context, variant board.Variant, databases *engine.Databases) (tournament.Settings, error) {
	rules, err := RulesFromFlags(c)
	return tournament.Settings{
		Variant: cliutil.VariantOr(c, variant), Rules: rules, Seed: c.Uint64("seed"), Databases: strings.Join(databases.Names(), ", "),
	}, err
}
