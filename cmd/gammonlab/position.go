package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
)

// positionUsage describes what parsePosition reads, for the help texts.
const positionUsage = `A position is a position ID of gnubg, such as 4HPwATDgc/ABMA, with or without a
match ID behind it (4HPwATDgc/ABMA:cAkAAAAAAAAA), or an XGID (XGID=…), always
seen by the player on roll. A single - reads one a line from standard input;
blank lines and lines that begin with # are skipped.`

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

// eachPosition hands the positions that the command's arguments name to do, one
// after the other, and writes out what do has written. All arguments are read
// before the first is handed over, so that a bad one spoils nothing; lines of
// standard input come as they are read.
func eachPosition(c *cli.Context, v board.Variant, out *rowWriter, do func(spot) error) error {
	args := c.Args().Slice()
	if len(args) == 1 && args[0] == "-" {
		return out.finish(eachLine(c, out.out.Flush, func(text string) error {
			s, err := parsePosition(text, v)
			if err != nil {
				return err
			}
			return do(s)
		}))
	}
	spots, err := positionsOf(c.Command.FullName(), args, v)
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

// maxLine bounds the lines of standard input, so that a wrong file cannot take
// all the memory.
const maxLine = 4096

// errInterrupted is how commands end that Ctrl-C has stopped while they wait for
// input.
var errInterrupted = errors.New("interrupted")

// eachLine hands the lines of standard input to do, without the blank ones and
// comments. Whenever no more input is at hand it calls idle, so that whoever
// waits for an answer before the next question gets it. Errors name the line.
func eachLine(c *cli.Context, idle func() error, do func(string) error) error {
	lines := bufio.NewReaderSize(c.App.Reader, maxLine)
	for n := 1; ; n++ {
		if c.Context.Err() != nil {
			return errInterrupted
		}
		if lines.Buffered() == 0 {
			if err := idle(); err != nil {
				return err
			}
		}
		line, readErr := lines.ReadSlice('\n')
		if readErr != nil && readErr != io.EOF {
			return lineError(n, readErr)
		}
		if text := strings.TrimSpace(string(line)); text != "" && !strings.HasPrefix(text, "#") {
			if err := do(text); err != nil {
				return lineError(n, err)
			}
		}
		if readErr == io.EOF {
			return nil
		}
	}
}

func lineError(line int, err error) error {
	if errors.Is(err, bufio.ErrBufferFull) {
		err = fmt.Errorf("longer than %d bytes", maxLine)
	}
	return fmt.Errorf("standard input, line %d: %w", line, err)
}
