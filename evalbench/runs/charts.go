package runs

import (
	"fmt"
	"slices"
	"strings"

	"gammonlab/internal/chart"
)

// ChartOptions are the options of charts.
type ChartOptions struct {
	X          Axis     // "" for the first of games, positions, epochs and wall time that all runs have; for processor time if they are of different kinds
	Smooth     float64  // weight of [Smooth], from 0 to below 1; the chart also shows the raw values
	LogX, LogY bool     // logarithmic axes in charts whose values are all above 0
	Quantities []string // names of the quantities; nil for all
	Compared   bool     // of all quantities of several runs, only those that at least two of them have
}

// Chart is a quantity of several runs.
type Chart struct {
	Quantity Quantity
	chart.Curve
}

// Charts draws several runs together, with a chart for each chosen quantity that at least one
// of them has.
func Charts(all []*Run, o ChartOptions) ([]Chart, error) {
	if len(all) == 0 {
		return nil, fmt.Errorf("no runs to draw, want at least 1")
	}
	if !(o.Smooth >= 0 && o.Smooth < 1) {
		return nil, fmt.Errorf("weight of smoothing %v, want 0 to below 1", o.Smooth)
	}
	x, err := ChooseAxis(all, o.X)
	if err != nil {
		return nil, err
	}
	if o.X == "" && ofKinds(all) > 1 && !slices.ContainsFunc(all, func(r *Run) bool { return !r.Has(CPU) }) {
		x = CPU // games and epochs of different kinds are different amounts of work
	}
	found, err := chosen(byOpponent(all, Quantities(all)), o.Quantities)
	if err != nil {
		return nil, err
	}
	alone := o.Compared && o.Quantities == nil && len(all) > 1
	var charts []Chart
	for _, q := range found {
		if alone && measuredBy(all, q, x) < 2 {
			continue
		}
		charts = append(charts, Chart{q, curve(all, q, x, &o)})
	}
	return charts, nil
}

// ChooseAxis returns the axis, after checking that all runs have it. For "" it returns
// the first of games, positions, epochs and wall time that all have.
func ChooseAxis(all []*Run, axis Axis) (Axis, error) {
	var shared []string
	for _, a := range axes {
		if !slices.ContainsFunc(all, func(r *Run) bool { return !r.Has(a) }) {
			shared = append(shared, string(a))
		}
	}
	if axis != "" && slices.Contains(shared, string(axis)) {
		return axis, nil
	}
	if len(shared) == 0 {
		return "", fmt.Errorf("the runs have no axis in common")
	}
	if axis == "" {
		return Axis(shared[0]), nil
	}
	lacking := all[slices.IndexFunc(all, func(r *Run) bool { return !r.Has(axis) })]
	return "", fmt.Errorf("the metrics of %s have no %s, want one of %s", lacking.Dir, axis, strings.Join(shared, ", "))
}

// chosen returns the quantities with the names; all if there are no names.
func chosen(found []Quantity, names []string) ([]Quantity, error) {
	if names == nil {
		return found, nil
	}
	var all []Quantity
	for _, name := range names {
		named := slices.DeleteFunc(slices.Clone(found), func(q Quantity) bool { return q.Name != name && !(name == Strength && q.isStrength()) })
		if len(named) == 0 {
			var known []string
			for _, q := range found {
				known = append(known, q.Name)
			}
			return nil, fmt.Errorf("%q was not measured, want one of %s", name, strings.Join(known, ", "))
		}
		all = append(all, named...)
	}
	return all, nil
}

// ofKinds returns the number of kinds of the runs.
func ofKinds(all []*Run) int {
	kinds := map[Kind]bool{}
	for _, r := range all {
		kinds[r.Kind] = true
	}
	return len(kinds)
}

// seriesOf returns the series of a quantity of each run; none for runs that have it not, or
// against another opponent.
func seriesOf(all []*Run, q Quantity, x Axis) [][]Series {
	list := make([][]Series, len(all))
	of, _ := opponents(all)
	for i, r := range all {
		switch {
		case !q.isStrength():
			list[i] = r.Series(q.Name, x)
		case of[i] == q.Opponent:
			list[i] = r.Series(Strength, x)
		}
	}
	return list
}

