package fibs

import (
	"bufio"
	"bytes"
	"io"
)

// loginPrompt is the prompt of the server, which has no line end.
const loginPrompt = "login: "

// lines returns a scanner for lines. It removes the bytes of the telnet protocol and
// blanks at the ends of lines. The log-in prompt counts as a line.
func lines(r io.Reader) *bufio.Scanner {
	s := bufio.NewScanner(&telnet{r: r})
	s.Buffer(nil, 1<<20)
	s.Split(splitLines)
	return s
}

func splitLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, bytes.TrimRight(data[:i], " \r\t"), nil
	}
	if bytes.HasSuffix(data, []byte(loginPrompt)) || atEOF && len(data) > 0 {
		return len(data), bytes.TrimRight(data, " \r\t"), nil
	}
	return 0, nil, nil
}

// telnet is a reader that removes the commands of the telnet protocol: sequences of three
// bytes, the first of which is 255.
type telnet struct {
	r    io.Reader
	skip int // remaining bytes of a command
}

// Read implements [io.Reader].
func (t *telnet) Read(p []byte) (int, error) {
	for {
		n, err := t.r.Read(p)
		kept := 0
		for _, b := range p[:n] {
			switch {
			case t.skip > 0:
				t.skip--
			case b == 255:
				t.skip = 2
			default:
				p[kept] = b
				kept++
			}
		}
		if kept > 0 || err != nil || len(p) == 0 {
			return kept, err
		}
	}
}

// text converts a line from ISO 8859-1 to UTF-8.
func text(line string) string {
	runes := make([]rune, 0, len(line))
	for i := range len(line) {
		runes = append(runes, rune(line[i]))
	}
	return string(runes)
}
