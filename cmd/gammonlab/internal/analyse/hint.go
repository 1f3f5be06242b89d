package analyse

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/evalbench/analyses/report"
)

// Hint returns the command hint.
func Hint() *cli.Command {
	return &cli.Command{
		Name:      "hint",
		Usage:     "rank the plays of a roll, or evaluate the cube decision",
		ArgsUsage: cliutil.PositionArgs,
		Description: `With dice, ranks the legal plays of the roll, best first. It prints the equity of each play,
its difference from the best, and the five probabilities. With --plies, only the plays
selected by --filter are searched to full depth; they come first. The column Ply is the
search depth. --play compares some plays only, all of them at full depth.

Plays are ranked by cubeless money equity. With --cubeful, with a flag for the cube or the
score, or if ID contains the score of a match, they are ranked by cubeful equity, normalised:
1 is a game won at the present cube. In matches, MWC is the match-winning chance.

Without dice, evaluates the cube decision: it prints the equities of no double, double and take,
and double and pass, and the correct actions. Cube and score are those of the flags, else those of
the position, else those of a money game. Diff is the equity of an alternative less the equity
with correct play of both sides. For a wrong double, the percentage is the share of opponents who
would have to respond wrongly for the double to be right. If a double, a beaver or a raccoon is on
offer in ID, the answers to it are evaluated, too. Races and bear-offs have the counts
of eval, too.

--rolls shows the temperature map instead: for each of the 36 throws the equity after its best
play, in a square by the two dice, and the 21 rolls, best first, each with its play and its luck,
the difference from the mean of all throws. Dice of the position have no effect.

--export also writes a report with the board: HTML (.html), PDF (.pdf), LaTeX (.tex) or text
(.txt), or the board or the map alone (.svg or .png; with several positions, one numbered file each).

` + cliutil.PositionUsage + `
If ID contains the dice, --dice is optional and overrides them.

Example:
   gammonlab hint --dice 31 4HPwATDgc/ABMA
   gammonlab hint --dice 31 --limit 3 --json 4HPwATDgc/ABMA
   gammonlab hint --dice 31 --plies 2 --filter large 4HPwATDgc/ABMA
   gammonlab hint --dice 43 --plies 2 --play '24/20 13/10' --play '24/21 13/9' 4HPwATDgc/ABMA
   gammonlab hint --dice 31 --match 5 --score 4-2 --crawford 4HPwATDgc/ABMA
   gammonlab hint --plies 2 4HPwATDgc/ABMA
   gammonlab hint --dice 31 --export opening.pdf --export opening.png 4HPwATDgc/ABMA
   gammonlab hint --rolls --plies 1 --export map.svg 4HPwATDgc/ABMA
   gammonlab hint --plies 2 --match 7 --score 3-0 --cube 2 --owner player 4HPwATDgc/ABMA`,
		Flags: slices.Concat(cliutil.FormatFlags([]any{advice.Decision{}, advice.RollMap{}}, cliutil.FormatText, cliutil.FormatJSON),
			[]cli.Flag{diceFlag()}, cliutil.StrengthFlags(0),
			[]cli.Flag{
				&cli.IntFlag{Name: "limit", Usage: "print only the best `N` plays; 0 for all"},
				&cli.StringSliceFlag{Name: "play", Usage: "compare `PLAY`, such as '8/5 6/5', with the other plays named, at full depth; may be repeated"},
				&cli.BoolFlag{Name: "rolls", Usage: "show the equity after the best play of each roll: the temperature map"},
				cubefulFlag(), exportFlag(),
			}, stateFlags(), []cli.Flag{cliutil.METFlag()}),
		Action: hint,
	}
}

// cubefulFlag returns the flag for hints with the cube, for positions that include its
// state.
func cubefulFlag() cli.Flag {
	return &cli.BoolFlag{Name: "cubeful", Usage: "use the doubling cube of the position (implied by flags for cube and score)"}
}

