package positions

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gammonlab/internal/chart"
)

// Chart is a chart of players' errors.
type Chart struct {
	Name    string // name of the file, without extension
	Picture interface {
		Write(path string) error
		Element() (string, error)
	}
	Title, Caption string
}

// Charts returns charts of the players' costs by question and class, and of their
// distribution.
func (r *Report) Charts() []Chart {
	bars := classBars(r)
	list := []Chart{{"classes", bars, bars.Title, "Cost per question, in mEq:  " + bars.Measured + "."}}
	curve := func(name, title string, of func(Kind) bool) {
		if c := errorCurve(r, title, of); len(c.Series) > 0 {
			list = append(list, Chart{name, c, c.Title, "Answers that are not the best:  " + c.YLabel + "."})
		}
	}
	curve("plays", "Errors in checker play", func(k Kind) bool { return k == Play })
	curve("cubes", "Errors in doubling and taking", func(k Kind) bool { return k != Play })
	return list
}

// Plot draws the charts into a folder, each as a PNG and an SVG file.
func (r *Report) Plot(dir string) error {
	for _, picture := range r.Charts() {
		if _, err := chart.Save(dir, picture.Name, picture.Picture); err != nil {
			return err
		}
	}
	return nil
}

// classBars draws the mean cost per question, with a bar for each kind, group and player. Groups
// of few questions, of which there are many by kinds and levels, are left out as in tables.
func classBars(r *Report) chart.Bars {
	bars := chart.Bars{
		Title: r.barTitle(), Measured: "mean of the questions, with the 95% interval",
		XLabel: "cost per question, in mEq", Series: []string{"cost"},
	}
	for i := range r.Players {
		for _, rate := range Rates(r.Players[i].Judged) {
			if rate.By != "" && !r.shows(rate.By) || !r.All && rate.Loss.N < FewQuestions && (rate.By == ByKind || rate.By == ByLevel) {
				continue
			}
			name := rate.Heading()
			at := slices.IndexFunc(bars.Sections, func(s chart.Section) bool { return s.Name == name })
			if at < 0 {
				at, bars.Sections = len(bars.Sections), append(bars.Sections, chart.Section{Name: name})
			}
			row := chart.Row{
				Name:   fmt.Sprintf("%s, %d", r.Players[i].Name, rate.Loss.N),
				Values: []float64{1000 * rate.Loss.Center},
			}
			if margin := rate.Loss.Margin(); !math.IsInf(margin, 1) {
				row.Margins = []float64{1000 * margin}
			}
			bars.Sections[at].Rows = append(bars.Sections[at].Rows, row)
		}
	}
	return bars
}

// barTitle names the groups that have bars.
func (r *Report) barTitle() string {
	names := map[By]string{ByClass: "class of position", ByKind: "kind of position", ByRules: "rules", ByLevel: "level of analysis"}
	words := []string{"question"}
	for _, g := range groupings {
		if r.shows(g.by) {
			words = append(words, names[g.by])
		}
	}
	return "Errors by " + strings.Join(words, ", ")
}

// lossBars is the number of bars of a histogram of costs.
const lossBars = 20

// errorCurve draws a histogram of the costs of wrong answers, for each player that
// answered questions of the selected kinds. Answers without cost are left out: their bar
// would be far above the others.
func errorCurve(r *Report, title string, of func(Kind) bool) chart.Curve {
	losses := make([][]float64, len(r.Players))
	var all []float64
	for i := range r.Players {
		for _, j := range r.Players[i].Judged {
			if !of(j.Kind) {
				continue
			}
			losses[i] = append(losses[i], j.Loss)
			if j.Loss > 0 {
				all = append(all, j.Loss)
			}
		}
	}
	width := barWidth(all)
	curve := chart.Curve{
		Title:  title,
		XLabel: "given away by the others, in mEq; last: all above",
		YLabel: fmt.Sprintf("share of all questions, in each %g mEq", 1000*width),
	}
	for i := range losses {
		if len(losses[i]) > 0 {
			curve.Series = append(curve.Series, lossSteps(r.Players[i].Name, losses[i], width))
		}
	}
	return curve
}

// barWidth returns the range of costs that one bar covers: a round number of mEq, such
// that the bars cover all but the few largest costs.
func barWidth(losses []float64) float64 {
	slices.SortFunc(losses, cmp.Compare[float64])
	most := 0.0
	if n := len(losses); n > 0 {
		most = losses[(n-1)*98/100]
	}
	for unit := 0.001; ; unit *= 10 {
		for _, width := range []float64{unit, 2 * unit, 5 * unit} {
			if width*(lossBars-1) >= most {
				return width
			}
		}
	}
}

// lossSteps is the histogram of a player's costs; the share of answers without cost is in
// its name.
func lossSteps(name string, losses []float64, width float64) chart.Series {
	edges, shares := make([]float64, lossBars+1), make([]float64, lossBars)
	for i := range edges {
		edges[i] = 1000 * width * float64(i)
	}
	free := 0
	for _, loss := range losses {
		if loss <= 0 {
			free++
			continue
		}
		shares[int(min(loss/width, lossBars-1))] += 1 / float64(len(losses))
	}
	return chart.Steps(fmt.Sprintf("%s, %.1f %% cost nothing", name, 100*float64(free)/float64(len(losses))), edges, shares)
}
