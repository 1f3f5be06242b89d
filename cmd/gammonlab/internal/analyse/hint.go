package analyse

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/advice"
	"gammonlab/engine/analysis/report"
)

// Hint returns the command hint.
func Hint() *cli.Command {
	return &cli.Command{
		Name:      "hint",
		Usage:     "rank the plays of a roll, or decide whether to double",
		ArgsUsage: cliutil.PositionArgs,
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

With --export it also writes a report with the board: a page (.html), PDF, LaTeX (.tex)
or text (.txt), or the board alone (.svg or .png; of several positions each into a file
with its number in its name).

` + cliutil.PositionUsage + `
The dice may come with the position; --dice overrides them.

Example:
   gammonlab hint --dice 31 4HPwATDgc/ABMA
   gammonlab hint --dice 31 --limit 3 --json 4HPwATDgc/ABMA
   gammonlab hint --dice 31 --plies 2 --filter large 4HPwATDgc/ABMA
   gammonlab hint --dice 31 --match 5 --score 4-2 --crawford 4HPwATDgc/ABMA
   gammonlab hint --plies 2 4HPwATDgc/ABMA
   gammonlab hint --dice 31 --export opening.pdf --export opening.png 4HPwATDgc/ABMA
   gammonlab hint --plies 2 --match 7 --score 3-0 --cube 2 --owner player 4HPwATDgc/ABMA`,
		Flags: slices.Concat(cliutil.FormatFlags(cliutil.FormatText, cliutil.FormatJSON),
			[]cli.Flag{diceFlag(), cliutil.ModelFlag(), cliutil.BearoffFlag(), cliutil.VariantFlag("the model's")}, cliutil.SearchFlags(true),
			[]cli.Flag{
				&cli.IntFlag{Name: "limit", Usage: "print the best `N` plays only, 0 for all"},
				cubefulFlag(), exportFlag(),
			}, stateFlags(), []cli.Flag{cliutil.METFlag()}),
		Action: hint,
	}
}

// cubefulFlag asks for the cube where a position says how it stands.
func cubefulFlag() cli.Flag {
	return &cli.BoolFlag{Name: "cubeful", Usage: "with the doubling cube, as it stands in the position; so do the flags that follow"}
}

// hint runs the command.
func hint(c *cli.Context) error {
	format, err := cliutil.FormatFromFlags(c, cliutil.FormatText, cliutil.FormatJSON)
	if err != nil {
		return err
	}
	if _, err := diceOf(c, cliutil.PositionArg{}); err != nil { // before standard input is read
		return err
	}
	if limit := c.Int("limit"); limit < 0 {
		return cliutil.Usagef("--limit is %d, want at least 0", limit)
	}
	if err := checkExport(c); err != nil {
		return err
	}
	searcher, variant, err := cliutil.SearcherFromFlags(c)
	if err != nil {
		return err
	}
	stakes, err := stakesFromFlags(c)
	if err != nil {
		return err
	}
	h := &hinter{advice: advice.New(searcher, advice.Options{}), stakes: stakes, format: format, out: cliutil.NewRowWriter(c.App.Writer, "")}
	h.export = len(c.StringSlice("export")) > 0
	if err := cliutil.EachPosition(c, variant, h.out, func(s cliutil.PositionArg) error { return h.hint(c, s) }); err != nil || !h.export {
		return err
	}
	facts := []report.Fact{{Label: "Model", Text: c.String("model")}, {Label: "Analysis", Text: fmt.Sprintf("%d-ply", h.advice.Plies())}}
	return writeExport(c, report.NewPositions(facts, h.entries))
}

// hinter answers for one position after the other.
type hinter struct {
	advice *advice.Adviser
	stakes *stakesSource
	format string
	out    *cliutil.RowWriter

	export  bool           // keep the answers
	entries []report.Entry // for a report
}

// hint ranks the plays of a position, or decides about a double if there are no
// dice.
func (h *hinter) hint(c *cli.Context, s cliutil.PositionArg) error {
	roll, err := diceOf(c, s)
	if err != nil {
		return err
	}
	if s.Pos.Result() != 0 {
		return fmt.Errorf("position %s: the game is over", s.Pos.ID())
	}
	double := roll == (board.Roll{})
	stakes, err := h.stakes.of(&s, double || c.Bool("cubeful"))
	if err != nil {
		return err
	}
	class := h.advice.Static().ClassOf(&s.Pos).String()
	if double {
		decision, err := h.advice.Double(c.Context, &s.Pos, stakes)
		if err != nil {
			return err
		}
		a := &advice.CubeAction{Position: s.Pos, Class: class, Plies: h.advice.Plies(), Stakes: stakes, Decision: decision}
		if h.export {
			h.entries = append(h.entries, report.CubeEntry(a))
		}
		return h.out.Result(h.format, a)
	}
	r := &advice.Ranking{Position: s.Pos, Class: class, Roll: roll, Plies: h.advice.Plies(), Stakes: stakes}
	if r.Plays, err = h.advice.Rank(c.Context, &s.Pos, board.Plays(s.Pos, roll), stakes); err != nil {
		return err
	}
	if limit := c.Int("limit"); limit > 0 && limit < len(r.Plays) {
		r.Plays = r.Plays[:limit]
	}
	if h.export {
		h.entries = append(h.entries, report.RankingEntry(r))
	}
	return h.out.Result(h.format, r)
}
