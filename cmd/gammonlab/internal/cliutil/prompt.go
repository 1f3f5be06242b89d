package cliutil

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// PromptReader prompts for lines and reads them; the input may also be a script.
type PromptReader struct {
	in   *bufio.Reader
	out  io.Writer
	echo bool // print the lines that are read, so that the output of a script is readable
}

// NewPromptReader returns a reader that prompts on out and reads from in.
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
