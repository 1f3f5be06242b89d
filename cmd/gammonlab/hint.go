package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
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
	h := &hinter{advice.New(searcher, advice.Options{}), stakes, format == formatJSON, newRowWriter(c.App.Writer, "")}
	return eachPosition(c, variant, h.out, func(s spot) error { return h.hint(c, s) })
}

// hinter answers for one position after the other.
type hinter struct {
	advice *advice.Adviser
	stakes *stakesSource
	json   bool
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
	if double {
		d, err := h.double(c.Context, s.pos, stakes)
		if err != nil {
			return err
		}
		return d.write(h.out, h.json)
	}
	a, err := h.rank(c.Context, s.pos, roll, stakes)
	if err != nil {
		return err
	}
	if limit := c.Int("limit"); limit > 0 && limit < len(a.ranked) {
		a.ranked = a.ranked[:limit]
	}
	if h.json {
		return writeHintJSON(h.out, a)
	}
	return writeHintText(h.out, a)
}

// rankedPlays holds the plays of a roll, the best first; those that the filter has
// stopped early stand behind those that were looked at further.
type rankedPlays struct {
	pos    board.Position
	class  string
	roll   board.Roll
	plies  int // of the search
	ranked []advice.Candidate
	stakes *cube.Stakes // nil if plays are ranked without the cube
}

// rank ranks the plays.
func (h *hinter) rank(ctx context.Context, pos board.Position, roll board.Roll, stakes *cube.Stakes) (*rankedPlays, error) {
	a := &rankedPlays{pos: pos, class: h.class(&pos), roll: roll, plies: h.advice.Plies(), stakes: stakes}
	var err error
	a.ranked, err = h.advice.Rank(ctx, &pos, board.Plays(pos, roll), stakes)
	return a, err
}

func (h *hinter) class(pos *board.Position) string {
	return h.advice.Static().ClassOf(pos).String()
}

// equity returns that of a play, and by how much it differs from the best.
func (a *rankedPlays) equity(i int) (equity, difference float32) {
	equity = float32(a.ranked[i].Equity)
	return equity, equity - float32(a.ranked[0].Equity)
}

// mwc reports whether the values are chances to win a match.
func (a *rankedPlays) mwc() bool {
	if a.stakes == nil {
		return false
	}
	s := a.stakes.State()
	return s.IsMatch()
}

// rankedMove is how a play stands in JSON.
type rankedMove struct {
	Rank int    `json:"rank"`
	Move string `json:"move"`
	outcome
	Cubeful    *float32 `json:"cubeful_equity,omitempty"` // normalised
	MWC        *float64 `json:"mwc,omitempty"`            // chance to win the match
	Difference float32  `json:"difference"`               // to the first play
	Plies      int      `json:"plies"`                    // how far the play was looked at
	ResultID   string   `json:"result_id"`                // seen by the opponent, who is then on roll
}

func writeHintJSON(out *rowWriter, a *rankedPlays) error {
	moves := make([]rankedMove, 0, len(a.ranked))
	for i, c := range a.ranked {
		equity, difference := a.equity(i)
		move := rankedMove{
			Rank: i + 1, Move: board.FormatPlay(a.pos, c.Play),
			outcome:    newOutcome(&c.Probabilities, equity),
			Difference: difference, Plies: c.Plies, ResultID: c.Play.Result.ID(),
		}
		if a.stakes != nil {
			move.outcome.Equity, move.Cubeful = c.Probabilities.Equity(), &equity
		}
		if a.mwc() {
			move.MWC = &c.Value
		}
		moves = append(moves, move)
	}
	stakes := ""
	if a.stakes != nil {
		stakes = stateWords(a.stakes.State())
	}
	return out.json(struct {
		ID     string       `json:"position_id"`
		Dice   string       `json:"dice"`
		Plies  int          `json:"plies"`
		Stakes string       `json:"stakes,omitempty"`
		Moves  []rankedMove `json:"moves"`
	}{a.pos.ID(), a.roll.String(), a.plies, stakes, moves})
}

func writeHintText(out *rowWriter, a *rankedPlays) error {
	return out.block(drawStakes(&a.pos, a.roll, a.class, a.stakes) + "\n" + a.table())
}

// table lists the plays in aligned columns.
func (a *rankedPlays) table() string {
	if len(a.ranked) == 0 {
		return fmt.Sprintf("%v: no legal play\n", a.roll)
	}
	var moves []string
	width := len("Move")
	for _, c := range a.ranked {
		text := board.FormatPlay(a.pos, c.Play)
		moves = append(moves, text)
		width = max(width, len(text))
	}
	mwc, cubeless := "", ""
	if a.mwc() {
		mwc = "      MWC"
	}
	if a.stakes != nil {
		cubeless = "  Cubeless"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  #  Ply  %-*s  Equity    Diff%s  %s%s\n", width, "Move", mwc, probabilityHeader, cubeless)
	for i, c := range a.ranked {
		equity, difference := a.equity(i)
		diff := ""
		if i > 0 {
			diff = fixed(difference, 3)
		}
		if mwc != "" {
			mwc = fmt.Sprintf("  %7s", percentage(c.Value))
		}
		if cubeless != "" {
			cubeless = fmt.Sprintf("  %8s", signed(c.Probabilities.Equity(), 3))
		}
		fmt.Fprintf(&b, "%3d  %3d  %-*s  %s  %6s%s  %s%s\n", i+1, c.Plies, width, moves[i],
			signed(equity, 3), diff, mwc, probabilityColumns(&c.Probabilities), cubeless)
	}
	return b.String()
}
