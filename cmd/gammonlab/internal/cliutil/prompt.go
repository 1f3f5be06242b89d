package cliutil

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// PromptReader asks for lines and reads them as they come, such as those of a script.
type PromptReader struct {
	in   *bufio.Reader
	out  io.Writer
	echo bool // print what is read, so that the record of a script can be read
}

// NewPromptReader returns what asks on out and reads from in.
func NewPromptReader(in io.Reader, out io.Writer) *PromptReader {
	return &PromptReader{bufio.NewReaderSize(in, MaxLine), out, !IsTerminal(in)}
}

// Line asks for a line and returns it without blanks around it. It returns [io.EOF] at
// the end of the input.
func (r *PromptReader) Line(prompt string) (string, error) {
	fmt.Fprintf(r.out, "%s ", prompt)
	line, err := r.in.ReadSlice('\n')
	text := strings.TrimSpace(string(line))
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return "", fmt.Errorf("standard input: a line is longer than %d bytes", r.in.Size())
	case err != nil && (text == "" || err != io.EOF):
		fmt.Fprintln(r.out)
		return "", err
	case r.echo:
		fmt.Fprintln(r.out, text)
	}
	return text, nil
}
