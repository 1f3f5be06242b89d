package main

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"gammonlab/internal/chart"
	"gammonlab/supervised/iterate"
)

// generationWords tells in a line how a generation went.
func generationWords(p *iterate.Point) string {
	words := []string{fmt.Sprintf("labels %.1f mEq from 0 plies", p.LabelChange)}
	for _, score := range []struct {
		against string
		score   *iterate.Score
	}{{"the best net", p.Match}, {"the start", p.Start}, {"pubeval", p.Pubeval}} {
		if score.score != nil {
			words = append(words, fmt.Sprintf("%s ppg against %s", scoreText(score.score), score.against))
		}
	}
	if p.Promoted {
		return strings.Join(words, ", ") + ": promoted"
	}
	return strings.Join(words, ", ") + ": not promoted"
}

// scoreText spells a score, without luck if that is known, with its 95% interval,
// "-" for none.
func scoreText(s *iterate.Score) string {
	if s == nil {
		return "-"
	}
	r := s.Result()
	return fmt.Sprintf("%+.4f ± %.4f", r.PPG, r.Margin())
}

// printGenerations prints a table of the generations.
func printGenerations(out io.Writer, points []iterate.Point) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "generation\tpositions\ttrained on\tlabel change\tloss\tRMSE\tppg against best\tppg against pubeval\tpromoted\t")
	for _, p := range points {
		var losses, errs []string
		for _, n := range p.Nets {
			losses = append(losses, fmt.Sprintf("%.5f", n.ValidationLoss))
			errs = append(errs, fmt.Sprintf("%.1f", n.Equity))
		}
		columns := []string{fmt.Sprint(p.Generation), "-", "-", "-", "-", "-", scoreText(p.Match), scoreText(p.Pubeval), "start"}
		if p.Generation > 0 {
			copy(columns[1:], []string{
				fmt.Sprint(p.Positions), fmt.Sprint(p.Rows), fmt.Sprintf("%.1f", p.LabelChange),
				strings.Join(losses, "/"), strings.Join(errs, "/"),
			})
			columns[8] = map[bool]string{true: "yes", false: "no"}[p.Promoted]
		}
		fmt.Fprintln(w, strings.Join(columns, "\t")+"\t")
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, "label change: mean difference of the labels from 0 plies, mEq; RMSE: of the equity on validation positions, mEq; ± 95%")
	return err
}

// plotIterate draws strength, and errors on benchmarks if there are any, over the
// generations, and returns the names of the files.
func plotIterate(dir string, points []iterate.Point) ([]string, error) {
	curves := map[string]chart.Curve{"strength": strengthCurve(points)}
	names := []string{"strength"}
	if len(points[0].Values) > 0 {
		curves["values"] = valueCurve(points)
		names = append(names, "values")
	}
	var files []string
	for _, name := range names {
		curve := curves[name]
		curve.XLabel = "generation"
		for _, ext := range []string{".png", ".svg"} {
			if err := curve.Write(filepath.Join(dir, name+ext)); err != nil {
				return nil, err
			}
			files = append(files, name+ext)
		}
	}
	return files, nil
}

// strengthCurve is points per game against pubeval where that was measured, and
// else what the promoted candidates won, added up.
func strengthCurve(points []iterate.Point) chart.Curve {
	series := chart.Series{Name: "mean with its 95% interval"}
	add := func(p *iterate.Point, y, margin float64) {
		series.X = append(series.X, float64(p.Generation))
		series.Y = append(series.Y, y)
		series.Lo, series.Hi = append(series.Lo, y-margin), append(series.Hi, y+margin)
	}
	if points[0].Pubeval != nil {
		for i := range points {
			r := points[i].Pubeval.Result()
			add(&points[i], r.PPG, r.Margin())
		}
		return chart.Curve{
			Title: "Candidates", YLabel: "points per game against pubeval, with 95% interval", Series: []chart.Series{series},
		}
	}
	sum, squares := 0.0, 0.0
	for i := range points {
		if s := points[i].Match; s != nil && points[i].Promoted {
			r := s.Result()
			sum, squares = sum+r.PPG, squares+r.Margin()*r.Margin()
		}
		add(&points[i], sum, math.Sqrt(squares))
	}
	return chart.Curve{
		Title: "Best net", YLabel: "points per game that the promoted won against the best before them, added up",
		Series: []chart.Series{series}, Marks: []chart.HorizontalMark{{Y: 0, Label: "as strong as the start"}},
	}
}

// valueCurve is the error of the equity on each benchmark.
func valueCurve(points []iterate.Point) chart.Curve {
	curve := chart.Curve{Title: "Candidates", YLabel: "error of the equity, root mean square, mEq"}
	for k, v := range points[0].Values {
		series := chart.Series{Name: filepath.Base(v.File)}
		for i := range points {
			series.X = append(series.X, float64(points[i].Generation))
			series.Y = append(series.Y, points[i].Values[k].Equity)
		}
		curve.Series = append(curve.Series, series)
	}
	return curve
}
