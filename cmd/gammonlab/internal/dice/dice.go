// Package dice has the commands that throw dice and test whether dice are fair.
package dice

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/dice"
)

// Command returns the command dice.
func Command() *cli.Command {
	return &cli.Command{
		Name:        "dice",
		Usage:       "roll dice and test the fairness of dice",
		Subcommands: []*cli.Command{rollCommand(), testCommand()},
	}
}

// maxRolls is the maximal number of rolls.
const maxRolls = 100_000_000

// rngFlag returns the flag that names the generator.
func rngFlag(value string) cli.Flag {
	return &cli.StringFlag{Name: "rng", Value: value, Usage: "generator `NAME`: " + strings.Join(dice.Names(), ", ")}
}

// seedFlag returns the flag of the seed.
func seedFlag() cli.Flag {
	return &cli.Uint64Flag{Name: "seed", Value: 42, Usage: "seed `N` of the generator; " + dice.System + " has none"}
}

// rollsFlag returns the flag for the number of rolls.
func rollsFlag(value int) cli.Flag {
	return &cli.IntFlag{Name: "count", Aliases: []string{"n"}, Value: value, Usage: "number `N` of rolls"}
}

// generator returns the dice of the flags, and the number of rolls.
func generator(c *cli.Context) (board.Dice, int, error) {
	name, n := c.String("rng"), c.Int("count")
	switch {
	case n < 1 || n > maxRolls:
		return nil, 0, cliutil.Usagef("--count is %d, want 1 to %d", n, maxRolls)
	case c.IsSet("seed") && name == dice.System:
		return nil, 0, cliutil.Usagef("--seed has no effect with --rng %s", name)
	}
	d, err := dice.New(name, c.Uint64("seed"))
	if err != nil {
		return nil, 0, cliutil.Usagef("--rng %s: %w", name, err)
	}
	return d, n, nil
}

// nameOf returns the name of the generator of the flags.
func nameOf(c *cli.Context) string {
	if name := c.String("rng"); !dice.Seeded(name) {
		return name
	}
	return fmt.Sprintf("%s, seed %d", c.String("rng"), c.Uint64("seed"))
}
