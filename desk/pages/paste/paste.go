// Package paste reads what users paste into a page or drop on it: positions in any form,
// records of matches, and addresses of the pages.
//
// Not for other modules.
package paste

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/spots"
	"gammonlab/internal/plaintext"
)

// MaxActions is the maximal number of actions of a record: a match to 25 has about 2,000.
const MaxActions = 20_000

// Pasted is what a text contains; one of Link, Position, Positions and Match is set.
type Pasted struct {
	Link      string        // path and query of a page
	Position  *board.XGID   // one position
	Positions []string      // several positions, as XGIDs
	Match     *record.Match // a record
	Problem   string        // reason why the record has no more than Match, "" if it is complete
	Matches   int           // number of matches in the text, of which Match is the first
}

// Read reads a text, or a file with a name. Positions are of the variant, and pages are the
// paths of pages that addresses may name. Errors call the text by the name.
func Read(name string, text []byte, v board.Variant, pages ...string) (*Pasted, error) {
	short := string(bytes.TrimSpace(text))
	if short == "" {
		return nil, fmt.Errorf("there is nothing to analyse: paste a position or a record, or choose a file")
	}
	if utf8.ValidString(short) && !strings.ContainsAny(short, " \n") {
		if to := link(short, pages); to != "" {
			return &Pasted{Link: to}, nil
		}
	}
	if !record.HoldsMatch(head(text)) && utf8.Valid(text) && !bytes.ContainsRune(text, 0) {
		if len(short) > maxPositions && !record.HoldsRecord(head(text)) {
			return nil, fmt.Errorf("%s has %s bytes and is no record of a match: want at most %s bytes of positions", name, plaintext.Thousands(len(short)), plaintext.Thousands(maxPositions))
		}
		return readPositions(name, short, v)
	}
	return readRecord(name, text)
}

// maxPositions is the maximal size of a text with positions, in bytes: some thousand positions, which
// take less than a second.
const maxPositions = 1 << 18

// head returns the bytes that determine the format of a record.
func head(text []byte) []byte { return text[:min(len(text), record.HeadSize)] }

// likeID matches a text of the characters of IDs, in one or two words.
var likeID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[-\w+/:=]+( [-\w+/:=]+)?$`) })

// readPositions reads a text without marks of a match.
func readPositions(name, text string, v board.Variant) (*Pasted, error) {
	x, err := Position(text, v)
	if err == nil {
		return &Pasted{Position: &x}, nil
	}
	if all := several(text, v); len(all) > 1 {
		return &Pasted{Positions: all}, nil
	}
	if record.HoldsRecord(head([]byte(text))) {
		return readRecord(name, []byte(text))
	}
	if likeID().MatchString(text) || strings.HasPrefix(text, boardLine) {
		return nil, err // of a position
	}
	return nil, errNothing
}

// several returns the XGIDs of the positions in a text that are valid.
func several(text string, v board.Variant) (all []string) {
	for _, id := range board.PositionIDs(text, v) {
		if x, _, err := board.ParsePosition(id, v); err == nil {
			all = append(all, x.String())
		}
	}
	return all
}

// readRecord reads a record, or what it has up to a fault. A record without a move is a
// position.
func readRecord(name string, text []byte) (*Pasted, error) {
	all, err := record.ReadAll(name, bytes.NewReader(text))
	moves, actions := 0, 0
	var match *record.Match
	for i, m := range all {
		if i == 0 {
			match = m
		}
		more, acted := count(m)
		moves, actions = moves+more, actions+acted
	}
	switch {
	case err != nil && moves == 0 && !record.HoldsRecord(head(text)):
		return nil, errNothing
	case err != nil && moves == 0:
		return nil, err
	case actions > MaxActions:
		return nil, fmt.Errorf("%s has %d actions, want at most %d", name, actions, MaxActions)
	case moves == 0:
		return lastPosition(name, match)
	}
	p := &Pasted{Match: match, Matches: len(all)}
	if err != nil {
		p.Problem = err.Error()
	}
	return p, nil
}

// count returns the numbers of moves and of all actions of a record.
func count(m *record.Match) (moves, actions int) {
	for i := range m.Games {
		actions += len(m.Games[i].Actions)
		for k := range m.Games[i].Actions {
			if m.Games[i].Actions[k].Kind == record.Move {
				moves++
			}
		}
	}
	return moves, actions
}

// lastPosition returns the last position of a record.
func lastPosition(name string, m *record.Match) (*Pasted, error) {
	p := &Pasted{}
	for i := range m.Games {
		for spot, err := range spots.OfGame(m, i) {
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			x := board.NewXGID(spot.Position, spot.Match)
			p.Position = &x
		}
	}
	if p.Position == nil {
		return nil, fmt.Errorf("%s has no game with a move: want a record of a match", name)
	}
	return p, nil
}
