package xgfile

import (
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board/record/internal/win1252"
)

// Bytes that stand for a line end within a comment.
const (
	innerCR = 1
	innerLF = 2
)

// readComments reads the comments of a file, one in each line.
func readComments(b []byte) []string {
	text := strings.TrimSuffix(string(b), "\r\n")
	if text == "" {
		return nil
	}
	var comments []string
	for line := range strings.SplitSeq(text, "\r\n") {
		comments = append(comments, fromRTF(line))
	}
	return comments
}

func writeComments(comments []string) []byte {
	var s strings.Builder
	for _, c := range comments {
		s.WriteString(toRTF(c))
		s.WriteString("\r\n")
	}
	return []byte(s.String())
}

// fromRTF returns the plain text of a comment, which may be RTF. Lines end in
// \n.
func fromRTF(text string) string {
	if !strings.HasPrefix(text, `{\rtf`) && !strings.HasPrefix(text, `\rtf`) {
		plain := strings.NewReplacer(string(rune(innerCR)), "", string(rune(innerLF)), "\n")
		return plain.Replace(win1252.Decode([]byte(text)))
	}
	r := rtfReader{in: text, group: []rtfGroup{{skip: 1}}}
	for r.at < len(r.in) {
		r.next()
	}
	return strings.TrimRight(r.out.String(), "\n")
}

// rtfReader extracts plain text from RTF.
type rtfReader struct {
	in    string
	at    int
	out   strings.Builder
	group []rtfGroup
	left  int // remaining fallback characters of a \u
}

// rtfGroup is the state between two braces.
type rtfGroup struct {
	hidden bool // fonts, colours and such
	skip   int  // number of fallback characters after each \u, for programs that do not support it
}

// maxGroups is the maximal nesting depth of braces; deeper groups share the
// state of the last one.
const maxGroups = 100

func (r *rtfReader) top() *rtfGroup { return &r.group[len(r.group)-1] }

// next reads a control word or a character.
func (r *rtfReader) next() {
	c := r.in[r.at]
	r.at++
	switch c {
	case '{':
		if len(r.group) < maxGroups {
			r.group = append(r.group, *r.top())
		}
		r.left = 0
	case '}':
		if len(r.group) > 1 {
			r.group = r.group[:len(r.group)-1]
		}
		r.left = 0
	case '\\':
		r.control()
	case '\r', '\n', 0, innerCR, innerLF:
	default:
		r.put(win1252.Rune(c))
	}
}

// put writes a visible character.
func (r *rtfReader) put(c rune) {
	switch {
	case r.left > 0:
		r.left--
	case !r.top().hidden:
		r.out.WriteRune(c)
	}
}

// control reads the control word or symbol after a backslash.
func (r *rtfReader) control() {
	if r.at == len(r.in) {
		return
	}
	c := r.in[r.at]
	if c < 'a' || c > 'z' {
		r.at++
		r.symbol(c)
		return
	}
	from := r.at
	for r.at < len(r.in) && 'a' <= r.in[r.at] && r.in[r.at] <= 'z' {
		r.at++
	}
	word := r.in[from:r.at]
	from = r.at
	if r.at < len(r.in) && r.in[r.at] == '-' {
		r.at++
	}
	for r.at < len(r.in) && '0' <= r.in[r.at] && r.in[r.at] <= '9' {
		r.at++
	}
	number, err := strconv.Atoi(r.in[from:r.at])
	if r.at < len(r.in) && r.in[r.at] == ' ' {
		r.at++
	}
	r.word(word, number, err == nil)
}

// symbol applies a control symbol.
func (r *rtfReader) symbol(c byte) {
	switch c {
	case '\'':
		if r.at+2 <= len(r.in) {
			if n, err := strconv.ParseUint(r.in[r.at:r.at+2], 16, 8); err == nil {
				r.put(win1252.Rune(byte(n)))
			}
			r.at += 2
		}
	case '*':
		r.top().hidden = true
	case '~':
		r.put(' ')
	case '\\', '{', '}':
		r.put(rune(c))
	}
}

// word applies a control word.
func (r *rtfReader) word(word string, number int, has bool) {
	switch word {
	case "par", "line":
		r.put('\n')
	case "tab":
		r.put('\t')
	case "fonttbl", "colortbl", "stylesheet", "info", "pict":
		r.top().hidden = true
	case "uc":
		if has {
			r.top().skip = min(max(number, 0), maxGroups)
		}
	case "u":
		if has {
			r.left = 0
			r.put(rune(uint16(number)))
			r.left = r.top().skip
		}
	}
}

// toRTF returns a comment as RTF in one line.
func toRTF(text string) string {
	var s strings.Builder
	s.WriteString(`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fnil Tahoma;}}\pard `)
	for _, c := range text {
		b, ok := win1252.Byte(c)
		switch {
		case c == '\n':
			s.WriteString(`\par `)
		case c == '\t':
			s.WriteString(`\tab `)
		case c == '\\' || c == '{' || c == '}':
			s.WriteByte('\\')
			s.WriteRune(c)
		case c < ' ':
		case c < 0x80:
			s.WriteRune(c)
		case ok:
			fmt.Fprintf(&s, `\'%02x`, b)
		case c <= 0xFFFF:
			fmt.Fprintf(&s, `\u%d?`, int16(c))
		default:
			s.WriteByte('?')
		}
	}
	s.WriteString(`}`)
	return s.String()
}
