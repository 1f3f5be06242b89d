package play

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// terminalLines reads lines from a terminal, with editing and a history. The terminal is
// raw only while the user types a line, so that Ctrl-C can interrupt the net by a signal.
type terminalLines struct {
	in       *os.File
	out      *os.File
	from     io.Reader // reads in until the context of the command ends
	terminal *term.Terminal
	ctrlC    bool // the user has typed Ctrl-C
}

// newTerminalLines returns a reader if in and out are a terminal that can move its
// cursor.
func newTerminalLines(in io.Reader, out io.Writer) (*terminalLines, bool) {
	from, ok := cliutil.TerminalOf(in)
	to, shown := cliutil.TerminalOf(out)
	if !ok || !shown || os.Getenv("TERM") == "dumb" {
		return nil, false
	}
	l := &terminalLines{in: from, out: to, from: in}
	l.terminal = term.NewTerminal(l, "")
	return l, true
}

// Read implements [io.Reader] for the terminal's lines.
func (l *terminalLines) Read(p []byte) (int, error) {
	const ctrlC = 3
	n, err := l.from.Read(p)
	l.ctrlC = l.ctrlC || bytes.IndexByte(p[:n], ctrlC) >= 0
	return n, err
}

// Write implements [io.Writer] for the terminal's lines.
func (l *terminalLines) Write(p []byte) (int, error) { return l.out.Write(p) }

// Line implements [lineReader].
func (l *terminalLines) Line(prompt string) (string, error) {
	fd := int(l.in.Fd())
	before, err := term.MakeRaw(fd)
	if err != nil {
		return "", fmt.Errorf("the terminal: %w", err)
	}
	if width, height, err := term.GetSize(int(l.out.Fd())); err == nil && width > 0 {
		err = l.terminal.SetSize(width, height)
		if err != nil {
			return "", errors.Join(err, term.Restore(fd, before))
		}
	}
	l.ctrlC = false
	l.terminal.SetPrompt(prompt + " ")
	text, err := l.terminal.ReadLine()
	if errors.Is(err, term.ErrPasteIndicator) {
		err = nil
	}
	if err != nil { // drop the incomplete line
		history := l.terminal.History
		l.terminal = term.NewTerminal(l, "")
		l.terminal.History = history
		if err == io.EOF && l.ctrlC {
			err = errCtrlC
		}
	}
	if restored := term.Restore(fd, before); err == nil {
		err = restored
	}
	if err != nil {
		fmt.Fprintln(l.out)
	}
	return strings.TrimSpace(text), err
}
