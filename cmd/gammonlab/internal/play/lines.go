package play

import (
	"errors"
	"io"

	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// lineReader asks for lines. It returns [io.EOF] at the end of the input, and
// errCtrlC where the user has typed that in place of a line.
type lineReader interface {
	Line(prompt string) (string, error)
}

// errCtrlC is what a user at a terminal answers by Ctrl-C.
var errCtrlC = errors.New("Ctrl-C")

// newLines returns what reads lines: with editing and a history if somebody sits at a
// terminal.
func newLines(in io.Reader, out io.Writer) lineReader {
	if t, ok := newTerminalLines(in, out); ok {
		return t
	}
	return cliutil.NewPromptReader(in, out)
}
