package report

import (
	"math"
	"path/filepath"

	"gammonlab/engine"
	"gammonlab/internal/chart"
	"gammonlab/supervised/iterate"
)

// Axis says where generations stand in a chart.
type Axis struct {
	Label string
	At    []float64 // of each generation, from number 0
}

// byGeneration returns the axis of the numbers of the generations.
func byGeneration(points []iterate.Point) Axis {
	axis := Axis{Label: "generation"}
	for _, p := range points {
		axis.At = append(axis.At, float64(p.Generation))
	}
	return axis
}

// byCoreHours returns the axis of the processor time that all steps took up to the
// end of each generation, in hours of one core, or that of the generations where
// the time is not known.
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

// strength draws points per game against pubeval where that was measured, and else
// what the promoted candidates won, added up.
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

// promotions draws what the promoted candidates won against the best nets before
// them, added up, and what candidates won against the start, if that was measured.
func promotions(points []iterate.Point, axis Axis) chart.Curve {
	best := chart.Series{Name: "best net: what the promoted won against the best before them, added up"}
	start := chart.Series{Name: "candidates: what they won against the start"}
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
		Title: "Strength", XLabel: axis.Label, YLabel: "points per game above the start, with 95% interval",
		Series: []chart.Series{best}, Marks: []chart.HorizontalMark{{Y: 0, Label: "as strong as the start"}},
	}
	if len(start.X) > 0 {
		curve.Series = append(curve.Series, start)
	}
	return curve
}

// values draws the error of the equity on each benchmark, nothing without any.
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

// classes are those that nets are asked about.
var classes = []engine.Class{engine.Race, engine.Crashed, engine.Contact}

// Classes draws the error of the equity on the labels that were held out, by class.
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

// heldOut returns the error of the net that answers for the class, nil if none was
// trained or nothing of the class held out.
func heldOut(p *iterate.Point, class engine.Class) *float64 {
	for i := range p.Nets {
		if e := p.Nets[i].Of(class); e != nil {
			return e
		}
	}
	return nil
}
