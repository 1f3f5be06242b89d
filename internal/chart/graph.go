package chart

import (
	"fmt"
	"io"
)

// Graph is a chart of measured points and of lines fitted to them, as in a paper: with
// titles at both axes, and styles that can be distinguished without colour. Caption says below
// the title what was measured, and how.
type Graph struct {
	Title, Caption, XLabel, YLabel string
	Sets                           []Set

	// Ticks are the names of x = 0, 1, …; a name may have several lines. Without Ticks,
	// X is a numeric axis.
	Ticks []string
}

// Set is a set of points, each with a glyph, or a line. Lo and Hi are the bounds of the
// intervals, drawn as error bars at points or as a band around a line; both are empty for
// a set without intervals. X of a line with a band must not decrease. Sets without a name
// are not in the key.
type Set struct {
	Name   string
	X, Y   []float64
	Lo, Hi []float64
	Line   bool
}

// Write draws the graph into the file at path, as [Curve.Write].
func (g Graph) Write(path string) error { return write(path, g) }

// Encode draws the graph in the given format, "png", "svg" or "pdf".
func (g Graph) Encode(w io.Writer, format string) error { return encode(w, format, g) }

// Element draws the graph as an svg element for a page, legible on a phone. It omits Title and
// Caption, which the page shows.
func (g Graph) Element() (string, error) {
	return element(g, elementHeight+moreKey(g.names(), elementWidth-2*elementMargin))
}

// check implements page.
func (g Graph) check() error {
	for i, s := range g.Sets {
		if err := s.check(); err != nil {
			return fmt.Errorf("set %d (%q): %w", i, s.Name, err)
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
