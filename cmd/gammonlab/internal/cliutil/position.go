package cliutil

import (
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine/cube"
)

// PositionUsage describes the texts that ParsePosition reads, for the help texts.
const PositionUsage = `ID is a gnubg position ID, such as 4HPwATDgc/ABMA, optionally with a match ID
(4HPwATDgc/ABMA:cAkAAAAAAAAA), an XGID (XGID=…) or an OGID (OGID=…). Results are from the
point of view of the player on roll. With - the command reads one ID per line from standard
input. It skips blank lines and lines that begin with #. It reports invalid lines,
continues with the others, and ends with exit code 1.`

// PositionArgs is the argument list of commands on positions.
const PositionArgs = "ID... | -"

// PositionArg is a position that the user gave, with its dice and match, if known.
type PositionArg struct {
	Pos   board.Position
	Dice  board.Roll   // the zero Roll if unknown
	Match *board.Match // nil if unknown

	NoBeavers bool // the XGID excludes beavers in a money game
}

// State returns the cube and the score of the position, or other if the position has
// none.
func (s *PositionArg) State(other cube.State) (cube.State, error) {
	if s.Match == nil {
		return other, nil
	}
	state, err := cube.FromMatch(s.Match)
	state.Beavers = state.Beavers && !s.NoBeavers
	return state, err
}

// ParsePosition reads a position ID, a position and match ID, an XGID or an OGID.
func ParsePosition(text string, v board.Variant) (PositionArg, error) {
	if board.LooksLikeOGID(text) {
		x, err := board.ParseOGID(text, v)
		return PositionArg{Pos: x.Position, Dice: x.Match.Dice, Match: &x.Match, NoBeavers: !x.Beavers}, err
	}
	if strings.HasPrefix(text, "XGID=") || strings.Count(text, ":") > 1 {
		x, err := board.ParseXGID(text, v)
		return PositionArg{Pos: x.Position, Dice: x.Match.Dice, Match: &x.Match, NoBeavers: !x.Beavers}, err
	}
	id, matchID, hasMatch := strings.Cut(text, ":")
	pos, err := board.ParseID(id, v)
	if err != nil || !hasMatch {
		return PositionArg{Pos: pos}, err
	}
	m, err := board.ParseMatchID(matchID)
	return PositionArg{Pos: pos, Dice: m.Dice, Match: &m}, err
}

// ReadsLines reports whether the command reads lines of standard input: its only argument
// is "-".
func ReadsLines(c *cli.Context) bool { return c.NArg() == 1 && c.Args().First() == "-" }

// EachPosition calls do with each position that the command's arguments name, and then
// flushes out. It reads all arguments before the first call, so an invalid one is
// reported before any output. Lines of standard input are processed as they arrive;
// invalid lines are reported and skipped.
func EachPosition(c *cli.Context, v board.Variant, out *RowWriter, do func(PositionArg) error) error {
	if ReadsLines(c) {
		return out.Finish(eachLine(c, out, func(text string) error {
			s, err := ParsePosition(text, v)
			if err != nil {
				return err
			}
			return do(s)
		}))
	}
	spots, err := positionsOf(c.Args().Slice(), v)
	if err != nil {
		return err
	}
	for _, s := range spots {
		if err := do(s); err != nil {
			return out.Finish(err)
		}
	}
	return out.Finish(nil)
}

// positionsOf reads the command's arguments as positions, one at least.
func positionsOf(args []string, v board.Variant) ([]PositionArg, error) {
	if len(args) == 0 {
		return nil, Usagef("no position given: want position IDs, or - to read them from standard input")
	}
	var spots []PositionArg
	for _, arg := range args {
		if arg == "-" {
			return nil, Usagef("- cannot be given along with positions")
		}
		s, err := ParsePosition(arg, v)
		if err != nil {
			return nil, Usage(err)
		}
		spots = append(spots, s)
	}
	return spots, nil
}
