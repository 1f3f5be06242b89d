package recipe

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gammonlab/evalbench/runs"
	"gammonlab/internal/chart"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
	"gammonlab/recipe"
)

// page returns the page of the results; text is the recipe.
func (s *summary) page(text string) (*htmlpage.Document, error) {
	d := &htmlpage.Document{
		Title: "Recipe " + s.Recipe, Config: text,
		Subtitle: fmt.Sprintf("%s, %s", plaintext.Counted(len(s.Points), "point", "points"), plaintext.Counted(len(s.Steps), "finished step", "finished steps")) + " · " + strings.TrimSpace(s.Effort.Text()),
		Verdict:  htmlpage.Verdict{Headline: s.headline()}, Problems: s.Notices,
	}
	if len(s.Points) > 1 {
		table := s.table()
		table.Title = "Results, with 95 % intervals where they are known"
		d.Tables = append(d.Tables, *table)
	}
	if s.Answer != nil && len(s.Answer.Effects) > 0 {
		d.Tables = append(d.Tables, s.Answer.table())
		if figure, ok := s.Answer.figure(); ok {
			d.Figures = append(d.Figures, figure)
		}
	}
	if figure, ok := s.parallel(); ok {
		d.Figures = append(d.Figures, figure)
	}
	for _, of := range s.shown {
		if strings.HasSuffix(of.name, ".epoch") {
			continue
		}
		for _, setting := range s.Settings {
			if figure, ok := s.over(setting, of); ok && of.name != recipe.CoreHours {
				d.Figures = append(d.Figures, figure)
			}
		}
		if figure, ok := s.figure(of); ok {
			d.Figures = append(d.Figures, figure)
		}
	}
	curves, unread, err := s.curves()
	if err != nil {
		return nil, err
	}
	d.Problems = slices.Concat(d.Problems, unread)
	d.Figures = slices.Concat(d.Figures, curves, s.Tune.figures())
	steps := plaintext.Table{Title: "Finished steps", Left: []int{0, 1, 2, 3}, Head: []string{"step", "point", "folder", "digest of the net"}}
	for _, of := range s.Steps {
		steps.Add(of.Step, of.point, of.Folder, plaintext.Cut(of.Model, shownDigest))
	}
	d.Tables = append(d.Tables, steps)
	return d, nil
}

// shownDigest is the number of digits of a digest on pages and in trees.
const shownDigest = 12

// headline says which settings make a difference, or which point is the best.
func (s *summary) headline() string {
	switch {
	case s.Winner != "":
		return s.Winner
	case s.Answer != nil:
		return s.Answer.Text
	}
	if alone := s.alone(); alone != "" {
		return alone
	}
	for _, p := range s.Points {
		if p.Best {
			return strings.TrimSpace(fmt.Sprintf("The best point is %s: %s %s %s", p.label, s.shown[0].called, s.shown[0].shown(p.Results), s.shown[0].unit)) + "."
		}
	}
	return ""
}

// figure returns a chart of a result of all groups.
func (s *summary) figure(of column) (htmlpage.Figure, bool) {
	bars := chart.Bars{Title: of.called, XLabel: of.head(), Series: []string{of.called}}
	factor := of.unit.Factor()
	var section chart.Section
	for _, p := range s.rows() {
		if value, ok := p.Results[of.name]; ok {
			var values []string
			for _, setting := range s.Settings {
				if value, ok := p.Values[setting]; ok {
					values = append(values, value)
				}
			}
			row := chart.Row{Name: strings.Join(values, ", "), Values: []float64{value * factor}}
			if p.Ended != "" {
				row.Name += " (ended)"
			}
			if low, ok := p.Results[of.name+"_low"]; ok {
				row.Margins = []float64{(value - low) * factor}
			}
			section.Rows = append(section.Rows, row)
		}
	}
	bars.Sections = []chart.Section{section}
	return htmlpage.Figure{Title: of.called, Caption: strings.Join(s.Settings, ", "), Picture: bars}, len(s.Groups) > 1 && len(section.Rows) > 0 && len(section.Rows) <= mostRows
}

