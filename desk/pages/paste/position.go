package paste

import (
	"fmt"
	"net/url"
	"strings"

	"gammonlab/board"
	"gammonlab/engine/protocol"
)

// boardLine is the beginning of a board line of FIBS.
const boardLine = "board:"

// Position reads a text with one position: a text that [board.ParsePosition] reads, or a board line
// of FIBS.
func Position(text string, v board.Variant) (board.XGID, error) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, boardLine) {
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

// link returns the path of an address of a page, with its query and fragment, "" for other
// texts. The address may name any server: the page is the same on each.
func link(text string, pages []string) string {
	u, err := url.Parse(text)
	if err != nil || !strings.Contains(text, "/") || u.Opaque != "" || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	for _, page := range pages {
		if u.Path == page || strings.HasPrefix(u.Path, page+"/") {
			return (&url.URL{Path: u.Path, RawPath: u.RawPath, RawQuery: u.RawQuery, Fragment: u.Fragment}).String()
		}
	}
	return ""
}

// errNothing is the error of a text that is nothing that a page can show.
var errNothing = fmt.Errorf("this is neither a position nor a record of a match: want a position ID, an XGID, an OGID, a record such as .mat, SGF or .xg, or the address of a page")
