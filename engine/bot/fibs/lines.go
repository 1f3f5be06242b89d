package fibs

import (
	"bufio"
	"bytes"
	"io"
)

// loginPrompt is what the server writes without an end of line.
const loginPrompt = "login: "

// lines returns a scanner over lines, without the bytes of the telnet protocol and
// the blanks at their ends. The prompt for the log-in counts as a line.
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

// telnet reads what is text: not the sequences of three bytes of which the first is
// 255.
type telnet struct {
	r    io.Reader
	skip int // bytes of a sequence that are still to come
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

// text returns a line, which is in ISO 8859-1, in UTF-8.
func text(line string) string {
	runes := make([]rune, 0, len(line))
	for i := range len(line) {
		runes = append(runes, rune(line[i]))
	}
	return string(runes)
}
