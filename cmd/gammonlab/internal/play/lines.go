package play

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// lineReader asks for lines. It returns [io.EOF] at the end of the input, and
// errCtrlC where the user has typed that in place of a line.
type lineReader interface {
	line(prompt string) (string, error)
}

// errCtrlC is what a user at a terminal answers by Ctrl-C.
var errCtrlC = errors.New("Ctrl-C")

// plainLines reads lines as they come, such as those of a script.
type plainLines struct {
	in   *bufio.Reader
	out  io.Writer
	echo bool // print what is read, so that the record of a script can be read
}

// newLines returns what reads lines: with editing and a history if somebody sits at a
// terminal.
func newLines(in io.Reader, out io.Writer) lineReader {
	if t, ok := newTerminalLines(in, out); ok {
		return t
	}
	return &plainLines{bufio.NewReaderSize(in, cliutil.MaxLine), out, !cliutil.IsTerminal(in)}
}

// line implements [lineReader].
func (l *plainLines) line(prompt string) (string, error) {
	fmt.Fprintf(l.out, "%s ", prompt)
	line, err := l.in.ReadSlice('\n')
	text := strings.TrimSpace(string(line))
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return "", fmt.Errorf("standard input: a line is longer than %d bytes", l.in.Size())
	case err != nil && (text == "" || err != io.EOF):
		fmt.Fprintln(l.out)
		return "", err
	case l.echo:
		fmt.Fprintln(l.out, text)
	}
	return text, nil
}
