package cliutil

import (
	"cmp"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
)

// PositionUsage describes the texts that [board.ParsePosition] reads, for the help texts.
const PositionUsage = `ID is a gnubg position ID, such as 4HPwATDgc/ABMA, optionally with a match ID
(4HPwATDgc/ABMA:cAkAAAAAAAAA), an XGID (XGID=…) or an OGID (OGID=…), or a text with one of them,
such as "Position ID: … Match ID: …". A position key of 20 hexadecimal digits, such as
e073f00130e073f00130, may replace the position ID. Results are from the
point of view of the player on roll. With - the command reads one ID per line from standard
input. It skips blank lines and lines that begin with #. It reports invalid lines,
continues with the others, and ends with exit code 1.`

// PositionArgs is the argument list of commands on positions.
const PositionArgs = "ID... | -"

// ReadsLines reports whether the command reads lines of standard input: its only argument
// is "-".
func ReadsLines(c *cli.Context) bool { return c.NArg() == 1 && c.Args().First() == "-" }

// CheckPositions returns an error if there is no argument, or if the arguments are positions
// of no variant that the flag variant allows, so that nothing is loaded or made for them.
func CheckPositions(c *cli.Context) error {
	if ReadsLines(c) {
		return nil
	}
	variants := board.Variants()
	if v := c.String("variant"); v != "" {
		variants = []board.Variant{VariantOr(c, board.Backgammon)}
	}
	var first error
	for _, v := range variants {
		_, err := Positions(c.Args().Slice(), v)
		if err == nil {
			return nil
		}
		first = cmp.Or(first, err)
	}
	return first
}

// EachPosition calls do with each position that the command's arguments name, and then
// flushes out. It reads all arguments before the first call, so an invalid one is
// reported before any output. Lines of standard input are processed as they arrive;
// invalid lines are reported and skipped.
func EachPosition(c *cli.Context, v board.Variant, out *RowWriter, do func(*board.XGID) error) error {
	if ReadsLines(c) {
		return out.Finish(eachLine(c, out, func(text string) error {
			x, _, err := board.ParsePosition(text, v)
			if err != nil {
				return err
			}
			return do(&x)
		}))
	}
	positions, err := Positions(c.Args().Slice(), v)
	if err != nil {
		return err
	}
	for i := range positions {
		if err := do(&positions[i]); err != nil {
			return out.Finish(err)
		}
	}
	return out.Finish(nil)
}

// Positions reads texts as positions, one at least.
func Positions(args []string, v board.Variant) ([]board.XGID, error) {
	if len(args) == 0 {
		return nil, Usagef("no position given: want position IDs, or - to read them from standard input")
	}
	var positions []board.XGID
	for _, arg := range args {
		if arg == "-" {
			return nil, Usagef("- cannot be given along with positions")
		}
		x, _, err := board.ParsePosition(arg, v)
		if err != nil {
			return nil, Usage(err)
		}
		positions = append(positions, x)
	}
	return positions, nil
}
