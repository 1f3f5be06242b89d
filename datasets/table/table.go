package table

import (
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
)

// Reader reads rows from a table with a header, of the text of [NewCSV] or a Parquet file of
// another program ([NewParquet]). Required columns are the position and the probabilities.
// The position is in position_id, xgid, position or key: an ID, an XGID or an OGID, or in
// key the 10 bytes of a database. The probabilities are win, win_gammon, win_backgammon,
// lose_gammon, lose_backgammon, as in the output of "gammonlab eval --format csv", or win,
// wg, wbg, lg, lbg for short, or wildbg's names. The other columns of a [datasets.Row] are
// optional: the standard errors of the probabilities and of the equity (win_error and so on,
// equity_error or se), the cubeful equities (also those of [datasets.Cubes]), method, trials,
// labeller, source, seed and weight. An empty field is an unknown value; a table with the column weight must have a
// weight in every row. Columns may be in any order and in capitals. Reader skips all other
// columns, including class, which follows from the position.
type Reader struct {
	// Defaults of the columns that the table lacks. The method is [datasets.Imported] unless the
	// caller changes it before the first Read.
	Method datasets.Method
	Trials int32
	Source string

	datasets.Tolerance // of labels

	rows    source
	variant board.Variant
	id      int                 // column of the position
	keyed   bool                // which may hold keys
	columns [engine.Outputs]int // columns of the probabilities
	method  int                 // column of the method, -1 if there is none
	others  []otherColumn       // optional columns of the table
	cubes   bool                // the table has a column of cubes
}

// source has the fields of a table, all as texts.
type source interface {
	// next returns the fields of the next row, whose memory it may use again, and io.EOF
	// after the last. After a [datasets.BadRow] it can be called again.
	next() ([]string, error)
	// bad returns the error about the last row.
	bad(err error) error
}

// newTable returns a table of positions of the variant, with the titles of its columns.
func newTable(rows source, titles []string, v board.Variant, names Columns) (*Reader, error) {
	t := &Reader{rows: rows, variant: v, Method: datasets.Imported}
	header, err := names.apply(titles)
	if err == nil {
		err = t.findColumns(header)
	}
	return t, err
}

// Read implements [datasets.Reader]. After a [datasets.BadRow] it can be called again.
func (t *Reader) Read() (datasets.Row, error) {
	fields, err := t.rows.next()
	if err != nil {
		return datasets.Row{}, err
	}
	r, err := t.parse(fields)
	if err != nil {
		return datasets.Row{}, t.rows.bad(err)
	}
	return r, nil
}

// Cubes reports whether the table has columns of [datasets.Cubes.States].
func (t *Reader) Cubes() bool { return t.cubes }

// parse reads the fields of a row.
func (t *Reader) parse(fields []string) (datasets.Row, error) {
	pos, err := t.position(fields[t.id])
	if err != nil {
		return datasets.Row{}, fmt.Errorf("column %s: %w", idColumn, err)
	}
	r := datasets.NewRow(pos)
	r.Method, r.Trials, r.Source = t.Method, t.Trials, t.Source
	if t.method >= 0 {
		if r.Method, err = datasets.ParseMethod(strings.TrimSpace(fields[t.method])); err != nil {
			return datasets.Row{}, fmt.Errorf("column %s is %w", datasets.MethodColumn, err)
		}
	}
	for _, column := range t.others {
		if err := column.set(&r, strings.TrimSpace(fields[column.at])); err != nil {
			return datasets.Row{}, fmt.Errorf("column %s is %w", column.name, err)
		}
	}
	if r.Method == datasets.Unlabelled {
		r.ClearLabel()
		return r, r.Check()
	}
	return r, t.parseLabel(&r, fields)
}

// position reads a position, or its key.
func (t *Reader) position(field string) (board.Position, error) {
	if key := (board.Key{}); t.keyed && len(field) == len(key) {
		copy(key[:], field)
		return key.Position(t.variant)
	}
	x, _, err := board.ParsePosition(field, t.variant)
	return x.Position, err
}

// parseLabel reads the probabilities and checks the row.
func (t *Reader) parseLabel(r *datasets.Row, fields []string) error {
	margin := float64(t.Margin())
	for k, column := range t.columns {
		v, err := strconv.ParseFloat(strings.TrimSpace(fields[column]), 32)
		if err != nil || !(v >= -margin && v <= 1+margin) { // rejects NaN, too
			return fmt.Errorf("column %s is %q, want a probability from 0 to 1", longNames[k], fields[column])
		}
		r.Probabilities[k] = float32(v)
	}
	return t.Apply(r)
}
