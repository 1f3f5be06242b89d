package runs

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/apache/arrow/go/v15/parquet/metadata"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/parquettable"
)

// Extensions of the files of [WriteMetrics].
const (
	extCSV     = ".csv"
	extParquet = ".parquet"
)

// CheckMetrics returns an error for a file that [WriteMetrics] cannot write.
func CheckMetrics(path string) error {
	if ext := filepath.Ext(path); ext != extCSV && ext != extParquet {
		return fmt.Errorf("%s has the extension %q, want %s or %s", path, ext, extCSV, extParquet)
	}
	return nil
}

// WriteMetrics writes all measurements of runs as a table: a CSV or Parquet file, by its extension.
// Each row is a value of a quantity, with the place of its metrics line on the axes.
func WriteMetrics(path string, all []*Run) error {
	return WriteTable(path, metricsColumns(all))
}

// WriteTable writes columns as a table: a CSV or Parquet file, by its extension. The first column is
// of texts.
func WriteTable(path string, columns []parquettable.Column) error {
	if err := CheckMetrics(path); err != nil {
		return err
	}
	return atomicfile.Write(path, func(to io.Writer) error {
		if filepath.Ext(path) == extParquet {
			return parquettable.Write(to, metadata.NewKeyValueMetadata(), columns)
		}
		return writeCSV(to, columns)
	})
}

// tableRow is a value of a quantity with its metrics line.
type tableRow struct {
	run      *Run
	line     int // from 1
	at       *point
	quantity key
	value    measured
}

// number returns a number, NaN if it is not known.
func number(x float64, known bool) float64 {
	if !known {
		return math.NaN()
	}
	return x
}

// axis returns the place on an axis, NaN if the line has none.
func (m *tableRow) axis(axis Axis) float64 {
	x, ok := m.at.x[axis]
	return number(x, ok)
}

// tableColumn is a column of the table.
type tableColumn[V any] struct {
	name string
	of   func(m *tableRow) V
}

// values returns the values in rows.
func (c *tableColumn[V]) values(rows []tableRow) []V {
	all := make([]V, len(rows))
	for i := range rows {
		all[i] = c.of(&rows[i])
	}
	return all
}

// textColumns and numberColumns are the columns of the table of [WriteMetrics].
var (
	textColumns = []tableColumn[string]{
		{"run", func(m *tableRow) string { return m.run.Name }},
		{"kind", func(m *tableRow) string { return string(m.run.Kind) }},
		{"quantity", func(m *tableRow) string { return m.quantity.name }},
		{"part", func(m *tableRow) string { return m.quantity.of }},
	}
	numberColumns = []tableColumn[float64]{
		{"line", func(m *tableRow) float64 { return float64(m.line) }},
		{"games", func(m *tableRow) float64 { return m.axis(Games) }},
		{"positions", func(m *tableRow) float64 { return m.axis(Positions) }},
		{"epoch", func(m *tableRow) float64 { return m.axis(Epoch) }},
		{"wall_seconds", func(m *tableRow) float64 { return m.axis(Wall) }},
		{"cpu_seconds", func(m *tableRow) float64 { return m.at.cpu }},
		{"value", func(m *tableRow) float64 { return m.value.y }},
		{"low", func(m *tableRow) float64 { return number(m.value.lo, m.value.interval) }},
		{"high", func(m *tableRow) float64 { return number(m.value.hi, m.value.interval) }},
	}
)

// metricsColumns returns the table of [WriteMetrics].
func metricsColumns(all []*Run) []parquettable.Column {
	var rows []tableRow
	for _, r := range all {
		for i := range r.points {
			p := &r.points[i]
			for _, k := range slices.SortedFunc(maps.Keys(p.values), key.compare) {
				rows = append(rows, tableRow{r, i + 1, p, k, p.values[k]})
			}
		}
	}
	var columns []parquettable.Column
	for _, c := range textColumns {
		columns = append(columns, parquettable.Column{Name: c.name, Texts: c.values(rows)})
	}
	for _, c := range numberColumns {
		columns = append(columns, parquettable.Column{Name: c.name, Numbers: c.values(rows)})
	}
	return columns
}

// Cell formats a number exactly, for tables that programs read; NaN is an empty cell.
func Cell(x float64) string {
	if x != x {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// writeCSV writes columns as a table with a header; NaN is an empty field.
func writeCSV(to io.Writer, columns []parquettable.Column) error {
	w := csv.NewWriter(to)
	record := make([]string, len(columns))
	for i, c := range columns {
		record[i] = c.Name
	}
	w.Write(record) // the writer keeps the first error
	for row := range columns[0].Texts {
		for i, c := range columns {
			switch {
			case c.Texts != nil:
				record[i] = c.Texts[row]
			case c.As == parquettable.Bool && c.Numbers[row] == c.Numbers[row]:
				record[i] = strconv.FormatBool(c.Numbers[row] != 0)
			default:
				record[i] = Cell(c.Numbers[row])
			}
		}
		w.Write(record)
	}
	w.Flush()
	return w.Error()
}
