package training

import (
	"fmt"
	"html/template"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gammonlab/evalbench/runs"
)

// The maximal numbers of points of a drawn series and of rows of a table.
const (
	mostPoints = 1000
	mostRows   = 200
)

// figure is a chart on the page.
type figure struct {
	ID, Quantity, Title, Measured string

	Large, Pinned bool   // large charts are the one in focus and the pinned ones
	Parts         bool   // a run has several series
	Focus, Pin    string // addresses that change the arrangement
	export        string // query of its files

	Chart template.HTML
	Key   []keyEntry
	Said  []string
	Head  []string
	Rows  [][]string

	curve curve
}

// keyEntry is an entry of the key: a colour, from 1 on, and the dashes.
type keyEntry struct {
	Name   string
	Colour int
	Dash   string
}

// colours is the number of series colours of the style. Further series repeat them with
// dashes, and with dots after the dashes, one more each time.
const colours = 6

func newKeyEntry(name string, i int) keyEntry {
	e := keyEntry{Name: name, Colour: 1 + i%colours}
	if again := i / colours; again > 0 {
		e.Dash = "6 4" + strings.Repeat(" 1 4", again-1)
	}
	return e
}

// newFigure returns the figure of a chart of the runs with the names.
func newFigure(c *runs.Chart, q *query, names []string) (*figure, error) {
	name := c.Quantity.Name
	f := &figure{
		ID: fmt.Sprintf("q%x", name), Quantity: name, Title: c.Title, Measured: c.YLabel, Said: c.Sentences(),
		Parts: len(c.Series) != len(names), Pinned: slices.Contains(q.Pins, name),
		Focus: q.focused(name), Pin: q.pinned(name), export: q.exported(name),
	}
	f.Large = f.Pinned || q.Focus == name
	f.Head, f.Rows = c.Table(mostRows)
	c.Thin(mostPoints)
	drawing, err := c.Element()
	if err != nil {
		return nil, err
	}
	f.Chart = template.HTML(drawing) // the drawing escapes its texts
	for i := range c.Series {
		f.Key = append(f.Key, newKeyEntry(c.Series[i].Name, i))
	}
	f.curve = newCurve(c)
	for i := range f.curve.Lines {
		f.curve.Lines[i].Run = runOf(f.curve.Lines[i].Name, names)
	}
	return f, nil
}

// File returns the address of the chart as a file of a format.
func (f *figure) File(format string) string { return path + "/files/chart." + format + "?" + f.export }

// runOf returns the number of the run to which a series belongs, from 1; 0 if there is none.
func runOf(series string, names []string) (number int) {
	longest := -1
	for i, name := range names {
		if len(name) > longest && (series == name || strings.HasPrefix(series, name+", ")) {
			number, longest = i+1, len(name)
		}
	}
	return number
}

// constant is a quantity that does not change in any run.
type constant struct{ Title, Values string }

// newConstant returns the values of a chart whose series do not change, nil for other charts.
func newConstant(c *runs.Chart) *constant {
	var values, distinct []string
	for i := range c.Series {
		s := &c.Series[i]
		y := s.Y
		if len(s.Raw) > 0 {
			y = s.Raw
		}
		switch {
		case len(y) == 0:
			continue
		case len(y) == 1 || slices.Min(y) != slices.Max(y):
			return nil
		}
		value := runs.Number(y[0])
		values = append(values, s.Name+": "+value)
		if !slices.Contains(distinct, value) {
			distinct = append(distinct, value)
		}
	}
	if len(values) > runs.MostColumns {
		return &constant{c.Title, strings.Join(distinct, ", ")}
	}
	return &constant{c.Title, strings.Join(values, "; ")}
}

// curve is the data with which the script draws a chart.
type curve struct {
	XLabel string   `json:"x_label"`
	LogX   bool     `json:"log_x"`
	LogY   bool     `json:"log_y"`
	Lines  []line   `json:"lines"`
	Data   []column `json:"data"` // the horizontal coordinates, then the values of each line
}

// line is a line of a curve. The kinds are "line", the line itself; "raw", the values
// before smoothing; "high" and after it "low", the ends of the interval; "mark", a level
// for comparison.
type line struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Run    int    `json:"run,omitempty"` // number from 1; 0 for levels
	Colour int    `json:"colour,omitempty"`
	Dash   string `json:"dash,omitempty"` // lengths of dashes and gaps
}

// column is a list of numbers; NaN stands for a missing one and is null in JSON.
type column []float64

// MarshalJSON implements [json.Marshaler].
func (c column) MarshalJSON() ([]byte, error) {
	text := []byte{'['}
	for i, x := range c {
		if i > 0 {
			text = append(text, ',')
		}
		if math.IsNaN(x) || math.IsInf(x, 0) {
			text = append(text, "null"...)
			continue
		}
		const digits = 9
		text = strconv.AppendFloat(text, x, 'g', digits, 64)
	}
	return append(text, ']'), nil
}

// newCurve returns the lines of a chart over all coordinates of its series.
func newCurve(c *runs.Chart) curve {
	places := map[float64]bool{}
	for i := range c.Series {
		for _, x := range c.Series[i].X {
			places[x] = true
		}
	}
	at := slices.Sorted(maps.Keys(places))
	to := curve{XLabel: c.XLabel, Data: []column{at}, Lines: []line{}}
	add := func(name, kind string, entry keyEntry, x, y []float64) {
		if len(y) == 0 && kind != "line" {
			return
		}
		to.Lines = append(to.Lines, line{Name: name, Kind: kind, Colour: entry.Colour, Dash: entry.Dash})
		to.Data = append(to.Data, spread(at, x, y))
	}
	for i := range c.Series {
		s, entry := &c.Series[i], newKeyEntry("", i)
		add(s.Name, "high", entry, s.X, s.Hi)
		add(s.Name, "low", entry, s.X, s.Lo)
		add(s.Name, "raw", entry, s.X, s.Raw)
		add(s.Name, "line", entry, s.X, s.Y)
	}
	for _, m := range c.Marks {
		add(m.Label, "mark", keyEntry{}, at, slices.Repeat([]float64{m.Y}, len(at)))
	}
	to.LogX, to.LogY = c.LogX && positive(to.Data[:1]), c.LogY && positive(to.Data[1:])
	return to
}

// spread returns the values y, given at the coordinates x, at all coordinates. If x
// contains a coordinate twice, the last value counts.
func spread(at, x, y []float64) column {
	all := column(slices.Repeat([]float64{math.NaN()}, len(at)))
	for i, v := range x {
		place, _ := slices.BinarySearch(at, v)
		all[place] = y[i]
	}
	return all
}

// positive reports whether a logarithmic axis can show all numbers.
func positive(columns []column) bool {
	return !slices.ContainsFunc(columns, func(c column) bool {
		return slices.ContainsFunc(c, func(x float64) bool { return x <= 0 })
	})
}
