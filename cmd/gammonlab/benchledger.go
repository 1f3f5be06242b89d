package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
)

func resultsFlag() cli.Flag {
	return &cli.StringFlag{Name: "results", Usage: "`FILE` that keeps the games; what it holds is not played again"}
}

// resumableGames says how to go on with games after an interruption.
func resumableGames(c *cli.Context, err error) error {
	path := c.String("results")
	if path == "" {
		return resumable(err, "the games are not kept: with --results FILE they are, and the same command resumes")
	}
	return resumable(err, "the games are kept in %s, resume with the same command", path)
}

// ledgerFromFlags opens the results that the flags ask for, of the variant if
// there is no flag for it. The databases are those that players know.
func ledgerFromFlags(c *cli.Context, variant board.Variant, databases *engine.Databases) (*tournament.Ledger, error) {
	settings, err := ledgerSettingsFromFlags(c, variant, databases)
	if err != nil {
		return nil, err
	}
	if c.String("results") == "" {
		return tournament.NewLedger(settings), nil
	}
	return openLedger(c, settings)
}

// openLedger opens the file of the results flag and says what was wrong with it.
func openLedger(c *cli.Context, settings tournament.Settings) (*tournament.Ledger, error) {
	ledger, note, err := tournament.Open(c.String("results"), settings)
	if note != "" {
		fmt.Fprintf(c.App.ErrWriter, "gammonlab: %s\n", note)
	}
	return ledger, err
}

// keepMatch has the games of a match between two players kept in the file of the
// results flag, and those that it holds count. Without the flag it returns nil.
func keepMatch(c *cli.Context, match *evalbench.Match, a, b tournament.Player, settings tournament.Settings, opinions string) (*tournament.Ledger, error) {
	if c.String("results") == "" {
		return nil, nil
	}
	ledger, err := openLedger(c, settings)
	if err != nil {
		return nil, err
	}
	if err := ledger.Match(match, &a, &b, opinions); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", c.String("results"), err), ledger.Close())
	}
	return ledger, nil
}

// opinionsOf says who tells the luck of a match and judges it, by the models'
// digests.
func opinionsOf(match *evalbench.Match, models []string) string {
	list := slices.Clone(models)
	if match.Judge != nil {
		o := match.Judge.Options()
		list = append(list, fmt.Sprintf("judge %d-ply %v, pruning %t", o.Plies, o.Filter, !o.NoPruning))
	}
	return strings.Join(list, "; ")
}

// ledgerSettingsFromFlags returns what all games have in common by the flags.
func ledgerSettingsFromFlags(c *cli.Context, variant board.Variant, databases *engine.Databases) (tournament.Settings, error) {
	variant, err := variantOr(c, variant)
	if err != nil {
		return tournament.Settings{}, err
	}
	form, err := formFromFlags(c)
	return tournament.Settings{
		Variant: variant, Form: form, Seed: c.Uint64("seed"), Databases: strings.Join(databases.Names(), ", "),
	}, err
}

// contestant returns the player of a spec that a flag has, with the digest of
// its net.
func contestant(flag, spec string, databases *engine.Databases) (tournament.Player, error) {
	p := tournament.Player{Name: spec}
	var err error
	p.Player, err = parsePlayer(flag, spec, func(name string) (engine.Evaluator, error) {
		model, err := loadModel(name)
		if err != nil {
			return nil, err
		}
		if p.Digest, err = model.Digest(); err != nil {
			return nil, err
		}
		return engine.NewStatic(model, databases), nil
	})
	return p, err
}

// contestants returns the players of the specs.
func contestants(flag string, specs []string, databases *engine.Databases) ([]tournament.Player, error) {
	players := make([]tournament.Player, len(specs))
	for i, spec := range specs {
		var err error
		if players[i], err = contestant(flag, spec, databases); err != nil {
			return nil, err
		}
	}
	return players, nil
}