// hint runs the command.
func hint(c *cli.Context) error {
	format, err := cliutil.FormatFromFlags(c, cliutil.FormatText, cliutil.FormatJSON)
	if err != nil {
		return err
	}
	if _, err := diceOf(c, &board.XGID{}); err != nil { // before reading standard input
		return err
	}
	if limit := c.Int("limit"); limit < 0 {
		return cliutil.Usagef("--limit is %d, want at least 0", limit)
	}
	for _, name := range []string{"dice", "limit", "play"} {
		if c.Bool("rolls") && c.IsSet(name) {
			return cliutil.Usagef("--%s has no effect with --rolls, which shows the best play of each roll", name)
		}
	}
	if err := checkExport(c); err != nil {
		return err
	}
	if err := searchAllPlays(c); err != nil {
		return err
	}
	searcher, variant, stakes, err := searchFromFlags(c)
	if err != nil {
		return err
	}
	h := &hinter{advice: advice.New(searcher, advice.Options{}), stakes: stakes, format: format, out: cliutil.NewRowWriter(c.App.Writer, "")}
	h.export = len(c.StringSlice("export")) > 0
	if err := cliutil.EachPosition(c, variant, h.out, func(s *board.XGID) error { return h.hint(c, s) }); err != nil || !h.export {
		return err
	}
	depth := fmt.Sprintf("%d-ply", h.advice.Plies())
	if cube := h.advice.CubePlies(); cube != h.advice.Plies() {
		depth += fmt.Sprintf(", cube %d-ply", cube)
	}
	facts := []report.Fact{{Label: "Model", Text: c.String("model")}, {Label: "Analysis", Text: depth}}
	return writeExport(c, report.NewPositions(facts, h.entries))
}

// searchAllPlays lets the search evaluate all plays of --play at full depth.
func searchAllPlays(c *cli.Context) error {
	switch {
	case !c.IsSet("play"):
		return nil
	case c.IsSet("filter"):
		return cliutil.Usagef("--filter has no effect with --play, whose plays are all searched to full depth")
	}
	return c.Set("filter", search.Filter{}.String())
}

// hinter answers positions one after the other.
type hinter struct {
	advice *advice.Adviser
	stakes *stakesSource
	format string
	out    *cliutil.RowWriter

	export  bool           // keep the answers for a report
	entries []report.Entry // the kept answers
}

// hint ranks the plays of a position, or decides about a double if there are no
// dice.
func (h *hinter) hint(c *cli.Context, s *board.XGID) error {
	if s.Position.Result() != 0 {
		return fmt.Errorf("position %s: the game is over", s.Position.ID())
	}
	if c.Bool("rolls") {
		return h.rolls(c, s)
	}
	roll, err := diceOf(c, s)
	if err != nil {
		return err
	}
	h.stakes.answers = roll == (board.Roll{})
	stakes, err := h.stakes.of(s, h.stakes.answers || c.Bool("cubeful"))
	if err != nil {
		return err
	}
	d, err := h.decide(c, s, roll, stakes)
	if err != nil {
		return err
	}
	d.Limit(c.Int("limit"))
	if h.export {
		h.entries = append(h.entries, report.PositionEntry(d))
	}
	return h.out.Result(h.format, d)
}

// decide evaluates the plays of --play, or all choices.
func (h *hinter) decide(c *cli.Context, s *board.XGID, roll board.Roll, stakes *cube.Stakes) (*advice.Decision, error) {
	texts := c.StringSlice("play")
	if len(texts) == 0 {
		return h.advice.DecideMatch(c.Context, s, roll, stakes)
	}
	if roll == (board.Roll{}) {
		return nil, cliutil.Usagef("--play needs --dice, or a position with dice")
	}
	plays, err := rollout.PlaysOf(&s.Position, roll, texts)
	if err != nil {
		return nil, cliutil.Usage(err)
	}
	return h.advice.DecideAmong(c.Context, &s.Position, roll, plays, stakes)
}

// rolls shows the best plays of all rolls of a position.
func (h *hinter) rolls(c *cli.Context, s *board.XGID) error {
	stakes, err := h.stakes.of(s, c.Bool("cubeful"))
	if err != nil {
		return err
	}
	m, err := h.advice.RollMap(c.Context, &s.Position, stakes)
	if err != nil {
		return err
	}
	if h.export {
		h.entries = append(h.entries, report.RollsEntry(m))
	}
	return h.out.Result(h.format, m)
}
