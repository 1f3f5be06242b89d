package play

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	generators "gammonlab/desk/dice"
	"gammonlab/desk/table"
)

// byHand is the value of --rng for rolls that the user enters. It is no generator's name.
const byHand = "hand"

// Generators lists the values of --rng.
func Generators() []string { return append(generators.Names(), byHand) }

// rngFlag returns the flag that selects the source of the rolls.
func rngFlag() cli.Flag {
	return &cli.StringFlag{Name: "rng", Value: generators.PCG,
		Usage: "dice generator `NAME`: " + strings.Join(generators.Names(), ", ") + ", or " + byHand + " to enter the rolls"}
}

// diceFromFlags returns the dice, nil for rolls entered by hand, and a function to call
// when they are no longer needed. It prints a seed that the user did not choose, so the
// game can be repeated.
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
		s = 2 + rand.Uint64N(999_998) // short enough to type, and valid for every generator
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

// enter sets the dice that the user has typed as the roll of the player on roll.
func (t *talk) enter(text string) {
	if err := t.Do(table.Deed{Kind: table.Roll, Net: t.Match.Turn == table.Net, Roll: text}); err != nil {
		t.sayf("Not thrown: %v.\n", err)
		return
	}
	if t.Opening && !t.Match.Dice.Valid() {
		t.sayAutoDoubles()
		return
	}
	t.fresh = t.Match.Turn == table.User
}

// looksLikeDice reports whether a line is two digits.
func looksLikeDice(line string) bool {
	return len(line) == 2 && strings.Trim(line, "0123456789") == ""
}

// whichDice returns the question for the dice to enter.
func (t *talk) whichDice() string {
	switch {
	case t.Thrown:
		return "Dice of the first roll, yours first:"
	case t.Match.Turn == table.Net:
		return "The net's dice:"
	}
	return "Your dice:"
}
