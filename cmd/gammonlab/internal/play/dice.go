package play

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	generators "gammonlab/desk/dice"
	"gammonlab/desk/table"
)

// byHand is the value of --rng for rolls that the user enters. It is no generator's name.
const byHand = "hand"

// Generators lists the values of --rng.
func Generators() []string { return append(generators.Names(), byHand) }

// generator is the source of the rolls.
type generator string

// Values returns the generators of the program.
func (generator) Values() []string { return generators.Names() }

// checkDice returns an error for settings of the dice that exclude each other.
func (s *settings) checkDice() error {
	switch {
	case s.DiceFile != "":
		return s.refuse("with --dice-file", "seed", "rng")
	case s.RNG == byHand || s.RNG == generators.System:
		return s.refuse(fmt.Sprintf("with --rng %s", s.RNG), "seed")
	}
	return nil
}

// dice returns the dice, nil for rolls entered by hand, and a function to call when they are no
// longer needed. It prints a seed that the user did not choose, so the game can be repeated.
func (s *settings) dice(out io.Writer) (board.Dice, func(), error) {
	done := func() {}
	switch {
	case s.DiceFile != "":
		file, err := os.Open(s.DiceFile)
		if err != nil {
			return nil, nil, err
		}
		return board.NewFileDice(file.Name(), file), func() { file.Close() }, nil
	case s.RNG == byHand:
		return nil, done, nil
	}
	name, from := string(s.RNG), s.Seed
	if !s.has("seed") {
		from = 2 + rand.Uint64N(999_998) // short enough to type, and valid for every generator
	}
	dice, err := generators.New(name, from)
	if err != nil {
		return nil, nil, cliutil.Usagef("--rng %s: %w", name, err)
	}
	switch {
	case !generators.Seeded(name) || s.has("seed"):
	case name == generators.PCG:
		fmt.Fprintf(out, "The dice are those of --seed %d.\n", from)
	default:
		fmt.Fprintf(out, "The dice are those of --rng %s --seed %d.\n", name, from)
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
