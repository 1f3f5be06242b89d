package recipe

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/chart"
	"gammonlab/internal/evalbench/runs"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/nearest"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/recipe"
)

func reportCommand(of Program) *cli.Command {
	return &cli.Command{
		Name:      "report",
		Usage:     "show the results of a recipe",
		ArgsUsage: fileArgument,
		Description: `Prints the results of the finished steps of a recipe, with 95 % intervals where they are known; of a
sweep a table with a line for each point. A result has the name of its step and the name that the
command's --json gives it, such as strength.ppg. --html writes a page with charts: the results of
all points, and the losses of their trainings.

Example:
   gammonlab recipe report sweep.yaml --out runs --sort strength.ppg --html sweep.html`,
		Flags: []cli.Flag{
			outFlag(true),
			&cli.StringSliceFlag{Name: "column", Usage: "show `RESULT`, such as strength.ppg; may be repeated", DefaultText: "the main results"},
			&cli.StringFlag{Name: "sort", Usage: "sort the points by `RESULT`, the highest first; with - before it the lowest", DefaultText: "the order of the recipe"},
			&cli.StringFlag{Name: "html", Usage: "write a page to `FILE`"},
			cliutil.JSONFlag(summary{}),
		},
		Action: func(c *cli.Context) error { return reportRecipe(c, of) },
	}
}

// reportRecipe runs the command.
func reportRecipe(c *cli.Context, of Program) error {
	if err := cliutil.Require(c, "out"); err != nil {
		return err
	}
	r, store, err := open(c, of)
	if err != nil {
		return err
	}
	p, err := plan(c, r, store)
	if err != nil {
		return err
	}
	s, err := summarize(r, store, p)
	if err != nil {
		return err
	}
	if err := s.arrange(c.StringSlice("column"), c.String("sort")); err != nil {
		return err
	}
	if path := c.String("html"); path != "" {
		text, err := os.ReadFile(r.File)
		if err != nil {
			return err
		}
		page, err := s.page(string(text))
		if err != nil {
			return err
		}
		if err := atomicfile.Write(path, page.Write); err != nil {
			return err
		}
	}
	return cliutil.PrintResult(c, s)
}

// arrange selects the columns, none for all, and sorts the points by a result.
func (s *summary) arrange(columns []string, by string) error {
	by, lowest := strings.CutPrefix(by, "-")
	for _, name := range append(columns, by) {
		var known []string
		for _, p := range s.Points {
			for result := range p.Results {
				known = append(known, result)
			}
		}
		if name != "" && !slices.Contains(known, name) {
			return cliutil.Usagef("no finished step has the result %s%s", name, nearest.Question(name, known))
		}
	}
	if columns != nil {
		s.Columns = columns
	}
	if by == "" {
		return nil
	}
	value := func(p point) float64 {
		x, ok := p.Results[by]
		switch {
		case !ok:
			return math.Inf(1) // last
		case lowest:
			return x
		}
		return -x
	}
	slices.SortStableFunc(s.Points, func(a, b point) int { return cmp.Compare(value(a), value(b)) })
	return nil
}

// page returns the page of the results; text is the recipe.
func (s *summary) page(text string) (*htmlpage.Document, error) {
	d := &htmlpage.Document{
		Title: "Recipe " + s.Recipe, Config: text,
		Subtitle: fmt.Sprintf("%s, %s", plaintext.Counted(len(s.Points), "point", "points"), plaintext.Counted(len(s.Steps), "finished step", "finished steps")),
		Verdict:  htmlpage.Verdict{Headline: s.headline()},
	}
	if len(s.Points) > 1 {
		table := s.table()
		table.Title = "Results, with 95 % intervals where they are known"
		d.Tables = append(d.Tables, *table)
	}
	for _, name := range s.Columns {
		if figure, ok := s.figure(name); ok {
			d.Figures = append(d.Figures, figure)
		}
	}
	curves, err := s.curves()
	if err != nil {
		return nil, err
	}
	d.Figures = slices.Concat(d.Figures, curves, s.Tune.figures())
	steps := plaintext.Table{Title: "Finished steps", Left: []int{0, 1, 2}, Head: []string{"step", "folder", "digest of the net"}}
	for _, of := range s.Steps {
		steps.Add(of.Step, of.Folder, plaintext.Cut(of.Model, shownDigest))
	}
	d.Tables = append(d.Tables, steps)
	return d, nil
}

// shownDigest is the number of digits of a digest on pages and in trees.
const shownDigest = 12

// headline says which point is the best.
func (s *summary) headline() string {
	for _, p := range s.Points {
		if p.Best {
			return fmt.Sprintf("The best point is %s: %s %s.", p.label, s.Columns[0], recipe.Shown(p.Results, s.Columns[0]))
		}
	}
	return ""
}

// figure returns a chart of a result of all points.
func (s *summary) figure(name string) (htmlpage.Figure, bool) {
	bars := chart.Bars{Title: name, XLabel: name, Series: []string{name}}
	var section chart.Section
	for _, p := range s.Points {
		if value, ok := p.Results[name]; ok {
			row := chart.Row{Name: cmp.Or(p.label, s.Recipe), Values: []float64{value}}
			if low, ok := p.Results[name+"_low"]; ok {
				row.Margins = []float64{value - low}
			}
			section.Rows = append(section.Rows, row)
		}
	}
	bars.Sections = []chart.Section{section}
	const most = 100 // longer charts show nothing
	return htmlpage.Figure{Title: name, Picture: bars}, len(s.Points) > 1 && len(section.Rows) > 0 && len(section.Rows) <= most
}

// mostCurves is the number of lines that a chart can show.
const mostCurves = 12

// curves returns charts of the losses of the trainings, each with a line for each.
func (s *summary) curves() ([]htmlpage.Figure, error) {
	byKind := map[runs.Kind][]*runs.Run{}
	for _, of := range s.Steps {
		if _, err := os.Stat(filepath.Join(of.Folder, "run", "metrics.jsonl")); err != nil {
			continue
		}
		r, err := runs.Open(filepath.Join(of.Folder, "run"))
		if err != nil {
			return nil, err
		}
		r.Name = strings.TrimSpace(of.Step + " " + of.point)
		if len(byKind[r.Kind]) < mostCurves {
			byKind[r.Kind] = append(byKind[r.Kind], r)
		}
	}
	var figures []htmlpage.Figure
	for _, kind := range []runs.Kind{runs.TD, runs.Supervised} {
		of := byKind[kind]
		if len(of) == 0 {
			continue
		}
		var measured []string
		for _, q := range runs.Quantities(of) {
			if slices.Contains([]string{"validation_loss", "equity_rmse", runs.PubevalPPG}, q.Name) {
				measured = append(measured, q.Name)
			}
		}
		if measured == nil {
			continue
		}
		charts, err := runs.Charts(of, runs.ChartOptions{Quantities: measured})
		if err != nil {
			return nil, err
		}
		for i := range charts {
			figures = append(figures, htmlpage.Figure{Title: charts[i].Title, Caption: charts[i].YLabel, Picture: charts[i].Curve})
		}
	}
	return figures, nil
}
