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

// Text returns a table: for each kind of question and each class what a player
// gives away at each, in thousandths of a point, with half the interval of 95 %,
// the shares of answers that are wrong, and clearly so, and by how much more than
// the first player each other one gives away; a ~ there says that the interval
// holds 0.
func (r *Report) Text() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for i, q := range r.questions() {
		if i > 0 {
			fmt.Fprintln(w, "\t\t\t\t\t")
		}
		fmt.Fprintf(w, "%s\tquestions\tmEq each\twrong\tclearly\t%s\t\n", q.heading(), r.against())
		for k := range r.Players {
			r.row(w, k, q)
		}
	}
	w.Flush()
	return b.String()
}

// against heads the last column.
func (r *Report) against() string {
	if len(r.Players) < 2 {
		return ""
	}
	return "than the first"
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

func (r *Report) row(w *tabwriter.Writer, k int, q question) {
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
		fmt.Fprintf(w, "%s\t%d\t%.1f ± %s\t%.1f %%\t%.1f %%\t%s\t\n", p.Name, rate.Loss.N, 1000*rate.Loss.Center,
			margin(&rate.Loss), 100*float64(rate.Wrong)/n, 100*float64(rate.Clearly)/n, more)
		return
	}
	fmt.Fprintf(w, "%s\t0\t\t\t\t\t\n", p.Name)
}

// margin spells half an interval in thousandths.
func margin(s *stats.Summary) string {
	if math.IsInf(s.Margin(), 1) {
		return "?"
	}
	return fmt.Sprintf("%.1f", 1000*s.Margin())
}
