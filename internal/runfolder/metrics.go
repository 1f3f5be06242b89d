package runfolder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/plaintext"
)

// AppendMetrics adds a line to the metrics, with the time of the run so far, and writes the
// line to the disk. Write metrics before their checkpoint: a resumed run drops metrics after
// its checkpoint, but cannot restore missing metrics before its checkpoint.
func (f *Folder) AppendMetrics(point any) error {
	line, err := MetricsLine(point, f.Elapsed())
	if err != nil {
		return err
	}
	file, err := os.OpenFile(f.Path(MetricsFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(line)
	return errors.Join(err, file.Sync(), file.Close())
}

// Metrics reads the lines of the metrics. It omits an incomplete last line, and returns no
// lines if the file does not exist.
func Metrics[Point any](f *Folder) ([]Point, error) {
	var points []Point
	err := f.EachMetric(func(line []byte) error {
		var p Point
		err := json.Unmarshal(line, &p)
		points = append(points, p)
		return err
	})
	if err != nil {
		return nil, err
	}
	return points, nil
}

// KeepMetrics removes the first line for which keep returns false, and all lines after it.
// It returns an error, and removes none, unless it keeps the given number of lines.
func KeepMetrics[Point any](f *Folder, lines int64, keep func(*Point) bool) error {
	var kept bytes.Buffer
	refused := false
	err := f.EachMetric(func(line []byte) error {
		var p Point
		if err := json.Unmarshal(line, &p); err != nil {
			return err
		}
		if refused = refused || !keep(&p); !refused {
			kept.Write(append(line, '\n'))
		}
		return nil
	})
	if err != nil {
		return err
	}
	if n := int64(bytes.Count(kept.Bytes(), []byte("\n"))); n != lines {
		return fmt.Errorf("%s has %s up to the newest checkpoint, want %d: restore the file, or begin another run",
			f.Path(MetricsFile), plaintext.Counted(int(n), "line", "lines"), lines)
	}
	return atomicfile.WriteFile(f.Path(MetricsFile), kept.Bytes())
}

// EachMetric calls do with each complete line of the metrics. A missing file has no lines.
// EachMetric adds the file and the line number to an error of do.
func (f *Folder) EachMetric(do func(line []byte) error) error {
	text, err := f.ReadFile(MetricsFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for n := 1; ; n++ {
		line, rest, complete := bytes.Cut(text, []byte("\n"))
		if !complete {
			return nil
		}
		if err := do(bytes.Clone(line)); err != nil {
			return fmt.Errorf("%s:%d: %w", f.Path(MetricsFile), n, err)
		}
		text = rest
	}
}
