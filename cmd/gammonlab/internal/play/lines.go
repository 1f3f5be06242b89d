package play

import (
	"errors"
	"io"

	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// lineReader prompts for lines. It returns [io.EOF] at the end of the input, and errCtrlC
// if the user types Ctrl-C.
type lineReader interface {
	Line(prompt string) (string, error)
}

// errCtrlC is returned when the user types Ctrl-C at a terminal.
var errCtrlC = errors.New("Ctrl-C")

// newLines returns a reader of lines. At a terminal it has editing and a history.
func newLines(in io.Reader, out io.Writer) lineReader {
	if t, ok := newTerminalLines(in, out); ok {
		return t
	}
	return cliutil.NewPromptReader(in, out)
}
