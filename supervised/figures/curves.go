// Package figures draws the learning curves of runs of package supervised.
package figures

import (
	"fmt"

	"gammonlab/internal/chart"
	"gammonlab/nets"
	"gammonlab/supervised"
)

// LearningCurves writes the learning curves of a run into its folder, as PNG and SVG, and
// returns the files: the losses, and the error of the equity, over epochs.
func LearningCurves(f *supervised.Folder) ([]string, error) {
	points, err := f.Metrics()
	if err != nil {
		return nil, err
	}
	cfg := f.Config()
	curves := []struct {
		name  string
		curve chart.Curve
	}{
		{"learning-curve", chart.Curve{YLabel: fmt.Sprintf("%s, mean per position, logarithmic", cfg.Loss), LogY: true}},
		{"equity-curve", chart.Curve{YLabel: "error of the equity on the validation positions, root mean square, mEq, logarithmic", LogY: true}},
	}
	for _, s := range cfg.Nets {
		of := ""
		if len(cfg.Nets) > 1 {
			of = string(s.Part) + ", "
		}
		curves[0].curve.Series = append(curves[0].curve.Series,
			seriesOf(points, s.Part, of+"training", func(p *supervised.Point) float64 { return p.TrainingLoss }),
			seriesOf(points, s.Part, of+"validation", func(p *supervised.Point) float64 { return p.ValidationLoss }))
		curves[1].curve.Series = append(curves[1].curve.Series,
			seriesOf(points, s.Part, of+"validation", func(p *supervised.Point) float64 { return p.Equity }))
	}
	var files []string
	for _, c := range curves {
		c.curve.Title = fmt.Sprintf("%s, rate %v", nets.ShapesText(cfg.Nets), cfg.Rate)
		c.curve.XLabel = "epochs"
		of, err := chart.Save(f.Dir(), c.name, c.curve)
		files = append(files, of...)
		if err != nil {
			return files, err
		}
	}
	return files, nil
}

// seriesOf returns a quantity of a net over the epochs.
func seriesOf(points []supervised.Point, part nets.Part, name string, of func(*supervised.Point) float64) chart.Series {
	s := chart.Series{Name: name}
	for i := range points {
		if p := &points[i]; p.Part == part {
			s.X = append(s.X, float64(p.Epoch))
			s.Y = append(s.Y, of(p))
		}
	}
	return s
}
