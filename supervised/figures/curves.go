// Package figures draws the learning curves of runs of package supervised.
package figures

import (
	"fmt"

	"gammonlab/internal/chart"
	"gammonlab/nets"
	"gammonlab/supervised"
)

// LearningCurves writes the learning curves of a run into its folder, as PNG and SVG, and
// returns the files: the losses, and the error of the equity, over epochs. A mark shows the
// epoch of each net that the model has, that of the lowest validation loss.
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
		if kept := keptOf(points, s.Part); kept != nil {
			name := fmt.Sprintf("%skept: epoch %d", of, kept.Epoch)
			for i, value := range []float64{kept.ValidationLoss, kept.Equity} {
				curves[i].curve.Series = append(curves[i].curve.Series,
					chart.Series{Name: name, X: []float64{float64(kept.Epoch)}, Y: []float64{value}, Rings: true})
			}
		}
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

// keptOf returns the point of the net with the lowest validation loss, the first of equal
// ones; nil if there is none.
func keptOf(points []supervised.Point, part nets.Part) (kept *supervised.Point) {
	for i := range points {
		if p := &points[i]; p.Part == part && (kept == nil || p.ValidationLoss < kept.ValidationLoss) {
			kept = p
		}
	}
	return kept
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
