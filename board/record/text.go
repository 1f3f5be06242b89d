package record

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"gammonlab/board/record/internal/win1252"
)

// decode converts bytes of a file to UTF-8. Bytes that are not UTF-8 are read
// as Windows-1252, the encoding of the old programs, which contains Latin-1.
func decode(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	return win1252.Decode(b)
}

// byteOrderMark is the first bytes of UTF-8 files of some programs.
var byteOrderMark = []byte("\xEF\xBB\xBF")

// checkEncoding returns an error if bytes of a file are not text.
func checkEncoding(b []byte) error {
	if bytes.IndexByte(b, 0) >= 0 {
		return errors.New("the file holds zero bytes and is no text")
	}
	return nil
}

// endOfLine is a [bufio.SplitFunc] for lines that end in \n, \r\n or \r.
func endOfLine(data []byte, atEOF bool) (advance int, line []byte, err error) {
	end := bytes.IndexByte(data, '\n')
	if end < 0 {
		end = len(data)
	}
	cr := bytes.IndexByte(data[:end], '\r')
	switch {
	case cr >= 0 && cr+1 < len(data) && data[cr+1] == '\n':
		return cr + 2, data[:cr], nil
	case cr >= 0 && (cr+1 < len(data) || atEOF):
		return cr + 1, data[:cr], nil
	case cr >= 0: // the next byte may belong to the end of the line
		return 0, nil, nil
	case end < len(data):
		return end + 1, data[:end], nil
	case atEOF && len(data) > 0:
		return len(data), data, nil
	}
	return 0, nil, nil
}

// plainBlanks replaces control characters and white space other than tabs by
// blanks.
func plainBlanks(s string) string {
	return strings.Map(func(c rune) rune {
		if c != '\t' && (unicode.IsSpace(c) || unicode.IsControl(c)) || c == utf8.RuneError {
			return ' '
		}
		return c
	}, s)
}

// oneLine converts a text to one line: runs of white space and control
// characters become blanks.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(c rune) bool {
		return unicode.IsSpace(c) || unicode.IsControl(c) || c == utf8.RuneError
	}), " ")
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\n\r", "\n", "\r", "\n")

// manyLines ends the lines of a text with \n and drops control characters.
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

// capped is a reader that returns an error, not io.EOF, after maxFile bytes.
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
