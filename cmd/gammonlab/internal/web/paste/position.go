package paste

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"sync"

	"gammonlab/board"
	"gammonlab/internal/engine/protocol"
)

// boardLine is the beginning of a board line of FIBS.
const boardLine = "board:"

// Position reads a text with one position: an ID in any form that [board.ParsePosition]
// reads, a board line of FIBS, the two lines with which GNU Backgammon shows a position, or
// a text with an XGID, such as the one that eXtreme Gammon copies, or the address of a page.
func Position(text string, v board.Variant) (board.XGID, error) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, boardLine) {
		return parseBoardLine(text, v)
	}
	x, _, err := board.ParsePosition(text, v)
	if err == nil {
		return x, nil
	}
	if id := gnubgLines().FindStringSubmatch(text); id != nil {
		x, _, err = board.ParsePosition(strings.TrimSuffix(id[1]+":"+id[2], ":"), v)
		return x, err
	}
	if all := xgids(text); len(all) == 1 {
		return board.ParseXGID(all[0], v)
	}
	return board.XGID{}, err
}

// gnubgLines matches "Position ID: 4HPwATDgc/ABMA" and, below it, "Match ID: cAkAAAAAAAAA",
// with anything between them, such as the first lines of a board.
var gnubgLines = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?is)position\s+id\s*:\s*([A-Za-z0-9+/]{14})\b(?:.{0,200}?match\s+id\s*:\s*([A-Za-z0-9+/]{12}))?`)
})

// inText matches an XGID in a text.
var inText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`XGID=[-A-Za-z]{26}(?::-?[0-9A-Za-z]+){9}`) })

// mostXGIDs is the maximal number of positions in a text.
const mostXGIDs = 200

// xgids returns the different XGIDs in a text, also in addresses, in their order.
func xgids(text string) []string {
	if plain, err := url.QueryUnescape(text); err == nil && strings.Contains(text, "://") {
		text = plain
	}
	var all []string
	seen := map[string]bool{}
	for _, id := range inText().FindAllString(text, mostXGIDs) {
		if !seen[id] {
			seen[id] = true
			all = append(all, id)
		}
	}
	return all
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
