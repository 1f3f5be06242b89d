package bearoff

import (
	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/cube"
)

func showCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "print the bear-off database entries of positions",
		ArgsUsage: cliutil.PositionArgs,
		Description: `Prints for each side the distribution of the number of rolls to bear off, and of the number to
bear off the first checker; the winning chance; and, if a database contains them, the cubeless
and cubeful money equities and the correct cube action. One-sided databases contain each side
alone; the winning chance then assumes that both sides bear off as fast as possible.

If ID contains a match ID or is an XGID of a match, also prints the exact match-winning chances at
its cube and score, and the correct cube action: the race is solved with the match equity table.
This needs a two-sided database; both sides must have borne off a checker.

` + cliutil.PositionUsage + `

Example:
   gammonlab bearoff show 2x0AAOi2AQAAAA
   gammonlab bearoff show CgAAEAEAAAAAAA
   gammonlab bearoff show kQcAgEoDAAAAAA:UQngABAAIAAA
   gammonlab bearoff show --bearoff hyper3.bd --variant hypergammon3 ADAAAQAkIAAAAA`,
		Flags: append(cliutil.FormatFlags([]any{entry{}}, cliutil.FormatText, cliutil.FormatJSON),
			cliutil.BearoffFlag(), cliutil.METFlag(), cliutil.VariantFlag(board.Backgammon.String())),
		Action: runShow,
	}
}

// runShow runs the command.
func runShow(c *cli.Context) error {
	format, err := cliutil.FormatFromFlags(c, cliutil.FormatText, cliutil.FormatJSON)
	if err != nil {
		return err
	}
	if err := cliutil.CheckPositions(c); err != nil {
		return err
	}
	variant := cliutil.VariantOr(c, board.Backgammon)
	databases, err := cliutil.DatabasesFromFlag(c)
	if err != nil {
		return err
	}
	met, err := cube.FindMET(c.String("met"))
	if err != nil {
		return err
	}
	out := cliutil.NewRowWriter(c.App.Writer, "")
	return cliutil.EachPosition(c, variant, out, func(s *board.XGID) error {
		e, err := newEntry(s, databases, met)
		if err != nil {
			return err
		}
		return out.Result(format, e)
	})
}
