package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/evalbench/tournament"
)

func resultsFlag() cli.Flag {
	return &cli.StringFlag{Name: "results", Usage: "`FILE` that keeps the games; what it holds is not played again"}
}

// ledgerFromFlags opens the results that the flags ask for, of the variant if
// there is no flag for it. The databases are those that players know.
func ledgerFromFlags(c *cli.Context, variant board.Variant, databases *engine.Databases) (*tournament.Ledger, error) {
	variant, err := variantOr(c, variant)
	if err != nil {
		return nil, err
	}
	form, err := formFromFlags(c)
	if err != nil {
		return nil, err
	}
	settings := tournament.Settings{
		Variant: variant, Form: form, Seed: c.Uint64("seed"), Databases: strings.Join(databases.Names(), ", "),
	}
	path := c.String("results")
	if path == "" {
		return tournament.NewLedger(settings), nil
	}
	ledger, note, err := tournament.Open(path, settings)
	if note != "" {
		fmt.Fprintf(c.App.ErrWriter, "gammonlab: %s\n", note)
	}
	return ledger, err
}

// contestant returns the player of a spec that a flag has, with the digest of
// its net.
func contestant(flag, spec string, databases *engine.Databases) (tournament.Player, error) {
	p := tournament.Player{Name: spec}
	var err error
	p.Player, err = parsePlayer(flag, spec, func(name string) (*engine.Static, error) {
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
