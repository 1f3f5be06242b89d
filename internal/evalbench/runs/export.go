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
	"gammonlab/internal/parquetfile"
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
	if err := CheckMetrics(path); err != nil {
		return err
	}
	columns := metricsColumns(all)
	return atomicfile.Write(path, func(to io.Writer) error {
		if filepath.Ext(path) == extParquet {
			return parquetfile.WriteColumns(to, metadata.NewKeyValueMetadata(), columns)
		}
		return writeCSV(to, columns)
	})
}

// metricsColumns returns the table of [WriteMetrics].
func metricsColumns(all []*Run) []parquetfile.Column {
	texts, numbers := map[string][]string{}, map[string][]float64{}
	for _, r := range all {
		for i := range r.points {
			p := &r.points[i]
			for _, k := range slices.SortedFunc(maps.Keys(p.values), key.compare) {
				m := p.values[k]
				if !m.interval {
					m.lo, m.hi = math.NaN(), math.NaN()
				}
				for name, text := range map[string]string{"run": r.Name, "kind": string(r.Kind), "quantity": k.name, "part": k.of} {
					texts[name] = append(texts[name], text)
				}
				for name, x := range map[string]float64{"line": float64(i + 1), "cpu_seconds": p.cpu, "value": m.y, "low": m.lo, "high": m.hi} {
					numbers[name] = append(numbers[name], x)
				}
				for _, axis := range axes {
					x, ok := p.x[axis]
					if !ok {
						x = math.NaN()
					}
					numbers[axisColumns[axis]] = append(numbers[axisColumns[axis]], x)
				}
			}
		}
	}
	var columns []parquetfile.Column
	for _, name := range []string{"run", "kind", "quantity", "part"} {
		columns = append(columns, parquetfile.Column{Name: name, Texts: append([]string{}, texts[name]...)})
	}
	for _, name := range []string{"line", "games", "positions", "epoch", "wall_seconds", "cpu_seconds", "value", "low", "high"} {
		columns = append(columns, parquetfile.Column{Name: name, Numbers: numbers[name]})
	}
	return columns
}

// axisColumns are the columns of the axes.
var axisColumns = map[Axis]string{Games: "games", Positions: "positions", Epoch: "epoch", Wall: "wall_seconds"}

// writeCSV writes columns as a table with a header; NaN is an empty field.
func writeCSV(to io.Writer, columns []parquetfile.Column) error {
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
			case c.Numbers[row] != c.Numbers[row]:
				record[i] = ""
			default:
				record[i] = strconv.FormatFloat(c.Numbers[row], 'g', -1, 64)
			}
		}
		w.Write(record)
	}
	w.Flush()
	return w.Error()
}
