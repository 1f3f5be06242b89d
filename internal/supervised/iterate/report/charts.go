package report

import (
	"math"
	"path/filepath"

	"gammonlab/engine"
	"gammonlab/internal/chart"
	"gammonlab/internal/supervised/iterate"
)

// Axis is the horizontal axis of a chart of generations.
type Axis struct {
	Label string
	At    []float64 // position of each generation, from number 0
}

// byGeneration returns an axis of generation numbers.
func byGeneration(points []iterate.Point) Axis {
	axis := Axis{Label: "generation"}
	for _, p := range points {
		axis.At = append(axis.At, float64(p.Generation))
	}
	return axis
}

// byCoreHours returns an axis of the total processor time up to the end of each
// generation, in hours of one core. If the time is unknown, it returns the axis of
// generation numbers.
func byCoreHours(points []iterate.Point, timings []iterate.Timing) Axis {
	axis := Axis{Label: "core-hours"}
	hours := 0.0
	for _, p := range points {
		hours += coreHours(p.Generation, timings)
		axis.At = append(axis.At, hours)
	}
	if hours == 0 {
		return byGeneration(points)
	}
	return axis
}

// coreHours returns the processor time of a generation, in hours.
func coreHours(generation int, timings []iterate.Timing) float64 {
	seconds := 0.0
	for _, t := range timings {
		if t.Generation == generation {
			seconds += t.CPU
		}
	}
	return seconds / 3600
}

// add adds the point of a generation to a series, with half its interval.
func (a *Axis) add(to *chart.Series, generation int, y, margin float64) {
	to.X, to.Y = append(to.X, a.At[generation]), append(to.Y, y)
	to.Lo, to.Hi = append(to.Lo, y-margin), append(to.Hi, y+margin)
}

// strength draws points per game against pubeval if they were measured, otherwise the
// cumulative points per game of promoted candidates.
func strength(points []iterate.Point, axis Axis) chart.Curve {
	if points[0].Pubeval != nil {
		return pubeval(points, axis)
	}
	return promotions(points, axis)
}

// pubeval draws points per game against pubeval.
func pubeval(points []iterate.Point, axis Axis) chart.Curve {
	series := chart.Series{Name: "mean with its 95% interval"}
	for i := range points {
		r := points[i].Pubeval.Result()
		axis.add(&series, i, r.PPG, r.Margin())
	}
	return chart.Curve{
		Title: "Candidates", XLabel: axis.Label, YLabel: "points per game against pubeval, with 95% interval",
		Series: []chart.Series{series},
	}
}

// promotions draws the points per game of promoted candidates against the previous best
// nets, accumulated, and the points per game of candidates against the initial model,
// if measured.
func promotions(points []iterate.Point, axis Axis) chart.Curve {
	best := chart.Series{Name: "best net: points against the previous best net, accumulated"}
	start := chart.Series{Name: "candidates: points against the initial model"}
	sum, squares := 0.0, 0.0
	for i := range points {
		if s := points[i].Match; s != nil && points[i].Promoted {
			r := s.Result()
			sum, squares = sum+r.PPG, squares+r.Margin()*r.Margin()
		}
		axis.add(&best, i, sum, math.Sqrt(squares))
		if s := points[i].Start; s != nil {
			axis.add(&start, i, s.Result().PPG, s.Result().Margin())
		}
	}
	curve := chart.Curve{
		Title: "Strength", XLabel: axis.Label, YLabel: "points per game above the initial model, with 95% interval",
		Series: []chart.Series{best}, Marks: []chart.HorizontalMark{{Y: 0, Label: "as strong as the initial model"}},
	}
	if len(start.X) > 0 {
		curve.Series = append(curve.Series, start)
	}
	return curve
}

// values draws the error of the equity on each benchmark; it draws nothing if there are
// none.
func values(points []iterate.Point, axis Axis) chart.Curve {
	curve := chart.Curve{Title: "Candidates", XLabel: axis.Label, YLabel: "error of the equity, root mean square, mEq"}
	for k, v := range points[0].Values {
		series := chart.Series{Name: filepath.Base(v.File)}
		for i := range points {
			series.X = append(series.X, axis.At[i])
			series.Y = append(series.Y, points[i].Values[k].Equity)
		}
		curve.Series = append(curve.Series, series)
	}
	return curve
}

// classes are the classes that nets evaluate.
var classes = []engine.Class{engine.Race, engine.Crashed, engine.Contact}

// Classes draws the error of the equity on held-out labels, by class.
func Classes(points []iterate.Point, axis Axis) chart.Curve {
	curve := chart.Curve{Title: "Candidates", XLabel: axis.Label, YLabel: "error of the equity on held-out labels, root mean square, mEq"}
	for _, class := range classes {
		series := chart.Series{Name: class.String()}
		for i := range points {
			if e := heldOut(&points[i], class); e != nil {
				series.X, series.Y = append(series.X, axis.At[i]), append(series.Y, *e)
			}
		}
		if len(series.X) > 0 {
			curve.Series = append(curve.Series, series)
		}
	}
	return curve
}

// heldOut returns the error of the net for the class, nil if no net was trained or no
// position of the class was held out.
func heldOut(p *iterate.Point, class engine.Class) *float64 {
	for i := range p.Nets {
		if e := p.Nets[i].Of(class); e != nil {
			return e
		}
	}
	return nil
}
