package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
)

// positionUsage describes what parsePosition reads, for the help texts.
const positionUsage = `A position is a position ID of gnubg, such as 4HPwATDgc/ABMA, with or without a
match ID behind it (4HPwATDgc/ABMA:cAkAAAAAAAAA), or an XGID (XGID=…), always
seen by the player on roll. A single - reads one a line from standard input;
blank lines and lines that begin with # are skipped, lines that are no position
are reported and left out, and the exit code is then 1.`

// positionArgs is the argument list of commands on positions.
const positionArgs = "ID... | -"

// spot is a position as the user gave it, with what came with it.
type spot struct {
	pos   board.Position
	dice  board.Roll   // the zero Roll if none are known
	match *board.Match // nil if none is known

	noBeavers bool // of a money game, says the XGID
}

// parsePosition reads a position ID, a position and match ID, or an XGID.
func parsePosition(text string, v board.Variant) (spot, error) {
	if strings.HasPrefix(text, "XGID=") || strings.Count(text, ":") > 1 {
		x, err := board.ParseXGID(text, v)
		return spot{pos: x.Position, dice: x.Match.Dice, match: &x.Match, noBeavers: !x.Beavers}, err
	}
	id, matchID, hasMatch := strings.Cut(text, ":")
	pos, err := board.ParseID(id, v)
	if err != nil || !hasMatch {
		return spot{pos: pos}, err
	}
	m, err := board.ParseMatchID(matchID)
	return spot{pos: pos, dice: m.Dice, match: &m}, err
}

// readsLines reports whether the command's arguments ask for the lines of standard
// input.
func readsLines(c *cli.Context) bool { return c.NArg() == 1 && c.Args().First() == "-" }

// eachPosition hands the positions that the command's arguments name to do, one
// after the other, and writes out what do has written. All arguments are read
// before the first is handed over, so that a bad one spoils nothing; lines of
// standard input come as they are read, and those that are bad are left out.
func eachPosition(c *cli.Context, v board.Variant, out *rowWriter, do func(spot) error) error {
	if readsLines(c) {
		return out.finish(eachLine(c, out, func(text string) error {
			s, err := parsePosition(text, v)
			if err != nil {
				return err
			}
			return do(s)
		}))
	}
	spots, err := positionsOf(c.Command.FullName(), c.Args().Slice(), v)
	if err != nil {
		return err
	}
	for _, s := range spots {
		if err := do(s); err != nil {
			return out.finish(err)
		}
	}
	return out.finish(nil)
}

// positionsOf reads the command's arguments as positions, one at least.
func positionsOf(command string, args []string, v board.Variant) ([]spot, error) {
	if len(args) == 0 {
		return nil, usagef("%s: no position given: want position IDs, or - to read them from standard input", command)
	}
	var spots []spot
	for _, arg := range args {
		if arg == "-" {
			return nil, usagef("%s: - cannot be given along with positions", command)
		}
		s, err := parsePosition(arg, v)
		if err != nil {
			return nil, usageError{err}
		}
		spots = append(spots, s)
	}
	return spots, nil
}
