package runs

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/eventfile"
)

// EventsPattern matches the names of the files that [WriteEvents] and [Follow] write.
const EventsPattern = eventfile.Pattern

// EventsFolder returns the folder of a run's events. It is below dir, the folder for
// TensorBoard.
func EventsFolder(dir string, r *Run) string { return filepath.Join(dir, filepath.FromSlash(r.Name)) }

// WriteEvents writes the measurements of a run as an event file for TensorBoard into the
// run's folder below dir. It replaces the run's earlier event files there and returns the
// new file. Steps are the values of the axis. The ends of an interval are separate
// scalars, with the suffixes _low and _high. The settings of the run are hyperparameters.
func WriteEvents(dir string, r *Run, axis Axis) (string, error) {
	if !r.Has(axis) {
		return "", fmt.Errorf("the metrics of %s have no %s", r.Dir, axis)
	}
	began := r.began(r.Updated)
	path := ""
	err := replaceEvents(EventsFolder(dir, r), int64(began), func(name string) error {
		path = name
		return atomicfile.Write(path, func(to io.Writer) error { return r.writeEvents(to, began, axis) })
	})
	if err != nil {
		return "", err
	}
	return path, nil
}

// began returns the time, in seconds since 1970, at which the run would have begun
// without any interruption until now.
func (r *Run) began(now time.Time) float64 { return float64(now.UnixMilli())/1000 - r.Reached(Wall) }

// replaceEvents writes the event file of a run that began at the given time, and then
// removes the earlier files.
func replaceEvents(folder string, began int64, write func(path string) error) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	earlier, err := filepath.Glob(filepath.Join(folder, eventfile.OwnPattern))
	if err != nil {
		return err
	}
	path := filepath.Join(folder, eventfile.Name(began))
	if err := write(path); err != nil {
		return err
	}
	for _, old := range earlier {
		if old == path {
			continue
		}
		if err := os.Remove(old); err != nil {
			return err
		}
	}
	return nil
}

// writeEvents writes the events of a run that began at the given time.
func (r *Run) writeEvents(to io.Writer, began float64, axis Axis) error {
	w, err := r.beginEvents(to, began)
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

// beginEvents begins an event file with the settings of the run.
func (r *Run) beginEvents(to io.Writer, began float64) (*eventfile.Writer, error) {
	w, err := eventfile.NewWriter(to, began)
	if err != nil {
		return nil, err
	}
	s := eventfile.Session{Settings: map[string]string{}, Began: began}
	for _, of := range r.Config {
		var text string
		if json.Unmarshal([]byte(of.Value), &text) != nil {
			text = of.Value
		}
		s.Settings[of.Name] = text
	}
	return w, w.Begin(s)
}

// writeEvent writes the measurements of the point that fit into a float32.
func (p *point) writeEvent(w *eventfile.Writer, began float64, axis Axis) error {
	var scalars []eventfile.Scalar
	p.each(axis, func(tag string, v float64) {
		if math.Abs(v) <= math.MaxFloat32 {
			scalars = append(scalars, eventfile.Scalar{Tag: tag, Value: float32(v)})
		}
	})
	step := p.x[axis]
	if len(scalars) == 0 || !(math.Abs(step) < 1<<62) {
		return nil
	}
	return w.Write(int64(step), began+p.x[Wall], scalars)
}

// each calls add for each number of the point that can be drawn over the axis, and for the ends of
// its interval, with the name in TensorBoard.
func (p *point) each(axis Axis, add func(tag string, v float64)) {
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
}

// Line is a line of the metrics of a run: its place on the axes that it has, and its numbers under
// the names that [WriteEvents] gives them, with the ends of intervals.
type Line struct {
	At     map[Axis]float64
	Values map[string]float64
}

// Measured returns the lines of the metrics.
func (r *Run) Measured() (all []Line) {
	for i := range r.points {
		p := &r.points[i]
		line := Line{maps.Clone(p.x), map[string]float64{}}
		p.each("", func(tag string, v float64) { line.Values[tag] = v })
		all = append(all, line)
	}
	return all
}

// tag returns the column's name in TensorBoard.
func (k key) tag(suffix string) string {
	if k.of == "" || k.of == wholeModel {
		return k.name + suffix
	}
	return k.name + suffix + "/" + k.of
}
