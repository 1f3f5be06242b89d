package bearoff

import (
	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
)

func showCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show what databases know of endings",
		ArgsUsage: cliutil.PositionArgs,
		Description: `Prints for each side how many rolls it takes to bear off, with the chances of
each number and of the number to bear off the first checker; the chance to win;
and the money equities without cube and with, and the cube action they mean,
where a database has them. One-sided databases know one side at a time; the
chance to win that follows takes both sides to bear off as fast as they can.

` + cliutil.PositionUsage + `

Example:
   gammonlab bearoff show 2x0AAOi2AQAAAA
   gammonlab bearoff show CgAAEAEAAAAAAA
   gammonlab bearoff show --bearoff hyper3.bd --variant hypergammon3 ADAAAQAkIAAAAA`,
		Flags:  append(cliutil.FormatFlags(cliutil.FormatText, cliutil.FormatJSON), cliutil.BearoffFlag(), cliutil.VariantFlag(board.Backgammon.String())),
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
	databases, err := cliutil.DatabasesFromFlag(c)
	if err != nil {
		return err
	}
	out := cliutil.NewRowWriter(c.App.Writer, "")
	return cliutil.EachPosition(c, variant, out, func(s cliutil.PositionArg) error {
		e, err := databases.Report(s.Pos)
		if err != nil {
			return err
		}
		return out.Result(format, e)
	})
}
