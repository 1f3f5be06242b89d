package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/chart"
	"gammonlab/supervised/iterate"
	"gammonlab/supervised/iterate/report"
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
	axis := report.ByGeneration(points)
	curves := map[string]chart.Curve{"strength": report.Strength(points, axis)}
	names := []string{"strength"}
	if len(points[0].Values) > 0 {
		curves["values"] = report.Values(points, axis)
		names = append(names, "values")
	}
	var files []string
	for _, name := range names {
		curve := curves[name]
		for _, ext := range []string{".png", ".svg"} {
			if err := curve.Write(filepath.Join(dir, name+ext)); err != nil {
				return nil, err
			}
			files = append(files, name+ext)
		}
	}
	return files, nil
}

// iteratePage is the page of a run, in its folder.
const iteratePage = "run.html"

// writeIteratePage writes the page of the generations that are done.
func writeIteratePage(folder *iterate.Folder) error {
	run := report.Run{Config: folder.Config()}
	var err error
	if run.Points, err = folder.Points(); err != nil {
		return err
	}
	if run.Timings, err = folder.Timings(); err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(folder.Dir(), iteratePage), func(w io.Writer) error { return report.Write(w, &run) })
}
