package dice

import (
	"bufio"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/dice"
)

func rollCommand() *cli.Command {
	return &cli.Command{
		Name:  "roll",
		Usage: "roll dice",
		Description: `Rolls two dice with a generator and prints one roll per line, a file for play --dice-file.
docs/dice.md describes the generators, and which of them give the dice of GNU Backgammon.

Example:
   gammonlab dice roll --rng mersenne --seed 42 -n 500 > evening.dice`,
		Flags:  []cli.Flag{rngFlag(dice.PCG), seedFlag(), rollsFlag(36), cliutil.JSONFlag(rolled{})},
		Action: cliutil.NoArguments(roll),
	}
}

// roll runs the command.
func roll(c *cli.Context) error {
	d, n, err := generator(c)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return rollJSON(c, d, n)
	}
	out := bufio.NewWriter(c.App.Writer)
	for i := 0; i < n && (i&0xfff > 0 || c.Context.Err() == nil); i++ {
		r, err := d.Roll()
		if err != nil {
			return err
		}
		if _, err := out.WriteString(r.String() + "\n"); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return c.Context.Err()
}

// rolled is the JSON output of the command.
type rolled struct {
	Generator string   `json:"rng"`
	Seed      *uint64  `json:"seed"` // null for rolls of the system's generator
	Rolls     []string `json:"rolls"`
}

// rollJSON prints the rolls as JSON.
func rollJSON(c *cli.Context, d board.Dice, n int) error {
	rolls := make([]string, 0, min(n, 1<<16))
	for range n {
		r, err := d.Roll()
		if err != nil {
			return err
		}
		rolls = append(rolls, r.String())
	}
	var seed *uint64
	if s := c.Uint64("seed"); dice.Seeded(c.String("rng")) {
		seed = &s
	}
	return cliutil.PrintJSON(c.App.Writer, rolled{c.String("rng"), seed, rolls})
}
