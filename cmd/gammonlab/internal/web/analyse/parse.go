package analyse

import (
	"strings"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/protocol"
)

// boardLine is the beginning of a board line of FIBS.
const boardLine = "board:"

// parse reads a position ID, an XGID, an OGID or a board line of FIBS. Missing score and
// rules are those of a money game with the Jacoby rule and beavers.
func parse(text string, v board.Variant) (board.XGID, error) {
	x := startOf(v)
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, boardLine) {
		return parseBoardLine(text, v)
	}
	given, err := cliutil.ParsePosition(text, v)
	if err != nil {
		return x, err
	}
	x.Position = given.Pos
	if given.Match != nil {
		x.Match, x.Beavers = *given.Match, given.Match.Length == 0 && !given.NoBeavers
	}
	return x, nil
}

// parseBoardLine reads a board line of FIBS.
func parseBoardLine(text string, v board.Variant) (board.XGID, error) {
	line, err := protocol.ParseRawboard(text)
	if err != nil {
		return board.XGID{}, err
	}
	q, err := line.Question(protocol.Rules{Scores: protocol.ScoresFIBS, Variant: v, Jacoby: true, Beavers: true, Crawford: true})
	if err != nil {
		return board.XGID{}, err
	}
	return board.ParseXGID(q.XGID(), v)
}
