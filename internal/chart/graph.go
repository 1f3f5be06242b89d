package chart

import (
	"fmt"
	"io"
)

// Graph is a chart of measured points and of lines that describe them, as in a
// paper: with titles at both axes, and looks that can be distinguished without
// colour.
type Graph struct {
	Title, XLabel, YLabel string
	Sets                  []Set

	// Ticks, if there are any, are the names of x = 0, 1, …, of one line or some;
	// otherwise X is a scale.
	Ticks []string
}

// Set is some points, with a glyph at each, or a line. Lo and Hi, both empty if
// there are none, bound whiskers at points and a band around a line, whose X must
// not descend then. Sets without a name are not in the key.
type Set struct {
	Name   string
	X, Y   []float64
	Lo, Hi []float64
	Line   bool
}

// Write draws the graph into the file at path, as [Curve.Write].
func (g Graph) Write(path string) error { return write(path, g) }

// Encode draws the graph in the given format, "png" or "svg".
func (g Graph) Encode(w io.Writer, format string) error { return encode(w, format, g) }

// check implements page.
func (g Graph) check() error {
	for i, s := range g.Sets {
		if err := s.check(); err != nil {
			return fmt.Errorf("chart: set %d (%q): %w", i, s.Name, err)
		}
	}
	return nil
}

func (s Set) check() error {
	series := Series{Name: s.Name, X: s.X, Y: s.Y, Lo: s.Lo, Hi: s.Hi}
	if s.Line && len(s.Lo) > 0 {
		return series.check()
	}
	if err := series.checkValues(); err != nil {
		return err
	}
	return series.checkBounds()
}
