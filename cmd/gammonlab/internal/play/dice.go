package play

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/table"
	generators "gammonlab/engine/dice"
)

// byHand is the name of no generator: the user enters the rolls.
const byHand = "hand"

// Generators lists what --rng takes.
func Generators() []string { return append(generators.Names(), byHand) }

// rngFlag returns the flag that says who throws the dice.
func rngFlag() cli.Flag {
	return &cli.StringFlag{Name: "rng", Value: generators.PCG,
		Usage: "dice generator `NAME`: " + strings.Join(generators.Names(), ", ") + ", or " + byHand + " to enter the rolls"}
}

// diceFromFlags returns the dice, nil for those that are entered by hand, and a
// function to call when they are no longer needed. It names a seed that the user did
// not choose, so that the game can be played again.
func diceFromFlags(c *cli.Context) (board.Dice, func(), error) {
	name, done := c.String("rng"), func() {}
	switch {
	case c.IsSet("dice-file") && c.IsSet("seed"):
		return nil, nil, cliutil.Usagef("--seed has no effect with --dice-file")
	case c.IsSet("dice-file") && c.IsSet("rng"):
		return nil, nil, cliutil.Usagef("--rng has no effect with --dice-file")
	case c.IsSet("dice-file"):
		file, err := os.Open(c.String("dice-file"))
		if err != nil {
			return nil, nil, err
		}
		return board.NewFileDice(file.Name(), file), func() { file.Close() }, nil
	case c.IsSet("seed") && (name == byHand || name == generators.System):
		return nil, nil, cliutil.Usagef("--seed has no effect with --rng %s", name)
	case name == byHand:
		return nil, done, nil
	}
	s := c.Uint64("seed")
	if !c.IsSet("seed") {
		s = 2 + rand.Uint64N(999_998) // as many as one cares to type, and such as every generator takes
	}
	dice, err := generators.New(name, s)
	if err != nil {
		return nil, nil, cliutil.Usagef("--rng %s: %w", name, err)
	}
	switch {
	case !generators.Seeded(name) || c.IsSet("seed"):
	case name == generators.PCG:
		fmt.Fprintf(c.App.Writer, "The dice are those of --seed %d.\n", s)
	default:
		fmt.Fprintf(c.App.Writer, "The dice are those of --rng %s --seed %d.\n", name, s)
	}
	return dice, done, nil
}

// enter throws the dice that the user has typed, for the player on roll.
func (t *talk) enter(text string) {
	if err := t.Do(table.Deed{Kind: table.Roll, Net: t.Match.Turn == table.Net, Roll: text}); err != nil {
		t.sayf("Not thrown: %s.\n", strings.TrimPrefix(err.Error(), "board: "))
		return
	}
	t.fresh = t.Match.Turn == table.User
}

// looksLikeDice reports whether a line is two digits.
func looksLikeDice(line string) bool {
	return len(line) == 2 && strings.Trim(line, "0123456789") == ""
}

// whichDice asks for the dice that are to be entered.
func (t *talk) whichDice() string {
	switch {
	case t.Thrown:
		return "Dice of the first roll, yours first:"
	case t.Match.Turn == table.Net:
		return "The net's dice:"
	}
	return "Your dice:"
}
