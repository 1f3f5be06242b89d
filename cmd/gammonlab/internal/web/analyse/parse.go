package analyse

import (
	"strings"

	"gammonlab/board"
	"gammonlab/internal/engine/protocol"
)

// boardLine is the beginning of a board line of FIBS.
const boardLine = "board:"

// parse reads a board line of FIBS or a text that [board.ParsePosition] reads.
func parse(text string, v board.Variant) (board.XGID, error) {
	if text = strings.TrimSpace(text); strings.HasPrefix(text, boardLine) {
		return parseBoardLine(text, v)
	}
	x, _, err := board.ParsePosition(text, v)
	return x, err
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
