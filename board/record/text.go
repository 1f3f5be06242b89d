package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"gammonlab/board/record/internal/win1252"
)

// decode makes UTF-8 of bytes from a file: what is not UTF-8 is read as
// Windows-1252, the encoding of the old programs, of which Latin-1 is a part.
func decode(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	return win1252.Decode(b)
}

// byteOrderMark begins a UTF-8 file of some programs.
var byteOrderMark = []byte("\xEF\xBB\xBF")

// checkEncoding looks at the first bytes of a file, past a byte order mark.
func checkEncoding(head []byte) error {
	utf16 := bytes.HasPrefix(head, []byte("\xFF\xFE")) || bytes.HasPrefix(head, []byte("\xFE\xFF"))
	switch {
	case utf16:
		return fmt.Errorf("the file is UTF-16, want UTF-8 or Latin-1")
	case bytes.IndexByte(head, 0) >= 0:
		return fmt.Errorf("the file holds zero bytes and is no text")
	}
	return nil
}

// plainBlanks makes blanks of control characters and of all white space but
// tabs.
func plainBlanks(s string) string {
	return strings.Map(func(c rune) rune {
		if c != '\t' && (unicode.IsSpace(c) || unicode.IsControl(c)) || c == utf8.RuneError {
			return ' '
		}
		return c
	}, s)
}

// oneLine makes a text fit a place that has one line: blanks for runs of white
// space and control characters.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(c rune) bool {
		return unicode.IsSpace(c) || unicode.IsControl(c) || c == utf8.RuneError
	}), " ")
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\n\r", "\n", "\r", "\n")

// manyLines makes the lines of a text end in \n and drops control characters.
func manyLines(s string) string {
	s = lineEnds.Replace(s)
	s = strings.Map(func(c rune) rune {
		if c != '\n' && c != '\t' && unicode.IsControl(c) || c == utf8.RuneError {
			return ' '
		}
		return c
	}, s)
	return strings.Trim(s, " \t\n")
}

// capped is a reader that fails, not ends, after maxFile bytes.
type capped struct {
	r    io.Reader
	left int64
}

var errTooLong = errors.New("the file is too long: more than 1 GiB")

func (c *capped) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, errTooLong
	}
	n, err := c.r.Read(p)
	c.left -= int64(n)
	return n, err
}