// measuredBy returns the number of runs that have the quantity.
func measuredBy(all []*Run, q Quantity, x Axis) (n int) {
	for _, series := range seriesOf(all, q, x) {
		if len(series) > 0 {
			n++
		}
	}
	return n
}

// curve draws a quantity.
func curve(all []*Run, q Quantity, x Axis, o *ChartOptions) chart.Curve {
	unit, label := unitOf(all, x)
	_, factor := q.read()
	c := chart.Curve{Title: q.Title + lossOf(all, q), XLabel: label, LogX: o.LogX, LogY: o.LogY}
	band := false
	measured := seriesOf(all, q, x)
	for i, r := range all {
		series := measured[i]
		if len(series) == 0 {
			series = []Series{{}}
		}
		for _, s := range series {
			s.Run = r.Called()
			if o.LogX { // which the value before the first game would prevent
				s.Values = slices.DeleteFunc(s.Values, func(v Value) bool { return v.X == 0 })
			}
			line := s.line(unit, factor, o.Smooth)
			band = band || len(line.Lo) > 0
			c.Series = append(c.Series, line)
		}
	}
	if (q.isStrength() || strings.HasSuffix(q.Name, "_ppg")) && !o.LogY {
		c.Marks = []chart.HorizontalMark{{Y: 0, Label: "equally strong"}}
	}
	c.YLabel = measuredAs(q, band, o.Smooth)
	return c
}

// lossOf returns the names of the losses of the runs in brackets, for quantities that are values of
// the loss that a run minimises; otherwise "".
func lossOf(all []*Run, q Quantity) string {
	if q.Name != "training_loss" && q.Name != "validation_loss" {
		return ""
	}
	var names []string
	for _, r := range all {
		if name := plainValue(r.Setting("loss")); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if names == nil {
		return ""
	}
	return " (" + strings.Join(names, ", ") + ")"
}

// measuredAs returns the label of the vertical axis.
func measuredAs(q Quantity, band bool, smooth float64) string {
	var words []string
	if unit, _ := q.read(); unit != "" {
		words = append(words, unit)
	}
	if band {
		words = append(words, "with 95% interval")
	}
	if smooth > 0 {
		words = append(words, fmt.Sprintf("running mean of weight %v, raw values behind", smooth))
	}
	return strings.Join(words, ", ")
}

// unitOf returns the unit of an axis and its label. Times are in hours if the longest run took
// at least two hours, in minutes if it took at least two minutes.
func unitOf(all []*Run, x Axis) (unit float64, label string) {
	longest := 0.0
	for _, r := range all {
		longest = max(longest, r.Reached(x))
	}
	switch {
	case x != Wall && x != CPU:
	case longest >= 2*3600:
		return 3600, strings.Replace(x.Label(), "seconds", "hours", 1)
	case longest >= 2*60:
		return 60, strings.Replace(x.Label(), "seconds", "minutes", 1)
	}
	return 1, x.Label()
}

// line returns the series as a line of a chart, with the axis in the unit and the values times the
// factor. If some values have an interval, the others get one of width 0.
func (s Series) line(unit, factor, smooth float64) chart.Series {
	line := chart.Series{Name: s.Name()}
	band := slices.ContainsFunc(s.Values, func(v Value) bool { return v.Lo != nil })
	for _, v := range s.Values {
		line.X = append(line.X, v.X/unit)
		line.Y = append(line.Y, factor*v.Y)
		if band {
			lo, hi := &v.Y, &v.Y
			if v.Lo != nil {
				lo, hi = v.Lo, v.Hi
			}
			line.Lo = append(line.Lo, factor**lo)
			line.Hi = append(line.Hi, factor**hi)
		}
	}
	if smooth > 0 {
		line.Raw, line.Y = line.Y, Smooth(line.Y, smooth)
	}
	return line
}

// fileName returns the name of the chart's files without their extensions.
func (c *Chart) fileName() string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.", r) {
			return r
		}
		return '_'
	}, strings.TrimLeft(c.Quantity.Name, "."))
}

// Files returns the names of the chart's files.
func (c *Chart) Files() (names []string) {
	for _, ext := range chart.Extensions() {
		names = append(names, c.fileName()+ext)
	}
	return names
}

// Write draws the chart into a folder, as a PNG and an SVG file, and returns the files.
func (c *Chart) Write(dir string) ([]string, error) { return chart.Save(dir, c.fileName(), c.Curve) }
