package table

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gammonlab/datasets"
)

// Writer writes rows as a table that [NewCSV] reads without loss. A line has the position
// ID and all columns of a database except the key. Floats have enough digits to restore
// all their bits. Unknown values are empty. The table has a column of weights if its
// first row has a weight.
type Writer struct {
	out       *bufio.Writer
	line      []byte
	begun     bool // the header is written
	cubes     bool // the table has the columns of cubes
	weighting datasets.Weighting
}

// NewWriter returns a writer of a table, with or without the columns of [datasets.Cubes.States].
func NewWriter(w io.Writer, cubes bool) *Writer {
	return &Writer{out: bufio.NewWriterSize(w, 1<<16), cubes: cubes}
}

// begin writes the header, after the first row was checked.
func (w *Writer) begin() {
	w.begun = true
	w.out.WriteString(idColumn) // bufio keeps the first error
	for _, name := range datasets.ColumnNames(w.cubes, w.weighting.Weighted)[1:] {
		w.out.WriteString("," + name)
	}
	w.out.WriteByte('\n')
}

// Write writes a row, which must be valid: see [datasets.Row.Check]. All rows must have weights,
// or none.
func (w *Writer) Write(r *datasets.Row) error {
	if err := w.weighting.Check(r); err != nil {
		return fmt.Errorf("position %s: %w", r.Position.ID(), err)
	}
	if !w.begun {
		w.begin()
	}
	line := append(r.Position.AppendID(w.line[:0]), ',')
	line = append(line, r.Class.String()...)
	labelled := r.Method != datasets.Unlabelled
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
	if w.cubes {
		for _, v := range r.States {
			line = appendFigure(line, v, labelled)
		}
		for _, n := range matchCounts(r) {
			if line = append(line, ','); labelled && *n != 0 {
				line = strconv.AppendInt(line, int64(*n), 10)
			}
		}
	}
	if w.weighting.Weighted {
		line = appendFigure(line, r.Weight, true)
	}
	w.line = append(line, '\n')
	_, err := w.out.Write(w.line)
	return err
}

// Flush writes the buffered rows. The caller must call it after the last row.
func (w *Writer) Flush() error {
	if !w.begun {
		w.begin()
	}
	return w.out.Flush()
}

// appendFigure appends a comma, and the number if it is known.
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
