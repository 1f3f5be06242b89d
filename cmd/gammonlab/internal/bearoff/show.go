package bearoff

import (
	"strconv"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/cube"
)

func showCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "print the bear-off database entries of positions",
		ArgsUsage: cliutil.PositionArgs,
		Description: `Prints the position key and the numbers of both sides in the database (the index of gnubg's
bearoffdump), and for each side the distribution of the number of rolls to bear off, and of the number to
bear off the first checker; the winning chance; and, if a database contains them, the cubeless
and cubeful money equities and the correct cube action. One-sided databases contain each side
alone; the winning chance then assumes that both sides bear off as fast as possible.

--index names a position by the numbers of its sides instead of an ID: of the player on roll, then
of the opponent, on the first --points points.

If ID contains a match ID or is an XGID of a match, also prints the exact match-winning chances at
its cube and score, and the correct cube action: the race is solved with the match equity table.
This needs a two-sided database; both sides must have borne off a checker.

` + cliutil.PositionUsage + `

Example:
   gammonlab bearoff show 2x0AAOi2AQAAAA
   gammonlab bearoff show CgAAEAEAAAAAAA
   gammonlab bearoff show kQcAgEoDAAAAAA:UQngABAAIAAA
   gammonlab bearoff show --index 8,17
   gammonlab bearoff show --bearoff hyper3.bd --variant hypergammon3 ADAAAQAkIAAAAA`,
		Flags: append(cliutil.FormatFlags([]any{entry{}}, cliutil.FormatText, cliutil.FormatJSON),
			cliutil.BearoffFlag(), cliutil.METFlag(), cliutil.VariantFlag(board.Backgammon.String()),
			&cli.StringFlag{Name: "index", Usage: "the position whose sides have the `NUMBERS` own,opponent"},
			&cli.IntFlag{Name: "points", Value: 6, Usage: "number `N` of points of --index, 1 to 12"}),
		Action: runShow,
	}
}

// runShow runs the command.
func runShow(c *cli.Context) error {
	format, err := cliutil.FormatFromFlags(c, cliutil.FormatText, cliutil.FormatJSON)
	if err != nil {
		return err
	}
	variant := cliutil.VariantOr(c, board.Backgammon)
	indexed, err := positionOfIndex(c, variant)
	if err != nil {
		return err
	}
	if indexed == nil {
		if err := cliutil.CheckPositions(c); err != nil {
			return err
		}
	}
	databases, err := cliutil.DatabasesFromFlag(c)
	if err != nil {
		return err
	}
	met, err := cube.FindMET(c.String("met"))
	if err != nil {
		return err
	}
	out := cliutil.NewRowWriter(c.App.Writer, "")
	show := func(s *board.XGID) error {
		e, err := newEntry(s, databases, met)
		if err != nil {
			return err
		}
		return out.Result(format, e)
	}
	if indexed != nil {
		return out.Finish(show(&board.XGID{Position: *indexed, Match: board.NewMatch(0)}))
	}
	return cliutil.EachPosition(c, variant, out, show)
}

// positionOfIndex returns the position of the flag index, nil without it.
func positionOfIndex(c *cli.Context, v board.Variant) (*board.Position, error) {
	switch {
	case !c.IsSet("index") && c.IsSet("points"):
		return nil, cliutil.Usagef("--points has no effect without --index")
	case !c.IsSet("index"):
		return nil, nil
	case c.NArg() > 0:
		return nil, cliutil.Usagef("want --index or position IDs, not both")
	}
	own, opp, err := cliutil.TwoNumbers(c, "index", ",", strconv.Atoi)
	if err != nil {
		return nil, err
	}
	pos, err := bearoff.Sides{Points: c.Int("points"), Own: own, Opp: opp}.Position(v)
	if err != nil {
		return nil, cliutil.Usagef("--index: %w", err)
	}
	return &pos, nil
}
