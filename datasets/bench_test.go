package datasets_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/internal/must"
)

// benchRows is how many rows the benchmarks write and read, made of fewer.
const benchRows = 1 << 20

// write writes n rows, which repeat but for their seed.
func write(b *testing.B, path string, few []datasets.Row, n int) {
	w := must.Get(datasets.Create(path, datasets.Meta{}))(b)
	defer w.Abort()
	for i := range n {
		row := &few[i%len(few)]
		row.Seed = uint64(i)
		must.OK(b, w.Write(row))
	}
	must.OK(b, w.Close())
}

func BenchmarkWrite(b *testing.B) {
	path := filepath.Join(b.TempDir(), "rows.parquet")
	few := datasetstest.Rows(100_000, board.Backgammon, 6)
	b.ResetTimer()
	for b.Loop() {
		write(b, path, few, benchRows)
	}
	b.ReportMetric(float64(b.N)*benchRows/b.Elapsed().Seconds(), "rows/s")
	if info, err := os.Stat(path); err == nil {
		b.ReportMetric(float64(info.Size())/benchRows, "B/row")
	}
}

func BenchmarkRead(b *testing.B) {
	path := filepath.Join(b.TempDir(), "rows.parquet")
	write(b, path, datasetstest.Rows(100_000, board.Backgammon, 6), benchRows)
	b.ResetTimer()
	for b.Loop() {
		f := must.Get(datasets.Open(path))(b)
		n := 0
		for {
			if _, err := f.Read(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if f.Close(); n != benchRows {
			b.Fatalf("%d rows, want %d", n, benchRows)
		}
	}
	b.ReportMetric(float64(b.N)*benchRows/b.Elapsed().Seconds(), "rows/s")
}
