package cliutil

import (
	"bufio"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// Output formats of the commands on positions.
const (
	FormatText = "text"
	FormatCSV  = "csv"
	FormatJSON = "json"
)

// FormatFlag returns the flag of the format of the output, text if it is not given.
func FormatFlag(formats ...string) cli.Flag {
	return &cli.StringFlag{Name: "format", Value: FormatText, Usage: "`FORMAT` of the output: " + strings.Join(formats, ", ")}
}

// FormatFromFlags returns the format of the flags.
func FormatFromFlags(c *cli.Context, formats ...string) (string, error) {
	format := c.String("format")
	if !slices.Contains(formats, format) {
		return "", Usagef("--format is %q, want one of %s", format, strings.Join(formats, ", "))
	}
	if c.Bool("json") {
		if c.IsSet("format") && format != FormatJSON {
			return "", Usagef("--json contradicts --format %s", format)
		}
		return FormatJSON, nil
	}
	return format, nil
}

// RowWriter writes results one after the other. It writes the header before the first
// result, and no header without results.
type RowWriter struct {
	out    *bufio.Writer
	header string // without the newline; "" for none
	Blocks bool   // write a blank line between results
	rows   int
	failed error // first write error
}

// NewRowWriter returns a writer with a header, "" for none.
func NewRowWriter(out io.Writer, header string) *RowWriter {
	return &RowWriter{out: bufio.NewWriter(out), header: header}
}

// Answer writes a result, which ends with a newline.
func (w *RowWriter) Answer(text []byte) error {
	switch {
	case w.rows == 0 && w.header != "":
		w.out.WriteString(w.header + "\n") // bufio keeps the error
	case w.rows > 0 && w.Blocks:
		w.out.WriteByte('\n')
	}
	w.rows++
	if _, err := w.out.Write(text); err != nil && w.failed == nil {
		w.failed = err
	}
	return w.failed
}

// Row writes a line.
func (w *RowWriter) Row(line []byte) error { return w.Answer(append(line, '\n')) }

// Block writes a text of some lines, with a blank line between blocks.
func (w *RowWriter) Block(text string) error {
	w.Blocks = true
	return w.Answer([]byte(text))
}

// JSON writes a value as a line of JSON.
func (w *RowWriter) JSON(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return w.Row(line)
}

// Result writes a result as a line of JSON or as a block of text.
func (w *RowWriter) Result(format string, r interface{ Text() string }) error {
	if format == FormatJSON {
		return w.JSON(r)
	}
	return w.Block(r.Text())
}

// flush writes the buffered output.
func (w *RowWriter) flush() error {
	if err := w.out.Flush(); err != nil && w.failed == nil {
		w.failed = err
	}
	return w.failed
}

// Finish writes the buffered output and returns err, or the first write error if err is
// nil.
func (w *RowWriter) Finish(err error) error {
	if flushErr := w.flush(); err == nil {
		return flushErr
	}
	return err
}
