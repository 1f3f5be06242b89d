package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/search"
)

// searchFlags say how to look ahead where positions are evaluated, and with
// plays also which of them go how far.
func searchFlags(plays bool) []cli.Flag { return searchFlagsFrom(0, plays) }

// searchFlagsFrom are searchFlags with a number of plies for a default.
func searchFlagsFrom(plies int, plays bool) []cli.Flag {
	flags := []cli.Flag{
		&cli.IntFlag{Name: "plies", Value: plies, Usage: fmt.Sprintf("look `N` plies ahead, 0 to %d", search.MaxPlies)},
		&cli.BoolFlag{Name: "prune", Value: true, Usage: "on the way, ask the model's pruning nets which plays to evaluate, if it has any"},
		workersFlag(),
	}
	if plays {
		flags = append(flags, &cli.StringFlag{Name: "filter", Value: "normal",
			Usage: "which plays go how far: `FILTER` is " + strings.Join(search.Presets(), ", ") +
				", or for each of the plies before the last skip or accept/extra/threshold, joined by colons"})
	}
	return flags
}

// searchFromFlags reads the flags of searchFlags.
func searchFromFlags(c *cli.Context) (search.Options, error) {
	options := search.Options{Plies: c.Int("plies"), NoPruning: !c.Bool("prune")}
	if options.Plies < 0 || options.Plies > search.MaxPlies {
		return options, usagef("--plies is %d, want 0 to %d", options.Plies, search.MaxPlies)
	}
	var err error
	if text := c.String("filter"); text != "" {
		if options.Filter, err = search.ParseFilter(text); err != nil {
			return options, usagef("--filter: %w", err)
		}
	}
	options.Workers, err = workers(c)
	return options, err
}

// searcherFromFlags returns the searcher that the flags ask for, and the game.
func searcherFromFlags(c *cli.Context) (*search.Searcher, board.Variant, error) {
	options, err := searchFromFlags(c)
	if err != nil {
		return nil, 0, err
	}
	static, variant, err := evaluatorFromFlags(c)
	if err != nil {
		return nil, 0, err
	}
	searcher, err := search.New(static, options)
	return searcher, variant, err
}

// sieveFlag says which plays pruning nets leave where targets are computed.
func sieveFlag(with string) cli.Flag {
	return &cli.StringFlag{Name: "sieve", Value: engine.Sieve{}.String(),
		Usage: "with " + with + " and --prune, keep plays by this `SIEVE`: gnubg, or MOST/MARGIN for up to so many plays of a roll within a margin of the best, in points, such as 5/0.2"}
}

// sieveFromFlag reads the flag.
func sieveFromFlag(c *cli.Context) (engine.Sieve, error) {
	sieve, err := engine.ParseSieve(c.String("sieve"))
	if err == nil && c.IsSet("sieve") && !c.Bool("prune") {
		err = errors.New("it goes with --prune")
	}
	if err != nil {
		return engine.Sieve{}, usagef("--sieve: %w", err)
	}
	return sieve, nil
}
