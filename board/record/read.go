package record

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"gammonlab/board/record/internal/ogxm"
	"gammonlab/board/record/internal/xgfile"
)

// format is a format of files that hold matches or positions.
type format struct {
	name     string                 // with its article, as in "a .mat file"
	position bool                   // not a match
	marks    func(head []byte) bool // detects the format from the first bytes
	read     func(name string, r io.Reader) (*Match, error)
}

// ofSeveral has the readers of the formats whose files may hold several matches.
var ofSeveral = map[string]func(name string, r io.Reader) ([]*Match, error){
	matFile:   readMats,
	fibsFile:  readOldMatches,
	sgfFile:   readSGFs,
	gnubgFile: readGnubgTexts,
	gmdFile:   readGMDs,
	javaFile:  readJavaFIBSs,
}

const (
	matFile   = "a .mat file"
	fibsFile  = "FIBS oldmoves"
	sgfFile   = "SGF"
	gnubgFile = "text that gnubg exported"
	gmdFile   = "a .gmd file"
	javaFile  = "a file of JavaFIBS"
)

// byMark lists the formats that the first bytes determine.
var byMark = []format{
	{"an .xg file", false, xgfile.IsFile, ReadXG},
	{"a .pos file", true, isPos, ReadJellyfishPosition},
	{sgfFile, false, isSGF, ReadSGF},
	{"a .match file", false, begins(bgammonMark), ReadBgammon},
	{"an OGXM file", false, ogxm.IsFile, ReadOGXM},
	{gmdFile, false, begins(gmdMark), ReadGMD},
	{javaFile, false, begins(javaFIBSMark), ReadJavaFIBS},
	{"a .bgf file", false, isBGF, refuseBGF},
	{"a Snowie position", true, isSnowie, ReadSnowiePosition},
	{"a position as text", true, isPositionText, ReadPositionText},
}

// registered has the formats that programs add.
var registered struct {
	sync.RWMutex
	formats []format
}

// Register adds a format of matches to those that [Read] detects. The name has an article,
// as in "a .mat file". marks reports whether the first bytes of a file, up to [HeadSize],
// are of this format; the formats of this package come first. read must not panic whatever
// it reads, and its errors begin with the file's name.
func Register(name string, marks func(head []byte) bool, read func(name string, r io.Reader) (*Match, error)) {
	registered.Lock()
	defer registered.Unlock()
	registered.formats = append(registered.formats, format{name: name, marks: marks, read: read})
}

// byLines lists the formats that a line near the beginning determines.
var byLines = []format{
	{matFile, false, matches(`(?im)^\s*(;|(\d+\s*[- ]\s*points?|money|unlimited)\s+(match|session|game))`), ReadMat},
	{"a .tmg file", false, matches(`(?m)^\s*(MatchID|Player1)\s*:`), ReadTMG},
	{fibsFile, false, matches(`Score is \d+-\d+ in an? [^\n]*match[^\n]*\n+\s*\S+ is X - `), ReadOldMoves},
	{gnubgFile, false, matches(`(?m)^The score \(after \d+ games?\) is: `), ReadGnubgText},
	{"an .sgg file", false, matches(`(?m)^.+ vs\. .+\n(?s:.*)^Game\s+\d+\.\d+`), ReadSGG},
}

// byForm lists the formats that a file has if it has no marks of the formats above.
var byForm = []format{
	{"a position as text", true, matches(`XGID=`), ReadPositionText},
	{"a .gam file", false, isGam, ReadGam},
	{"a .bkg file", false, isBKG, ReadBKG},
}

// unknown is the format of files without marks.
var unknown = format{"a file of an unknown format", false, nil, readUnknown}

// HeadSize is the number of bytes at the beginning of a file that determine its
// format.
const HeadSize = 1 << 12

// Read reads a match or a position in any format of this package. It detects
// the format from the content, not from the name: eXtreme Gammon (.xg, .xgp),
// OGXM, SGF, .mat, .gam, bgammon's .match, FIBS oldmoves, JavaFIBS, .gmd, .sgg, .tmg, .bkg,
// gnubg's text, positions of Jellyfish and Snowie, and text with an XGID. Errors call
// the file by the name; that of a file in another format says what the file seems to
// be. With an error, the match is nil or has what was read up to the fault,
// such as the end of a file that was cut off. If the file has several matches, Read
// returns the first one and a [SeveralError]; [ReadAll] reads them all.
func Read(name string, r io.Reader) (*Match, error) { return oneMatch(name, r, ReadAll) }

