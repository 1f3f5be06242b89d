package training

import (
	"fmt"
	"html/template"
	"maps"
	"math"
	"slices"
	"strconv"

	"gammonlab/evalbench/runs"
)

// Points of a series that are drawn, and rows of a table, at most.
const (
	mostPoints = 1000
	mostRows   = 200
)

// figure is a chart as the page shows it.
type figure struct {
	ID, Title, Measured string
	Chart               template.HTML
	Key                 []keyEntry
	Said                []string
	Head                []string
	Rows                [][]string

	curve curve
}

// keyEntry is a line of the key: a colour from 1 on, and whether it is dashed.
type keyEntry struct {
	Name   string
	Colour int
	Dash   string
}

// colours is how many colours of series the style has. Further series have them with
// dashes.
const colours = 6

// dashes are those of the first series, and those of further ones.
var dashes = []string{"", "6 4"}

func newKeyEntry(name string, i int) keyEntry {
	return keyEntry{name, 1 + i%colours, dashes[i/colours%len(dashes)]}
}

// newFigure returns what a chart shows.
func newFigure(c *runs.Chart) (*figure, error) {
	f := &figure{
		ID: fmt.Sprintf("q%x", c.Quantity.Name), Title: c.Title, Measured: c.YLabel, Said: c.Sentences(),
	}
	f.Head, f.Rows = c.Table(mostRows)
	c.Thin(mostPoints)
	drawing, err := c.Element()
	if err != nil {
		return nil, err
	}
	f.Chart = template.HTML(drawing) // which escapes its texts
	for i := range c.Series {
		f.Key = append(f.Key, newKeyEntry(c.Series[i].Name, i))
	}
	f.curve = newCurve(c)
	return f, nil
}

// curve is a chart as the script draws it.
type curve struct {
	XLabel string   `json:"x_label"`
	LogX   bool     `json:"log_x"`
	LogY   bool     `json:"log_y"`
	Lines  []line   `json:"lines"`
	Data   []column `json:"data"` // the places on the horizontal axis, then the values of each line there
}

// line is one of a curve. Kinds are "line", the line itself; "raw", what it was smoothed
// from; "high" and behind it "low", the ends of its interval; "mark", a level to compare
// with.
type line struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Colour int    `json:"colour,omitempty"`
	Dashed bool   `json:"dashed,omitempty"`
}

// column is numbers, NaN where there is none, which JSON has as null.
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

// newCurve returns the lines of a chart over the places that any of them has.
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
		to.Lines = append(to.Lines, line{name, kind, entry.Colour, entry.Dash != ""})
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

// spread returns the values y of the places x at all places; the last one counts where x
// has a place twice.
func spread(at, x, y []float64) column {
	all := column(slices.Repeat([]float64{math.NaN()}, len(at)))
	for i, v := range x {
		place, _ := slices.BinarySearch(at, v)
		all[place] = y[i]
	}
	return all
}

// positive reports whether all numbers can stand on a logarithmic axis.
func positive(columns []column) bool {
	return !slices.ContainsFunc(columns, func(c column) bool {
		return slices.ContainsFunc(c, func(x float64) bool { return x <= 0 })
	})
}
