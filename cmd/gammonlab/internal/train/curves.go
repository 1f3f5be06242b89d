package train

import (
	"fmt"
	"io"
	"path/filepath"

	"gammonlab/internal/chart"
	"gammonlab/nets"
	"gammonlab/supervised"
)

// plotSupervised writes the learning curves of a run: the losses, and the error
// of the equity, over epochs.
func plotSupervised(out io.Writer, folder *supervised.Folder) error {
	points, err := folder.Metrics()
	if err != nil {
		return err
	}
	cfg := folder.Config()
	curves := []struct {
		name  string
		curve chart.Curve
	}{
		{"learning-curve", chart.Curve{YLabel: fmt.Sprintf("%s, mean of a position, logarithmic", cfg.Loss), LogY: true}},
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
	for _, c := range curves {
		c.curve.Title = fmt.Sprintf("%s, rate %v", shapeWords(cfg.Nets), cfg.Rate)
		c.curve.XLabel = "epochs"
		for _, ext := range []string{".png", ".svg"} {
			path := filepath.Join(folder.Dir(), c.name+ext)
			if err := c.curve.Write(path); err != nil {
				return err
			}
			fmt.Fprintf(out, "curve: %s\n", path)
		}
	}
	return nil
}

// seriesOf returns a figure of a net over the epochs.
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
