package analyse

import (
	"io"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/cube"
)

func cubeMETCommand() *cli.Command {
	return &cli.Command{
		Name:  "met",
		Usage: "print a match equity table",
		Description: `Prints the match-winning chances of a match equity table at all scores, before and after the
Crawford game: a built-in table, or the file of another. Tables cover matches to 64 points; beyond
the number of points of their author they are extrapolated, and by default not printed.

--format csv prints a line for each score, with the chance to six decimals.

Example:
   gammonlab cube met
   gammonlab cube met --met woolsey --length 7
   gammonlab cube met --met mine.xml --format csv > mine.csv`,
		Flags: []cli.Flag{
			cliutil.METFlag(),
			&cli.IntFlag{Name: "length", DefaultText: "that of the table", Usage: "scores of matches to `N` points"},
			&cli.StringFlag{Name: "format", Value: cliutil.FormatText, Usage: "`FORMAT` of the output: text, json, csv"},
			cliutil.JSONFlag(cube.METReport{}),
		},
		Action: cliutil.NoArguments(cubeMET),
	}
}

// cubeMET runs the command.
func cubeMET(c *cli.Context) error {
	format, err := cliutil.FormatFromFlags(c, cliutil.FormatText, cliutil.FormatJSON, cliutil.FormatCSV)
	if err != nil {
		return err
	}
	if n := c.Int("length"); c.IsSet("length") && (n < 1 || n > board.MaxMatchLength) {
		return cliutil.Usagef("--length is %d, want 1 to %d", n, board.MaxMatchLength)
	}
	met, err := cube.FindMET(c.String("met"))
	if err != nil {
		return err
	}
	length := met.Native()
	if c.IsSet("length") {
		length = c.Int("length")
	}
	r := met.Report(length)
	switch format {
	case cliutil.FormatJSON:
		return cliutil.PrintJSON(c.App.Writer, r)
	case cliutil.FormatCSV:
		_, err = io.WriteString(c.App.Writer, r.CSV())
	default:
		_, err = io.WriteString(c.App.Writer, r.Text())
	}
	return err
}
