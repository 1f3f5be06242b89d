package runs

import (
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/eventfile"
)

// EventsPattern matches the names of the files that [WriteEvents] writes.
const EventsPattern = eventfile.Pattern

// EventsFolder returns the folder of a run among those that TensorBoard shows.
func EventsFolder(dir string, r *Run) string { return filepath.Join(dir, filepath.FromSlash(r.Name)) }

// WriteEvents writes what was measured of a run as an event file for TensorBoard, into
// the run's folder below dir in place of those that it wrote there before, and returns
// the file. Steps are those of the axis. The
// ends of an interval are scalars of their own, with _low and _high behind the name.
func WriteEvents(dir string, r *Run, axis Axis) (string, error) {
	if !r.Has(axis) {
		return "", fmt.Errorf("runs: the metrics of %s have no %s", r.Dir, axis)
	}
	began := float64(r.Updated.UnixMilli())/1000 - r.Reached(Wall)
	folder := EventsFolder(dir, r)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", fmt.Errorf("runs: %w", err)
	}
	earlier, err := filepath.Glob(filepath.Join(folder, eventfile.OwnPattern))
	if err != nil {
		return "", fmt.Errorf("runs: %w", err)
	}
	path := filepath.Join(folder, eventfile.Name(int64(began)))
	err = atomicfile.Write(path, func(to io.Writer) error { return r.writeEvents(to, began, axis) })
	for _, old := range earlier {
		if err == nil && old != path {
			err = os.Remove(old)
		}
	}
	if err != nil {
		return "", fmt.Errorf("runs: %w", err)
	}
	return path, nil
}

// writeEvents writes the events of a run that began at the time.
func (r *Run) writeEvents(to io.Writer, began float64, axis Axis) error {
	w, err := eventfile.NewWriter(to, began)
	if err != nil {
		return err
	}
	for _, p := range r.points {
		if err := p.writeEvent(w, began, axis); err != nil {
			return err
		}
	}
	return nil
}

// writeEvent writes what the point has measured, as far as a float32 can hold it.
func (p *point) writeEvent(w *eventfile.Writer, began float64, axis Axis) error {
	var scalars []eventfile.Scalar
	add := func(tag string, v float64) {
		if math.Abs(v) <= math.MaxFloat32 {
			scalars = append(scalars, eventfile.Scalar{Tag: tag, Value: float32(v)})
		}
	}
	for _, k := range slices.SortedFunc(maps.Keys(p.values), key.compare) {
		v, ok := p.value(k, axis)
		if !ok || k.name == generations {
			continue
		}
		add(k.tag(""), v.Y)
		if v.Lo != nil {
			add(k.tag(lowSuffix), *v.Lo)
			add(k.tag(highSuffix), *v.Hi)
		}
	}
	step := p.x[axis]
	if len(scalars) == 0 || !(math.Abs(step) < 1<<62) {
		return nil
	}
	return w.Write(int64(step), began+p.x[Wall], scalars)
}

// tag returns the name of the column in TensorBoard.
func (k key) tag(suffix string) string {
	if k.of == "" || k.of == wholeModel {
		return k.name + suffix
	}
	return k.name + suffix + "/" + k.of
}
