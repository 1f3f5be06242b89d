package exchange

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v15/parquet"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/table"
	"gammonlab/engine"
)

// newTable reads a plain table.
func newTable(r io.Reader, file string, o Options) (*table.Reader, error) {
	return o.table(table.NewCSV(r, file, o.Variant, o.Columns))
}

// newParquet reads a table in a Parquet file.
func newParquet(r io.Reader, file string, o Options) (*table.Reader, error) {
	f, ok := r.(parquet.ReaderAtSeeker)
	if !ok {
		return nil, fmt.Errorf("%s: a Parquet file cannot be read from a stream: name the file", file)
	}
	return o.table(table.NewParquet(f, file, o.Variant, o.Columns))
}

// table gives a table the defaults of the options.
func (o *Options) table(t *table.Reader, err error) (*table.Reader, error) {
	if err != nil {
		return nil, err
	}
	t.Method, t.Source, t.Tolerance = o.Method, o.Source, o.tolerance()
	return t, nil
}

// wildbgColumns are the columns of wildbg's tables of rolled-out positions.
var wildbgColumns = []string{"position_id", "win", "win_g", "win_bg", "lose_g", "lose_bg"}

// wildbgTrials is the number of trials of wildbg's rollouts.
const wildbgTrials = 1296

// newWildbg reads a table of wildbg. Its probabilities are cumulative, for the player on
// roll. wildbg's training tables, with six outcomes, are rejected, because they have
// inputs of a net instead of positions.
func newWildbg(r io.Reader, file string, o Options) (*table.Reader, error) {
	in := bufio.NewReader(r)
	begin, err := in.Peek(detectLength)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	header, _, _ := strings.Cut(string(begin), "\n")
	switch {
	case strings.HasPrefix(header, "win_normal"):
		return nil, fmt.Errorf("%s:1: the table has inputs of a net instead of positions, want the table from which it was made, with the columns %s",
			file, strings.Join(wildbgColumns, ", "))
	case !isWildbgHeader(header):
		return nil, fmt.Errorf("%s:1: the header is %q, want the columns %s", file, strings.TrimSpace(header), strings.Join(wildbgColumns, ", "))
	}
	table, err := newTable(in, file, o)
	if err == nil {
		table.Trials = wildbgTrials
	}
	return table, err
}

// isWildbgHeader reports whether a line is the header of a table of wildbg.
func isWildbgHeader(line string) bool {
	titles := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(",; \t\r\n\ufeff", r) })
	return slices.Equal(titles, wildbgColumns)
}

// wildbgWriter writes tables in wildbg's format.
type wildbgWriter struct{ out *bufio.Writer }

func newWildbgWriter(out *bufio.Writer) *wildbgWriter {
	out.WriteString(strings.Join(wildbgColumns, ",") + "\n") // bufio keeps the first error
	return &wildbgWriter{out}
}

// Write implements [Writer].
func (w *wildbgWriter) Write(r *datasets.Row) error {
	line := r.Position.AppendID(make([]byte, 0, board.IDLength+engine.Outputs*len(",0.00077160494")))
	for _, v := range r.Probabilities {
		n := len(line)
		line = strconv.AppendFloat(append(line, ','), float64(v), 'f', -1, 32)
		if !slices.Contains(line[n:], '.') {
			line = append(line, ".0"...)
		}
	}
	_, err := w.out.Write(append(line, '\n'))
	return err
}

// Flush implements [Writer].
func (w *wildbgWriter) Flush() error { return w.out.Flush() }
