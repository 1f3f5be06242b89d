package record

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"gammonlab/board"
)

// ReadPositionText reads a position with its analysis as text, in the form in
// which eXtreme Gammon and BGBlitz copy it, in any of their languages. The XGID
// determines the position; the analysis is read from the form of its lines, not
// from its words. The match has one game, which begins at the position; the
// analysis is at its last action. A notice lists the lines of the analysis that
// cannot be read. Errors call the file by the name.
func ReadPositionText(name string, r io.Reader) (*Match, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxPositionText+1))
	if err == nil && len(b) > maxPositionText {
		err = fmt.Errorf("the text is longer than %d bytes", maxPositionText)
	}
	if err == nil {
		err = checkEncoding(b)
	}
	if err == nil {
		var m *Match
		if m, err = positionOfText(decode(bytes.TrimPrefix(b, byteOrderMark))); err == nil {
			return m, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", name, err)
}

// maxPositionText is the maximal size in bytes of a text with one position.
const maxPositionText = 1 << 20

var (
	xgidText = pattern(`XGID=([-A-Pa-p]{26}(?::-?[0-9BDR]+){9})`)
	// "X:ann   O:bob" of XG.
	textNames = pattern(`(?m)^\s*X\s*:\s*(.*?)\s+O\s*:\s*(\S.*?)\s*$`)
	// "+13-14-…-24-+   O: bob  167" of BGBlitz, with the pip count.
	boardName = pattern(`(?m)^\s*\+[-\d]+\+\s+([XO])\s*:\s*(\S.*?)\s+\d+\s*$`)
	programOf = pattern(`(?i)eXtreme Gammon|BGBlitz`)
	// The marks of a quotation in mail and forums.
	quoteMarks = pattern(`(?m)^[ \t]*(?:>[ \t]?)+`)
)

// positionOfText returns the match with the position and analysis of a text.
func positionOfText(text string) (*Match, error) {
	text = quoteMarks().ReplaceAllString(lineEnds.Replace(text), "")
	at := xgidText().FindStringSubmatchIndex(text)
	if at == nil {
		return nil, fmt.Errorf("no XGID in the text, want one such as XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10")
	}
	line := 1 + strings.Count(text[:at[0]], "\n")
	x, err := board.ParseXGID(text[at[2]:at[3]], board.Backgammon)
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", line, err)
	}
	if second := secondXGID(text[at[1]:], text[at[0]:at[1]]); second != "" {
		return nil, fmt.Errorf("the text has a second position, %s, want one", second)
	}
	m, err := ofPosition(namesOfText(text), x.Position, &x.Match, board.Backgammon)
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", line, err)
	}
	t := textReader{match: m, position: x.Position, state: x.Match}
	if a := t.read(text); a != nil {
		a.Source = cmp.Or(programOf().FindString(text), a.Source)
		actions := m.Games[0].Actions
		actions[len(actions)-1].Analysis = a
	}
	return m, nil
}

// In a text with a position, an XGID begins a line and no game follows. Like .mat files, it
// may have a line with the length of the match.
var (
	xgidLine = pattern(`(?m)^[\s>]*XGID=`)
	gameHead = pattern(`(?im)^[\s>]*(?:game\s+\d+|(?:MatchID|Player1)\s*:)|\bis X - `)
)

func isPositionText(head []byte) bool { return xgidLine().Match(head) && !gameHead().Match(head) }

// secondXGID returns an XGID other than the first that begins a line, "" for none. A
// remark may name other positions within its lines.
func secondXGID(rest, first string) string {
	for line := range strings.SplitSeq(rest, "\n") {
		line = strings.TrimSpace(line)
		if found := xgidText().FindString(line); found != "" && found != first && strings.HasPrefix(line, found) {
			return found
		}
	}
	return ""
}

// namesOfText returns the players' names, "" for none.
func namesOfText(text string) (names [2]string) {
	if found := textNames().FindStringSubmatch(text); found != nil && !strings.ContainsAny(found[1]+found[2], "%|") {
		return [2]string{board.PlayerX: oneLine(found[1]), board.PlayerO: oneLine(found[2])}
	}
	for _, found := range boardName().FindAllStringSubmatch(text, 2) {
		p := board.PlayerO
		if found[1] == "X" {
			p = board.PlayerX
		}
		names[p] = oneLine(found[2])
	}
	return names
}
