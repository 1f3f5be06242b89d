package report

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gammonlab/internal/chart"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/supervised/iterate"
)

// Run is the data of a run's page.
type Run struct {
	Config  iterate.Config
	Points  []iterate.Point // points of the completed generations, with number 0 first
	Timings []iterate.Timing
}

// Write writes the page of a run. At least number 0 must be done.
func Write(w io.Writer, r *Run) error {
	settings, err := json.MarshalIndent(&r.Config, "", "  ")
	if err != nil {
		return err
	}
	d := htmlpage.Document{
		Title:    "Nets from " + r.Config.Start,
		Subtitle: fmt.Sprintf("%d of %d generations, %s", len(r.Points)-1, r.Config.Generations, hoursText(r.hours())),
		Verdict:  htmlpage.Verdict{Headline: r.headline()},
		Figures:  r.figures(), Tables: r.tables(), Config: string(settings),
	}
	return d.Write(w)
}

// hours returns the processor time of the run, in hours.
func (r *Run) hours() float64 {
	sum := 0.0
	for i := range r.Timings {
		sum += r.Timings[i].CPU
	}
	return sum / 3600
}

func hoursText(hours float64) string {
	if hours == 0 {
		return "processor time unknown"
	}
	return fmt.Sprintf("%.3g core-hours", hours)
}

// headline returns a sentence about the best net and its scores.
func (r *Run) headline() string {
	best := &r.Points[0]
	for i := range r.Points {
		if r.Points[i].Promoted {
			best = &r.Points[i]
		}
	}
	if best.Generation == 0 {
		return "The best net is the initial model: no candidate has been promoted yet."
	}
	text := fmt.Sprintf("The best net is the candidate of generation %d", best.Generation)
	for _, s := range []struct {
		against string
		score   *iterate.Score
	}{{"the previous best net", best.Match}, {"the initial model", best.Start}, {"pubeval", best.Pubeval}} {
		if s.score != nil {
			text += fmt.Sprintf(", %s mEq a game against %s", scoreText(s.score), s.against)
		}
	}
	return text + "."
}

// scoreText formats a score in mEq with its 95% interval, "" for none.
func scoreText(s *iterate.Score) string {
	if s == nil {
		return ""
	}
	e := s.Result()
	return fmt.Sprintf("%+.1f ± %.1f", 1000*e.PPG, 1000*e.Margin())
}

// figures draws the charts, over core-hours where they are known.
func (r *Run) figures() []htmlpage.Figure {
	axis := byCoreHours(r.Points, r.Timings)
	over := ", over " + axis.Label + "."
	var list []htmlpage.Figure
	for _, f := range []struct {
		title, caption string
		is             bool
		curve          func([]iterate.Point, Axis) chart.Curve
	}{
		{"Strength", "Points per game above the initial model, with the 95 % interval" + over, true, promotions},
		{"Strength against pubeval", "Points per game of each candidate, with the 95 % interval" + over, r.Points[0].Pubeval != nil, pubeval},
		{"Errors on benchmarks", "Root mean square error of the equity of each candidate, mEq" + over, len(r.Points[0].Values) > 0, values},
		{"Errors by class", "Root mean square error of the equity of each candidate on labels that were held out, mEq" + over +
			" Each generation's labels come from its own best net.", len(r.Points) > 1, Classes},
	} {
		if f.is {
			list = append(list, htmlpage.Figure{Title: f.title, Caption: f.caption, Picture: f.curve(r.Points, axis)})
		}
	}
	return list
}

// tables returns the tables of the page.
func (r *Run) tables() []plaintext.Table {
	list := []plaintext.Table{r.scores()}
	if len(r.Points) > 1 {
		list = append(list, r.candidates())
	}
	if len(r.Points[0].Values) > 0 {
		list = append(list, r.values())
	}
	if len(r.Points) > 1 {
		list = append(list, r.heldOut())
	}
	return append(list, r.times())
}

