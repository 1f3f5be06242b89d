package runs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Axis is a horizontal axis of charts.
type Axis string

// The axes. Epochs of train iterate are generations.
const (
	Games     Axis = "games"
	Positions Axis = "positions"
	Wall      Axis = "wall"
	CPU       Axis = "cpu"
	Epoch     Axis = "epoch"
)

// axes lists axes in the order of preference.
var axes = []Axis{Games, Positions, Epoch, Wall, CPU}

// axisField is a field of the metrics with the value of a line on an axis.
type axisField struct {
	name string
	axis Axis
}

// axisFields lists the fields of all axes.
var axisFields = []axisField{
	{"games", Games}, {"positions", Positions}, {"wall_seconds", Wall}, {"cpu_seconds", CPU}, {"epoch", Epoch}, {generations, Epoch},
}

// labels are the labels of the axes.
var labels = map[Axis]string{
	Games: "games of self-play", Positions: "positions learned from", Wall: "seconds of work", CPU: "core-seconds of work", Epoch: "epochs or generations",
}

// ParseAxis reads the name of an axis.
func ParseAxis(text string) (Axis, error) {
	if axis := Axis(text); slices.Contains(axes, axis) {
		return axis, nil
	}
	return "", fmt.Errorf("%q is not an axis, want games, positions, epoch, wall or cpu", text)
}

// String returns the axis's name.
func (a Axis) String() string { return string(a) }

// Label returns the label of the axis, with its unit.
func (a Axis) Label() string { return labels[a] }

// Value is a measured number, with its 95% interval if it has one.
type Value struct {
	X        float64  `json:"x"`
	Y        float64  `json:"y"`
	Lo       *float64 `json:"low,omitempty"`
	Hi       *float64 `json:"high,omitempty"`
	WallTime float64  `json:"wall_seconds,omitempty"` // 0 if unknown
}

// Series is the course of a quantity of a run. Values are in the order of X.
type Series struct {
	Run      string  `json:"run"`
	Quantity string  `json:"quantity"`
	Of       string  `json:"of,omitempty"` // part of the model, or file; "" for the whole model
	Values   []Value `json:"values"`
}

// Name returns a name that distinguishes the series from those of other runs.
func (s Series) Name() string {
	if s.Of == "" {
		return s.Run
	}
	return s.Run + ", " + s.Of
}

// Has reports whether the run's metrics have the axis. A run without lines has every
// axis.
func (r *Run) Has(axis Axis) bool {
	return !slices.ContainsFunc(r.points, func(p point) bool {
		_, ok := p.x[axis]
		return !ok
	})
}

// Series returns the course of a quantity over the axis: a series for each part or file,
// in the order of their names; none if the quantity was not measured.
func (r *Run) Series(quantity string, axis Axis) []Series {
	var all []Series
	for _, p := range r.points {
		if _, ok := p.x[axis]; !ok {
			continue
		}
		for k := range p.values {
			v, ok := p.value(k, axis)
			if k.name != quantity || !ok {
				continue
			}
			i := slices.IndexFunc(all, func(s Series) bool { return s.Of == k.of })
			if i < 0 {
				i = len(all)
				all = append(all, Series{Run: r.Name, Quantity: quantity, Of: k.of})
			}
			all[i].Values = append(all[i].Values, v)
		}
	}
	slices.SortFunc(all, func(a, b Series) int { return strings.Compare(a.Of, b.Of) })
	for _, s := range all {
		slices.SortStableFunc(s.Values, func(a, b Value) int { return cmp.Compare(a.X, b.X) })
	}
	if len(all) == 1 && all[0].Of == wholeModel {
		all[0].Of = ""
	}
	return all
}

// wholeModel is the part name of a model's only net.
const wholeModel = "all"

// Last returns the newest value of a quantity of the whole model, or of its only part. X
// is 0 if the run does not have the axis.
func (r *Run) Last(quantity string, axis Axis) (Value, bool) {
	for i := len(r.points) - 1; i >= 0; i-- {
		for _, of := range []string{"", wholeModel} {
			if v, ok := r.points[i].value(key{quantity, of}, axis); ok {
				return v, true
			}
		}
	}
	return Value{}, false
}

// value returns the value of a column at the point, and whether it can be drawn.
func (p *point) value(k key, axis Axis) (Value, bool) {
	m, ok := p.values[k]
	x := p.x[axis]
	if !ok || !finite(x) || !finite(m.y) || m.interval && !(finite(m.lo) && finite(m.hi)) {
		return Value{}, false
	}
	v := Value{X: x, Y: m.y, WallTime: p.x[Wall]}
	if m.interval {
		v.Lo, v.Hi = &m.lo, &m.hi
	}
	return v, true
}

// Reached returns the run's progress on the axis, 0 if unknown.
func (r *Run) Reached(axis Axis) float64 {
	reached := 0.0
	for _, p := range r.points {
		reached = max(reached, p.x[axis])
	}
	return reached
}