// mostRows is the number of bars that a chart can show.
const mostRows = 100

// over returns a chart of a result over the numbers of a setting, with a line for each
// combination of the other settings. Points that have ended are not comparable.
func (s *summary) over(setting string, result column) (htmlpage.Figure, bool) {
	factor := result.unit.Factor()
	lines := map[string]*chart.Series{}
	all := map[float64]bool{}
	var names []string
	for _, p := range s.rows() {
		x, ok := numberIn(p.Values[setting])
		y, has := p.Results[result.name]
		if !ok || setting == "seed" {
			return htmlpage.Figure{}, false
		}
		if !has || p.Ended != "" {
			continue
		}
		name := strings.TrimSpace(strings.Replace(" "+p.label+" ", " "+setting+"="+p.Values[setting]+" ", " ", 1))
		if lines[name] == nil {
			lines[name] = &chart.Series{Name: name}
			names = append(names, name)
		}
		of := lines[name]
		at, _ := slices.BinarySearch(of.X, x)
		of.X, of.Y = slices.Insert(of.X, at, x), slices.Insert(of.Y, at, y*factor)
		if low, ok := p.Results[result.name+"_low"]; ok {
			of.Lo, of.Hi = slices.Insert(of.Lo, at, low*factor), slices.Insert(of.Hi, at, p.Results[result.name+"_high"]*factor)
		}
		all[x] = true
	}
	c := chart.Curve{Title: result.called, XLabel: setting, YLabel: result.head(), LogX: true}
	for _, name := range names {
		c.Series = append(c.Series, *lines[name])
	}
	return htmlpage.Figure{Title: result.called + " over " + setting, Caption: result.unit.String(), Picture: c}, len(all) > 1 && len(names) <= mostCurves
}

// numberIn returns the number that a value is, or the first one after a colon.
func numberIn(value string) (float64, bool) {
	if _, after, ok := strings.Cut(value, ":"); ok {
		value, _, _ = strings.Cut(after, ":")
	}
	x, err := strconv.ParseFloat(value, 64)
	return x, err == nil
}

// mostCurves is the number of lines that a chart can show.
const mostCurves = 12

// curves returns charts of the losses of the last trainings, with a line for each, and the errors of
// those that cannot be read, such as runs of another version.
func (s *summary) curves() (figures []htmlpage.Figure, unread []string, err error) {
	byKind := map[runs.Kind][]*runs.Run{}
	for _, of := range slices.Backward(s.Steps) {
		if _, err := os.Stat(filepath.Join(of.Folder, "run", "metrics.jsonl")); err != nil {
			continue
		}
		r, err := runs.Open(filepath.Join(of.Folder, "run"))
		if err != nil {
			unread = append(unread, "A curve is missing: "+err.Error())
			continue
		}
		r.Name = cmp.Or(of.point, of.Step)
		if len(byKind[r.Kind]) < mostCurves {
			byKind[r.Kind] = append(byKind[r.Kind], r)
		}
	}
	for _, kind := range []runs.Kind{runs.TD, runs.Supervised} {
		of := runs.Labelled(byKind[kind])
		slices.Reverse(of)
		if len(of) == 0 {
			continue
		}
		var measured []string
		for _, q := range runs.Quantities(of) {
			if slices.Contains([]string{"validation_loss", "equity_rmse", runs.Strength}, q.Name) {
				measured = append(measured, q.Name)
			}
		}
		if measured == nil {
			continue
		}
		charts, err := runs.Charts(of, runs.ChartOptions{Quantities: measured})
		if err != nil {
			return nil, nil, err
		}
		for i := range charts {
			figures = append(figures, htmlpage.Figure{Title: charts[i].Title, Caption: charts[i].YLabel, Picture: charts[i].Curve})
		}
	}
	return figures, unread, nil
}