// scores returns the table of the scores of each candidate.
func (r *Run) scores() plaintext.Table {
	t := plaintext.Table{Title: "Strength of the candidates, mEq a game", Head: []string{
		"", "against the best net", "against the initial model", "against pubeval", "promoted", "core-hours",
	}}
	for i := range r.Points {
		p := &r.Points[i]
		promoted := map[bool]string{true: "yes", false: "no"}[p.Promoted]
		if p.Generation == 0 {
			promoted = "start"
		}
		t.Rows = append(t.Rows, []string{
			fmt.Sprint(p.Generation), scoreText(p.Match), scoreText(p.Start), scoreText(p.Pubeval), promoted,
			fmt.Sprintf("%.3g", coreHours(p.Generation, r.Timings)),
		})
	}
	return t
}

// candidates returns the table of the candidates' training data and nets.
func (r *Run) candidates() plaintext.Table {
	t := plaintext.Table{Title: "Candidates", Head: []string{"", "games", "positions", "trained on", "change of labels from 0 plies, mEq", "nets"}}
	for i := range r.Points[1:] {
		p := &r.Points[i+1]
		var layers []string
		for _, n := range p.Nets {
			layers = append(layers, fmt.Sprintf("%s %s", n.Part, n.Layers))
		}
		t.Rows = append(t.Rows, []string{
			fmt.Sprint(p.Generation), fmt.Sprint(p.Games), fmt.Sprint(p.Positions), fmt.Sprint(p.Rows),
			fmt.Sprintf("%.1f", p.LabelChange), strings.Join(layers, ", "),
		})
	}
	return t
}

// errorText formats an error, "" for none.
func errorText(e *float64) string {
	if e == nil {
		return ""
	}
	return fmt.Sprintf("%.1f", *e)
}

// values returns the table of errors on benchmarks.
func (r *Run) values() plaintext.Table {
	t := plaintext.Table{Title: "Root mean square errors of the equity on benchmarks, mEq", Head: []string{""}}
	for _, v := range r.Points[0].Values {
		t.Head = append(t.Head, filepath.Base(v.File), "bias")
		for _, class := range classes {
			t.Head = append(t.Head, class.String())
		}
	}
	for i := range r.Points {
		row := []string{fmt.Sprint(r.Points[i].Generation)}
		for k := range r.Points[i].Values {
			v := &r.Points[i].Values[k]
			row = append(row, errorText(&v.Equity), fmt.Sprintf("%+.1f", v.Bias))
			for _, class := range classes {
				row = append(row, errorText(v.Of(class)))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// heldOut returns the table of errors on held-out labels.
func (r *Run) heldOut() plaintext.Table {
	t := plaintext.Table{Title: "Root mean square errors of the equity on held-out labels, mEq", Head: []string{""}}
	for _, class := range classes {
		t.Head = append(t.Head, class.String())
	}
	for i := range r.Points[1:] {
		p := &r.Points[i+1]
		row := []string{fmt.Sprint(p.Generation)}
		for _, class := range classes {
			row = append(row, errorText(heldOut(p, class)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// times returns the table of the times of the steps, over all generations.
func (r *Run) times() plaintext.Table {
	t := plaintext.Table{Title: "Time by step, all generations together", Head: []string{"", "core-hours", "hours"}}
	var order []iterate.Step
	sums := map[iterate.Step]*iterate.Timing{}
	for _, timing := range r.Timings {
		if sums[timing.Step] == nil {
			sums[timing.Step] = new(iterate.Timing)
			order = append(order, timing.Step)
		}
		sums[timing.Step].CPU += timing.CPU
		sums[timing.Step].Wall += timing.Wall
	}
	for _, step := range order {
		t.Rows = append(t.Rows, []string{string(step), fmt.Sprintf("%.3g", sums[step].CPU/3600), fmt.Sprintf("%.3g", sums[step].Wall/3600)})
	}
	return t
}
