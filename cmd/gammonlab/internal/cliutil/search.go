package cliutil

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/search"
)

// SearchFlags returns the flags of the search depth and, with plays, of the filter of
// plays.
func SearchFlags(plays bool) []cli.Flag { return SearchFlagsFrom(0, plays) }

// SearchFlagsFrom is SearchFlags with a default number of plies.
func SearchFlagsFrom(plies int, plays bool) []cli.Flag {
	flags := Group(ModelGroup,
		&cli.IntFlag{Name: "plies", Value: plies, Usage: fmt.Sprintf("search depth of `N` plies, 0 to %d", search.MaxPlies)},
		&cli.BoolFlag{Name: "prune", Value: true, Usage: "select plays in the search with the model's pruning nets, if it has any"},
	)
	if plays {
		flags = append(flags, Group(ModelGroup, &cli.StringFlag{Name: "filter", Value: "normal",
			Usage: "number of plays to search at each ply: `FILTER` is " + strings.Join(search.Presets(), ", ") +
				", or, joined by colons, skip or accept/extra/threshold for each ply before the last"})...)
	}
	return append(flags, WorkersFlag())
}

// SearchFromFlags reads the flags of SearchFlags.
func SearchFromFlags(c *cli.Context) (search.Options, error) {
	options := search.Options{Plies: c.Int("plies"), NoPruning: !c.Bool("prune")}
	if options.Plies < 0 || options.Plies > search.MaxPlies {
		return options, Usagef("--plies is %d, want 0 to %d", options.Plies, search.MaxPlies)
	}
	var err error
	if text := c.String("filter"); text != "" {
		if options.Filter, err = search.ParseFilter(text); err != nil {
			return options, Usagef("--filter: %w", err)
		}
	}
	options.Workers = Workers(c)
	return options, nil
}

// SearcherFromFlags returns the searcher and the variant of the flags.
func SearcherFromFlags(c *cli.Context) (*search.Searcher, board.Variant, error) {
	options, err := SearchFromFlags(c)
	if err != nil {
		return nil, 0, err
	}
	static, variant, err := EvaluatorFromFlags(c)
	if err != nil {
		return nil, 0, err
	}
	searcher, err := search.New(static, options)
	return searcher, variant, err
}

// SieveFlag returns the flag of the sieve, the rule for the plays that pass pruning nets
// when targets are computed.
func SieveFlag(with string) cli.Flag {
	return &cli.StringFlag{Name: "sieve", Value: engine.Sieve{}.String(),
		Usage: "with " + with + " and --prune, number of plays to keep: `SIEVE` is gnubg, or MOST/MARGIN, such as 5/0.2 for at most 5 plays within 0.2 points of the best"}
}

// SieveFromFlag reads the flag.
func SieveFromFlag(c *cli.Context) (engine.Sieve, error) {
	sieve, err := engine.ParseSieve(c.String("sieve"))
	if err == nil && c.IsSet("sieve") && !c.Bool("prune") {
		return engine.Sieve{}, Usagef("--sieve requires --prune")
	}
	if err != nil {
		return engine.Sieve{}, Usagef("--sieve: %w", err)
	}
	return sieve, nil
}
