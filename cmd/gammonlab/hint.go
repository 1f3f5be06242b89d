package main

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine/advice"
)

func hintCommand() *cli.Command {
	return &cli.Command{
		Name:      "hint",
		Usage:     "rank the plays of a roll, or decide whether to double",
		ArgsUsage: positionArgs,
		Description: `With dice, prints the legal plays of the roll, the best first: what each is worth
to the player who makes it, how much less than the best, and the five
probabilities. With --plies the plays that --filter lets pass are looked at
further than the others, which stand behind them; Ply says how far.

Plays are ranked by cubeless money equity. With --cubeful, or any of the flags on
the cube and the score, they are ranked by the equity with the cube, normalised:
1 is a game won at the present cube; in matches MWC is the chance to win it.

Without dice, prints what a double is worth against none and who is right to do
what, at the cube and score of the flags, or else at those that come with the
position, or else in a money game. Diff is how much an alternative is from what
right play of both sides brings. If a double is wrong, the percentage says how
many of the opponents would have to answer it wrongly to make up for that.

` + positionUsage + `
The dice may come with the position; --dice overrides them.

Example:
   gammonlab hint --dice 31 4HPwATDgc/ABMA
   gammonlab hint --dice 31 --limit 3 --json 4HPwATDgc/ABMA
   gammonlab hint --dice 31 --plies 2 --filter large 4HPwATDgc/ABMA
   gammonlab hint --dice 31 --match 5 --score 4-2 --crawford 4HPwATDgc/ABMA
   gammonlab hint --plies 2 4HPwATDgc/ABMA
   gammonlab hint --plies 2 --match 7 --score 3-0 --cube 2 --owner player 4HPwATDgc/ABMA`,
		Flags: slices.Concat(formatFlags(formatText, formatJSON),
			[]cli.Flag{diceFlag(), modelFlag(), bearoffFlag(), variantFlag("the model's")}, searchFlags(true),
			[]cli.Flag{
				&cli.IntFlag{Name: "limit", Usage: "print the best `N` plays only, 0 for all"},
				cubefulFlag(),
			}, stateFlags(), []cli.Flag{metFlag()}),
		Action: hint,
	}
}

// cubefulFlag asks for the cube where a position says how it stands.
func cubefulFlag() cli.Flag {
	return &cli.BoolFlag{Name: "cubeful", Usage: "with the doubling cube, as it stands in the position; so do the flags that follow"}
}

// hint runs the command.
func hint(c *cli.Context) error {
	format, err := chosenFormat(c, formatText, formatJSON)
	if err != nil {
		return err
	}
	if _, err := diceOf(c, spot{}); err != nil { // before standard input is read
		return err
	}
	if limit := c.Int("limit"); limit < 0 {
		return usagef("--limit is %d, want at least 0", limit)
	}
	searcher, variant, err := searcherFromFlags(c)
	if err != nil {
		return err
	}
	stakes, err := stakesFromFlags(c)
	if err != nil {
		return err
	}
	h := &hinter{advice.New(searcher, advice.Options{}), stakes, format, newRowWriter(c.App.Writer, "")}
	return eachPosition(c, variant, h.out, func(s spot) error { return h.hint(c, s) })
}

// hinter answers for one position after the other.
type hinter struct {
	advice *advice.Adviser
	stakes *stakesSource
	format string
	out    *rowWriter
}

// hint ranks the plays of a position, or decides about a double if there are no
// dice.
func (h *hinter) hint(c *cli.Context, s spot) error {
	roll, err := diceOf(c, s)
	if err != nil {
		return err
	}
	if s.pos.Result() != 0 {
		return fmt.Errorf("position %s: the game is over", s.pos.ID())
	}
	double := roll == (board.Roll{})
	stakes, err := h.stakes.of(&s, double || c.Bool("cubeful"))
	if err != nil {
		return err
	}
	class := h.advice.Static().ClassOf(&s.pos).String()
	if double {
		decision, err := h.advice.Double(c.Context, &s.pos, stakes)
		if err != nil {
			return err
		}
		return h.out.result(h.format, &advice.CubeAction{
			Position: s.pos, Class: class, Plies: h.advice.Plies(), Stakes: stakes, Decision: decision,
		})
	}
	r := &advice.Ranking{Position: s.pos, Class: class, Roll: roll, Plies: h.advice.Plies(), Stakes: stakes}
	if r.Plays, err = h.advice.Rank(c.Context, &s.pos, board.Plays(s.pos, roll), stakes); err != nil {
		return err
	}
	if limit := c.Int("limit"); limit > 0 && limit < len(r.Plays) {
		r.Plays = r.Plays[:limit]
	}
	return h.out.result(h.format, r)
}
