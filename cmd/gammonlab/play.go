package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"gammonlab/board"
	"gammonlab/internal/seed"
)

func playCommand() *cli.Command {
	return &cli.Command{
		Name:  "play",
		Usage: "play against a net",
		Description: `Plays games without the cube against a net, on a board of text. You have the X
checkers and move from the upper right to the lower right. Type help for what
can be typed beside moves such as 8/5 6/5.

Example:
   gammonlab play
   gammonlab play --plies 2
   gammonlab play --model runs/first/model.safetensors --seed 7 --first you`,
		Flags: append([]cli.Flag{
			modelFlag(), bearoffFlag(), variantFlag("the model's"),
			&cli.Uint64Flag{Name: "seed", DefaultText: "another each time", Usage: "seed of the dice"},
			&cli.StringFlag{Name: "dice", Usage: "take the rolls from `FILE`, two digits each, instead of the seed"},
			&cli.StringFlag{Name: "first", Value: "dice", Usage: "`WHO` begins: dice (the higher die), you or net"},
		}, searchFlags(true)...),
		Action: play,
	}
}

// play runs the command.
func play(c *cli.Context) error {
	if err := noArguments(c); err != nil {
		return err
	}
	first, err := firstPlayer(c.String("first"))
	if err != nil {
		return err
	}
	searcher, variant, err := searcherFromFlags(c)
	if err != nil {
		return err
	}
	dice, done, err := diceFromFlags(c)
	if err != nil {
		return err
	}
	defer done()
	t := &talk{
		table: newTable(searcher, variant, dice), first: first,
		in: bufio.NewReaderSize(c.App.Reader, maxLine), out: c.App.Writer, echo: !isTerminal(c.App.Reader),
	}
	return t.run(c.Context)
}

// firstPlayer reads the flag of the same name.
func firstPlayer(text string) (board.Player, error) {
	switch text {
	case "dice":
		return board.Nobody, nil
	case "you":
		return theUser, nil
	case "net":
		return theNet, nil
	}
	return board.Nobody, usagef("--first is %q, want dice, you or net", text)
}

// diceFromFlags returns the dice and a function to call when they are no longer
// needed. It tells a seed that the user did not choose, so that the game can be
// played again.
func diceFromFlags(c *cli.Context) (board.Dice, func(), error) {
	if c.IsSet("dice") && c.IsSet("seed") {
		return nil, nil, usagef("--seed means nothing with --dice")
	}
	if c.IsSet("dice") {
		file, err := os.Open(c.String("dice"))
		if err != nil {
			return nil, nil, err
		}
		return board.NewFileDice(file.Name(), file), func() { file.Close() }, nil
	}
	s := c.Uint64("seed")
	if !c.IsSet("seed") {
		s = rand.Uint64N(1_000_000) // as many as one cares to type
		fmt.Fprintf(c.App.Writer, "The dice are those of --seed %d.\n", s)
	}
	return board.NewDice(seed.Stream(s, 0)), func() {}, nil
}

// isTerminal reports whether somebody types what is read.
func isTerminal(r io.Reader) bool {
	file, ok := r.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
