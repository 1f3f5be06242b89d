package main

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
	formatText = "text"
	formatCSV  = "csv"
	formatJSON = "json"
)

// formatFlags let the user choose among the formats.
func formatFlags(formats ...string) []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "format", Value: formatText, Usage: "`FORMAT` of the output: " + strings.Join(formats, ", ")},
		&cli.BoolFlag{Name: "json", Usage: "the same as --format json: an object a line for each position"},
	}
}

// chosenFormat returns the format that the flags ask for.
func chosenFormat(c *cli.Context, formats ...string) (string, error) {
	format := c.String("format")
	if !slices.Contains(formats, format) {
		return "", usagef("--format is %q, want one of %s", format, strings.Join(formats, ", "))
	}
	if c.Bool("json") {
		if c.IsSet("format") && format != formatJSON {
			return "", usagef("--json contradicts --format %s", format)
		}
		return formatJSON, nil
	}
	return format, nil
}

// printResult prints a result as text, or as JSON if the flag says so.
func printResult(c *cli.Context, result interface{ Text() string }) error {
	if c.Bool("json") {
		return printJSON(c.App.Writer, result)
	}
	_, err := io.WriteString(c.App.Writer, result.Text())
	return err
}

// printJSON prints a value as JSON.
func printJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

// rowWriter writes one result after the other, below a header that is only
// written once there is a result.
type rowWriter struct {
	out    *bufio.Writer
	header string // without the newline; "" for none
	blocks bool   // with a blank line between them
	rows   int
	failed error // the first in writing
}

func newRowWriter(out io.Writer, header string) *rowWriter {
	return &rowWriter{out: bufio.NewWriter(out), header: header}
}

// answer writes a result, which ends with a newline.
func (w *rowWriter) answer(text []byte) error {
	switch {
	case w.rows == 0 && w.header != "":
		w.out.WriteString(w.header + "\n") // errors of bufio stick
	case w.rows > 0 && w.blocks:
		w.out.WriteByte('\n')
	}
	w.rows++
	if _, err := w.out.Write(text); err != nil && w.failed == nil {
		w.failed = err
	}
	return w.failed
}

// row writes a line.
func (w *rowWriter) row(line []byte) error { return w.answer(append(line, '\n')) }

// block writes a text of some lines, with a blank line between blocks.
func (w *rowWriter) block(text string) error {
	w.blocks = true
	return w.answer([]byte(text))
}

// json writes a value as a line of JSON.
func (w *rowWriter) json(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return w.row(line)
}

// result writes a result as a line of JSON or as a block of text.
func (w *rowWriter) result(format string, r interface{ Text() string }) error {
	if format == formatJSON {
		return w.json(r)
	}
	return w.block(r.Text())
}

// flush writes out what is left.
func (w *rowWriter) flush() error {
	if err := w.out.Flush(); err != nil && w.failed == nil {
		w.failed = err
	}
	return w.failed
}

// finish writes out what is left and returns err, or else the first error in
// writing.
func (w *rowWriter) finish(err error) error {
	if flushErr := w.flush(); err == nil {
		return flushErr
	}
	return err
}
