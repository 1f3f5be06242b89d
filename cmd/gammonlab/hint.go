package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/search"
)

func hintCommand() *cli.Command {
	return &cli.Command{
		Name:      "hint",
		Usage:     "rank the plays of a roll",
		ArgsUsage: positionArgs,
		Description: `Prints the legal plays of the roll, the best first: what each is worth to the
player who makes it (cubeless money equity), how much less than the best, and
the five probabilities. With --plies the plays that --filter lets pass are
looked at further than the others, which stand behind them; Ply says how far.

` + positionUsage + `
The dice may come with the position; --dice overrides them.

Example:
   gammonlab hint --dice 31 4HPwATDgc/ABMA
   gammonlab hint --dice 31 --limit 3 --json 4HPwATDgc/ABMA
   gammonlab hint --dice 31 --plies 2 --filter large 4HPwATDgc/ABMA`,
		Flags: slices.Concat(formatFlags(formatText, formatJSON),
			[]cli.Flag{diceFlag(), modelFlag(), bearoffFlag(), variantFlag("the model's")}, searchFlags(true),
			[]cli.Flag{&cli.IntFlag{Name: "limit", Usage: "print the best `N` plays only, 0 for all"}}),
		Action: hint,
	}
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
	limit := c.Int("limit")
	if limit < 0 {
		return usagef("--limit is %d, want at least 0", limit)
	}
	searcher, variant, err := searcherFromFlags(c)
	if err != nil {
		return err
	}
	write := writeHintText
	if format == formatJSON {
		write = writeHintJSON
	}
	out := newRowWriter(c.App.Writer, "")
	return eachPosition(c, variant, out, func(s spot) error {
		roll, err := diceOf(c, s)
		if err != nil {
			return err
		}
		if roll == (board.Roll{}) {
			return usagef("no dice: cube decisions are not available yet, give --dice for a play")
		}
		if s.pos.Result() != 0 {
			return fmt.Errorf("position %s: the game is over", s.pos.ID())
		}
		a, err := newAdvice(c.Context, searcher, s.pos, roll, limit)
		if err != nil {
			return err
		}
		return write(out, a)
	})
}

// advice holds the plays of a roll, the best first; those that the filter has
// stopped early stand behind those that were looked at further.
type advice struct {
	pos    board.Position
	class  string
	roll   board.Roll
	plies  int // of the search
	ranked []engine.Candidate
}

// newAdvice ranks the plays and keeps the best of them, all if limit is 0.
func newAdvice(ctx context.Context, s *search.Searcher, pos board.Position, roll board.Roll, limit int) (*advice, error) {
	ranked, err := s.Rank(ctx, &pos, board.Plays(pos, roll))
	if err != nil {
		return nil, err
	}
	if limit > 0 && limit < len(ranked) {
		ranked = ranked[:limit]
	}
	return &advice{pos, s.Static().ClassOf(&pos).String(), roll, s.Options().Plies, ranked}, nil
}

// rankedMove is how a play stands in JSON.
type rankedMove struct {
	Rank int    `json:"rank"`
	Move string `json:"move"`
	outcome
	Difference float32 `json:"difference"` // to the first play
	Plies      int     `json:"plies"`      // how far the play was looked at
	ResultID   string  `json:"result_id"`  // seen by the opponent, who is then on roll
}

func writeHintJSON(out *rowWriter, a *advice) error {
	moves := make([]rankedMove, 0, len(a.ranked))
	for i, c := range a.ranked {
		moves = append(moves, rankedMove{
			Rank: i + 1, Move: board.FormatPlay(a.pos, c.Play),
			outcome:    newOutcome(&c.Probabilities, c.Equity),
			Difference: c.Equity - a.ranked[0].Equity, Plies: c.Plies, ResultID: c.Play.Result.ID(),
		})
	}
	return out.json(struct {
		ID    string       `json:"position_id"`
		Dice  string       `json:"dice"`
		Plies int          `json:"plies"`
		Moves []rankedMove `json:"moves"`
	}{a.pos.ID(), a.roll.String(), a.plies, moves})
}

func writeHintText(out *rowWriter, a *advice) error {
	return out.block(drawPosition(&a.pos, a.roll, a.class) + "\n" + a.table())
}

// table lists the plays in aligned columns.
func (a *advice) table() string {
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
	var b strings.Builder
	fmt.Fprintf(&b, "  #  Ply  %-*s  Equity    Diff  %s\n", width, "Move", probabilityHeader)
	for i, c := range a.ranked {
		diff := ""
		if i > 0 {
			diff = fixed(c.Equity-a.ranked[0].Equity, 3)
		}
		fmt.Fprintf(&b, "%3d  %3d  %-*s  %s  %6s  %s\n", i+1, c.Plies, width, moves[i],
			signed(c.Equity, 3), diff, probabilityColumns(&c.Probabilities))
	}
	return b.String()
}
