package report

import (
	"fmt"
	"os"
	"path/filepath"

	"gammonlab/datasets/upkeep"
	"gammonlab/internal/chart"
)

// Plot draws the distributions of equities and of their errors by class into a
// folder.
func (i *Info) Plot(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	equity := chart.Curve{
		Title:  "Equities in " + filepath.Base(i.File),
		XLabel: "cubeless equity of the player on roll, in points",
		YLabel: "share of the labels of a class per tenth of a point",
	}
	spread := chart.Curve{
		Title:  "Standard errors of labels in " + filepath.Base(i.File),
		XLabel: "standard error of the equity, in mEq",
		YLabel: "share of the labels of a class with known errors, per bar",
	}
	for _, k := range i.Classes {
		if k.equity.N > 0 {
			equity.Series = append(equity.Series, equitySteps(k.Class, &k.equity))
		}
	}
	widest := i.widestError()
	for _, k := range i.Classes {
		if k.errors.N > 0 {
			spread.Series = append(spread.Series, errorSteps(k.Class, &k.errors, widest))
		}
	}
	for name, curve := range map[string]chart.Curve{"equity.png": equity, "error.png": spread} {
		if len(curve.Series) == 0 {
			continue
		}
		if err := curve.Write(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}

// widestError is the end of the axis of errors; only few errors are larger.
func (i *Info) widestError() float64 {
	var all upkeep.Distribution
	for _, k := range i.Classes {
		all.Merge(&k.errors)
	}
	return max(1.2*all.Quantile(0.995), 1e-4)
}

// equitySteps returns the histogram of a class's equities.
func equitySteps(class string, h *upkeep.Histogram) chart.Series {
	edges, shares := []float64{h.Edge(0)}, []float64(nil)
	for i, n := range h.Bins {
		edges = append(edges, h.Edge(i+1))
		shares = append(shares, float64(n)/float64(h.N))
	}
	return chart.Steps(fmt.Sprintf("%s, %d", class, h.N), edges, shares)
}

// errorBars is the number of bars of a histogram of errors.
const errorBars = 50

// errorSteps returns the histogram of a class's errors from 0 to widest.
func errorSteps(class string, d *upkeep.Distribution, widest float64) chart.Series {
	edges, shares := []float64{0}, []float64(nil)
	for i := range errorBars {
		lo, hi := widest*float64(i)/errorBars, widest*float64(i+1)/errorBars
		edges = append(edges, 1000*hi)
		shares = append(shares, float64(d.Between(lo, hi))/float64(d.N))
	}
	return chart.Steps(fmt.Sprintf("%s, %d", class, d.N), edges, shares)
}
