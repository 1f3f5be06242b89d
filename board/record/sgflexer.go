package record

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// sgfLexer splits a stream into SGF tokens: brackets of trees, nodes, names and
// values of properties.
type sgfLexer struct {
	in   *bufio.Reader
	line int // current, from 1
	buf  []byte
}

// maxIdent is the maximal length of a property's name.
const maxIdent = 64

func (l *sgfLexer) byte() (byte, error) {
	c, err := l.in.ReadByte()
	if c == '\n' && err == nil {
		l.line++
	}
	return c, err
}

// unread puts back the last byte.
func (l *sgfLexer) unread(c byte) {
	_ = l.in.UnreadByte() // never fails after a byte was read
	if c == '\n' {
		l.line--
	}
}

// tree moves behind the bracket that opens the next tree: a bracket with a node behind
// it. It returns the beginning of the text before it, at the end with io.EOF.
func (l *sgfLexer) tree() (before string, err error) {
	l.buf = l.buf[:0]
	for opened := false; ; {
		c, err := l.byte()
		switch {
		case err != nil:
			return decode(l.buf), err
		case c == ';' && opened:
			l.unread(c)
			return decode(bytes.TrimSuffix(bytes.TrimSpace(l.buf), []byte("("))), nil
		case !isWhite(c):
			opened = c == '('
		}
		if len(l.buf) < maxBefore {
			l.buf = append(l.buf, c)
		}
	}
}

// maxBefore is the length of a text between trees for a notice.
const maxBefore = 80

func isWhite(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// next returns the next token after white space: one of ( ) ; [ or the first
// letter of a name. At the end it returns io.EOF.
func (l *sgfLexer) next() (byte, error) {
	for {
		c, err := l.byte()
		switch {
		case err != nil:
			return 0, err
		case isWhite(c):
		case c == '(' || c == ')' || c == ';' || c == '[' || isLetter(c):
			return c, nil
		default:
			return 0, fmt.Errorf("%q, want a node (;), a property such as W[31] or the end of the game )", c)
		}
	}
}

func isLetter(c byte) bool { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }

// ident reads the rest of a name after its first letter. It skips small letters:
// White is W in old files. Names of FF[3] may have digits.
func (l *sgfLexer) ident(first byte) (string, error) {
	l.buf = l.buf[:0]
	for c, n := first, 0; ; n++ {
		switch {
		case n > maxIdent:
			return "", fmt.Errorf("a property's name of more than %d letters", maxIdent)
		case 'A' <= c && c <= 'Z' || '0' <= c && c <= '9':
			l.buf = append(l.buf, c)
		case !isLetter(c):
			l.unread(c)
			if len(l.buf) == 0 {
				return "", fmt.Errorf("a property's name without capital letters")
			}
			return string(l.buf), nil
		}
		var err error
		if c, err = l.byte(); err != nil {
			return "", unexpectedEnd(err)
		}
	}
}

// value reads a value after its opening bracket. It resolves escapes and drops
// a line end after a backslash. With keep false it skips a value of any length.
func (l *sgfLexer) value(keep bool) (string, error) {
	l.buf = l.buf[:0]
	start, escaped := l.line, false
	for {
		c, err := l.byte()
		if err != nil {
			return "", fmt.Errorf("%w: the value that begins in line %d has no ]", unexpectedEnd(err), start)
		}
		switch {
		case c == ']' && !escaped:
			return decode(l.buf), nil
		case c == '\\' && !escaped:
			escaped = true
			continue
		case escaped && (c == '\n' || c == '\r'):
			l.secondOf(c)
		case !keep:
		case len(l.buf) == maxText:
			return "", fmt.Errorf("the value that begins in line %d is longer than %d bytes", start, maxText)
		default:
			l.buf = append(l.buf, c)
		}
		escaped = false
	}
}

// secondOf drops the other half of a line end of two bytes.
func (l *sgfLexer) secondOf(first byte) {
	c, err := l.byte()
	if err == nil && (c == first || c != '\n' && c != '\r') {
		l.unread(c)
	}
}

// unexpectedEnd returns an error that explains io.EOF within a game, or err
// itself.
func unexpectedEnd(err error) error {
	if err == io.EOF {
		return fmt.Errorf("the file ends within a game")
	}
	return err
}
