package datasets

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// CSVWriter writes rows as a table that [CSV] reads without loss. A line has the
// position ID and all columns of a database except the key. Floats have enough digits
// to restore all their bits. Unknown values are empty.
type CSVWriter struct {
	out  *bufio.Writer
	line []byte
}

// csvHeader names the columns of a table.
var csvHeader = func() string {
	names := []string{idColumn}
	for _, c := range columns[1:] {
		names = append(names, c.name)
	}
	return strings.Join(names, ",")
}()

// NewCSVWriter begins a table with its header.
func NewCSVWriter(w io.Writer) *CSVWriter {
	out := bufio.NewWriterSize(w, 1<<16)
	out.WriteString(csvHeader + "\n") // bufio keeps the first error
	return &CSVWriter{out: out}
}

// Write writes a row, which must be valid: see [Row.Check].
func (w *CSVWriter) Write(r *Row) error {
	line := append(r.Position.AppendID(w.line[:0]), ',')
	line = append(line, r.Class.String()...)
	labelled := r.Method != Unlabelled
	for _, p := range r.Probabilities {
		line = appendFigure(line, p, labelled)
	}
	for _, e := range r.Errors {
		line = appendFigure(line, e, labelled)
	}
	line = appendFigure(line, r.EquityError, labelled)
	line = appendFigure(line, r.Cubeful, labelled)
	line = append(line, ',')
	line = append(line, r.Method.String()...)
	line = append(line, ',')
	if labelled {
		line = strconv.AppendInt(line, int64(r.Trials), 10)
		line = append(line, ',')
		line = appendText(line, r.Labeller)
	} else {
		line = append(line, ',')
	}
	line = append(line, ',')
	line = appendText(line, r.Source)
	line = append(line, ',')
	line = strconv.AppendUint(line, r.Seed, 10)
	w.line = append(line, '\n')
	_, err := w.out.Write(w.line)
	return err
}

// Flush writes the buffered rows. The caller must call it after the last row.
func (w *CSVWriter) Flush() error { return w.out.Flush() }

// appendFigure appends a comma, and the number unless it is NaN.
func appendFigure(dst []byte, v float32, known bool) []byte {
	dst = append(dst, ',')
	if known && v == v {
		dst = strconv.AppendFloat(dst, float64(v), 'g', -1, 32)
	}
	return dst
}

// appendText appends a text, quoted if necessary.
func appendText(dst []byte, text string) []byte {
	if !strings.ContainsAny(text, ",\"") {
		return append(dst, text...)
	}
	dst = append(dst, '"')
	dst = append(dst, strings.ReplaceAll(text, `"`, `""`)...)
	return append(dst, '"')
}
