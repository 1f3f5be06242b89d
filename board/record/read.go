package record

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"gammonlab/board/record/internal/xgfile"
)

// format is a format of files that hold matches or positions.
type format struct {
	name  string
	marks func(head []byte) bool // whether a file that begins so is one
	read  func(name string, r io.Reader) (*Match, error)
}

// byMark are the formats that the first bytes settle.
var byMark = []format{
	{"an .xg file", xgfile.IsFile, ReadXG},
	{"a .pos file", isPos, ReadJellyfishPosition},
	{"SGF", begins("("), ReadSGF},
	{"a .match file", begins(bgammonMark), ReadBgammon},
	{"a .bgf file", isBGF, refuseBGF},
	{"a Snowie position", isSnowie, ReadSnowiePosition},
}

// byLines are the formats that a line near the beginning shows.
var byLines = []format{
	{"a .mat file", matches(`(?im)^\s*(;|(\d+\s*[- ]\s*points?|money|unlimited)\s+(match|session|game))`), ReadMat},
	{"a .tmg file", matches(`(?m)^\s*(MatchID|Player1)\s*:`), ReadTMG},
	{"FIBS oldmoves", matches(`Score is \d+-\d+ in an? [^\n]*match[^\n]*\n+\s*\S+ is X - `), ReadOldMoves},
	{"an .sgg file", matches(`(?m)^.+ vs\. .+\n(?s:.*)^Game\s+\d+\.\d+`), ReadSGG},
}

// position is what a text is that has a position and nothing of the above.
var position = format{"a position as text", matches(`XGID=`), ReadPositionText}

// headSize is how many bytes show the format.
const headSize = 1 << 12

// Read reads a match or a position in any of the formats of this package. What
// the file holds tells the format, not its name: that of eXtreme Gammon (.xg,
// .xgp), SGF, .mat, bgammon's .match, FIBS oldmoves, .sgg, .tmg, Jellyfish's and
// Snowie's positions, and text with an XGID. The name stands for the file in
// errors.
func Read(name string, r io.Reader) (*Match, error) {
	in := bufio.NewReaderSize(r, headSize)
	head, _ := in.Peek(headSize) // what is wrong, the reader tells
	f, err := formatOf(head)
	if err != nil {
		return nil, fmt.Errorf("record: %s: %w", name, err)
	}
	return f.read(name, in)
}

// formatOf returns the format of a file that begins so, that of .mat files if
// nothing shows it.
func formatOf(head []byte) (*format, error) {
	for i := range byMark {
		if byMark[i].marks(head) {
			return &byMark[i], nil
		}
	}
	head = bytes.ReplaceAll(head, []byte("\r"), nil)
	var found []*format
	var names []string
	for i := range byLines {
		if f := &byLines[i]; f.marks(head) {
			found, names = append(found, f), append(names, f.name)
		}
	}
	switch {
	case len(found) > 1:
		return nil, fmt.Errorf("it can be %s, want one format in a file", strings.Join(names, " or "))
	case len(found) == 1:
		return found[0], nil
	case position.marks(head):
		return &position, nil
	}
	return &byLines[0], nil
}

// matches returns a test whether a file begins with lines of a form.
func matches(form string) func([]byte) bool {
	compiled := pattern(form)
	return func(data []byte) bool { return compiled().Match(data) }
}

// begins returns a test whether the text of a file begins with a mark.
func begins(mark string) func([]byte) bool {
	return func(head []byte) bool { return bytes.HasPrefix(firstText(head), []byte(mark)) }
}

// firstText returns what follows a byte order mark and white space.
func firstText(head []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(head, byteOrderMark), " \t\r\n")
}

func isSnowie(head []byte) bool {
	line, _, _ := bytes.Cut(firstText(head), []byte("\n"))
	n := bytes.Count(line, []byte(";"))
	return (n == snowieFields-1 || n == snowieFields) && '0' <= line[0] && line[0] <= '9'
}

func isBGF(head []byte) bool {
	line, _, _ := bytes.Cut(firstText(head), []byte("\n"))
	return bytes.HasPrefix(line, []byte("{")) && bytes.Contains(line, []byte(`"encoding"`))
}

// refuseBGF says what to do with a file of BGBlitz, whose format is not public.
func refuseBGF(name string, _ io.Reader) (*Match, error) {
	return nil, fmt.Errorf("record: %s: a .bgf file of BGBlitz cannot be read; export the match as .mat", name)
}