// ReadAll is [Read] for files that may have several matches: .mat files, SGF,
// FIBS oldmoves, JavaFIBS, .gmd and gnubg's text. With an error, the matches are those that were read up to the fault.
func ReadAll(name string, r io.Reader) ([]*Match, error) {
	in := bufio.NewReaderSize(utf8Text(r), HeadSize)
	head, _ := in.Peek(HeadSize) // the reader returns the error
	f, err := formatOf(head)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if read := ofSeveral[f.name]; read != nil {
		return read(name, in)
	}
	m, err := f.read(name, in)
	if m == nil {
		return nil, err
	}
	return []*Match{m}, err
}

// oneMatch returns the only match of a file that may have several. If it has several, it
// returns the first one and an error.
func oneMatch(name string, r io.Reader, read func(string, io.Reader) ([]*Match, error)) (*Match, error) {
	all, err := read(name, r)
	switch {
	case len(all) == 0:
		return nil, err
	case err == nil && len(all) > 1:
		err = &SeveralError{name, len(all)}
	}
	return all[0], err
}

// formatOf returns the format of a file with the given first bytes, unknown if no
// format is detected.
func formatOf(head []byte) (*format, error) {
	found := marked(head)
	switch {
	case len(found) > 1:
		var names []string
		for _, f := range found {
			names = append(names, f.name)
		}
		return nil, fmt.Errorf("the format is ambiguous: %s", strings.Join(names, " or "))
	case len(found) == 1:
		return found[0], nil
	}
	return &unknown, nil
}

// marked returns the formats whose marks the first bytes have.
func marked(head []byte) []*format {
	head = utf8Head(head)
	for i := range byMark {
		if byMark[i].marks(head) {
			return []*format{&byMark[i]}
		}
	}
	whole := head
	head = unixLines(head)
	var found []*format
	for i := range byLines {
		if f := &byLines[i]; f.marks(head) {
			found = append(found, f)
		}
	}
	if len(found) == 0 {
		found = ofPrograms(whole)
	}
	for i := range byForm {
		if len(found) == 0 && byForm[i].marks(head) {
			found = append(found, &byForm[i])
		}
	}
	return found
}

// unixLines ends the lines of a text with \n.
func unixLines(text []byte) []byte {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
}

// ofPrograms returns the registered formats whose marks the first bytes have.
func ofPrograms(head []byte) (found []*format) {
	registered.RLock()
	defer registered.RUnlock()
	for _, f := range registered.formats {
		if f.marks(head) {
			found = append(found, &f)
		}
	}
	return found
}

// HoldsMatch reports whether the first bytes of a file have the marks of a
// format for matches; formats for single positions do not count. [Read] also
// reads files without any marks, as .mat files.
func HoldsMatch(head []byte) bool {
	return slices.ContainsFunc(marked(head), func(f *format) bool { return !f.position })
}

// HoldsRecord is [HoldsMatch] for formats of single positions, too.
func HoldsRecord(head []byte) bool { return len(marked(head)) > 0 }

// matches returns a function that reports whether a file begins with lines of a
// form.
func matches(form string) func([]byte) bool {
	compiled := pattern(form)
	return func(data []byte) bool { return compiled().Match(data) }
}

// begins returns a function that reports whether the text of a file begins with
// a mark.
func begins(mark string) func([]byte) bool {
	return func(head []byte) bool { return bytes.HasPrefix(firstText(head), []byte(mark)) }
}

// firstText returns the bytes after a byte order mark and white space.
func firstText(head []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(head, byteOrderMark), " \t\r\n")
}

// isSGF reports whether a file begins with a bracket, or has a game of backgammon behind
// another text.
func isSGF(head []byte) bool { return begins("(")(head) || sgfBehindText(head) }

var sgfBehindText = matches(`\(\s*;[^;()]*\bGM\s*\[\s*6\s*\]`)

// firstLine returns the first line of a text that is not empty.
func firstLine(head []byte) []byte {
	text := firstText(head)
	if end := bytes.IndexAny(text, "\r\n"); end >= 0 {
		text = text[:end]
	}
	return text
}

func isSnowie(head []byte) bool {
	line := firstLine(head)
	n := bytes.Count(line, []byte(";"))
	return (n == snowieFields-1 || n == snowieFields) && '0' <= line[0] && line[0] <= '9'
}

// isBGF reports whether a file begins with a JSON object in front of data that it describes or
// that gzip compressed.
func isBGF(head []byte) bool {
	text := firstText(head)
	if !bytes.HasPrefix(text, []byte("{")) {
		return false
	}
	json, _, compressed := bytes.Cut(text, []byte(gzipMark))
	return compressed && bytes.HasSuffix(bytes.TrimSpace(json), []byte("}")) || bytes.Contains(firstLine(head), []byte(`"encoding"`))
}

// refuseBGF returns an error with advice for a file of BGBlitz, whose format is
// not public.
func refuseBGF(name string, _ io.Reader) (*Match, error) {
	return nil, fmt.Errorf("%s: a .bgf file of BGBlitz cannot be read; export the match as .mat", name)
}
