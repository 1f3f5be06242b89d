package positions

import (
	"fmt"
	"math"
	"strings"
	"text/tabwriter"

	"gammonlab/evalbench/stats"
)

// Report is how players have answered the same decisions.
type Report struct {
	Players []Answers `json:"players"`
}

// Answers are those of a player.
type Answers struct {
	Name   string
	Judged []Judged
}

// Table is how questions of a kind, or a class of it, were answered: a row for each
// player.
type Table struct {
	Heading string     // of the players' names, such as "checker play, race"
	Columns []string   // of the other cells
	Rows    [][]string // the name first
}

// Tables returns for each kind of question and each class what a player gives away
// at each, in thousandths of a point, with half the interval of 95 %, the shares of
// answers that are wrong, and clearly so, and, of several players, by how much more
// than the first each other one gives away; a ~ there says that the interval holds
// 0.
func (r *Report) Tables() []Table {
	var list []Table
	for _, q := range r.questions() {
		t := Table{Heading: q.heading(), Columns: []string{"questions", "mEq each", "wrong", "clearly"}}
		if len(r.Players) > 1 {
			t.Columns = append(t.Columns, "than the first")
		}
		for k := range r.Players {
			t.Rows = append(t.Rows, r.row(k, q)[:1+len(t.Columns)])
		}
		list = append(list, t)
	}
	return list
}

// Text returns the tables as one.
func (r *Report) Text() string {
	const columns = 6
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	line := func(cells ...string) {
		fmt.Fprintln(w, strings.Join(cells, "\t")+strings.Repeat("\t", columns-len(cells)+1))
	}
	for i, t := range r.Tables() {
		if i > 0 {
			fmt.Fprintln(w, "\t\t\t\t\t")
		}
		line(append([]string{t.Heading}, t.Columns...)...)
		for _, row := range t.Rows {
			line(row...)
		}
	}
	w.Flush()
	return b.String()
}

// question is a part of the table.
type question struct {
	kind  Kind
	class string
}

// headings are what the kinds are called.
var headings = map[Kind]string{Play: "checker play", Double: "doubling", Take: "taking"}

func (q question) heading() string {
	if q.class == "" {
		return headings[q.kind]
	}
	return headings[q.kind] + ", " + q.class
}

// questions lists what anybody was asked: all of a kind, then by class if there
// are several.
func (r *Report) questions() []question {
	seen := map[question]bool{}
	for k := range r.Players {
		for _, rate := range Rates(r.Players[k].Judged) {
			seen[question{rate.Kind, rate.Class}] = true
		}
	}
	var list []question
	for _, kind := range []Kind{Play, Double, Take} {
		var in []question
		for _, class := range classes {
			if q := (question{kind, class.String()}); seen[q] {
				in = append(in, q)
			}
		}
		if len(in) > 0 {
			list = append(list, question{kind: kind})
		}
		if len(in) > 1 {
			list = append(list, in...)
		}
	}
	return list
}

// row returns the cells of a player.
func (r *Report) row(k int, q question) []string {
	p := &r.Players[k]
	for _, rate := range Rates(p.Judged) {
		if rate.Kind != q.kind || rate.Class != q.class {
			continue
		}
		n := float64(rate.Loss.N)
		more := ""
		if k > 0 {
			d := Difference(r.Players[0].Judged, p.Judged, q.kind, q.class)
			more = fmt.Sprintf("%+.1f ± %s", 1000*d.Center, margin(&d))
			if d.Contains(0) {
				more += " ~"
			}
		}
		return []string{
			p.Name, fmt.Sprint(rate.Loss.N), fmt.Sprintf("%.1f ± %s", 1000*rate.Loss.Center, margin(&rate.Loss)),
			fmt.Sprintf("%.1f %%", 100*float64(rate.Wrong)/n), fmt.Sprintf("%.1f %%", 100*float64(rate.Clearly)/n), more,
		}
	}
	return []string{p.Name, "0", "", "", "", ""}
}

// margin spells half an interval in thousandths.
func margin(s *stats.Summary) string {
	if math.IsInf(s.Margin(), 1) {
		return "?"
	}
	return fmt.Sprintf("%.1f", 1000*s.Margin())
}
