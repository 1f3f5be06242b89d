package recipe

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"gammonlab/internal/chart"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/result"
	"gammonlab/recipe"
	"gammonlab/recipe/contrast"
)

// answer says which settings of a sweep are the best.
type answer struct {
	Text    string   `json:"text"`
	Result  string   `json:"result"` // by which the points are compared
	Lowest  bool     `json:"lowest"` // the best is the lowest result
	How     string   `json:"how"`    // paired, unpaired, measured or unknown: where the intervals of differences come from
	Runs    int      `json:"runs"`   // number of all repetitions
	Effects []effect `json:"effects"`

	called string // name of the result for people
	unit   result.Unit
}

// effect is the difference that a setting makes with all others held.
type effect struct {
	Setting string   `json:"setting"`
	Best    string   `json:"best"`  // value with the best mean
	How     string   `json:"how"`   // as that of the answer
	Pairs   int      `json:"pairs"` // number of runs with each value, which differ in nothing else
	Others  []behind `json:"others"`
}

// behind says how much worse than the best another value is.
type behind struct {
	Value string `json:"value"`
	gap
}

// gap is a difference to the best.
type gap struct {
	By     float64  `json:"behind"`        // how much better the best is
	Margin *float64 `json:"behind_margin"` // half the 95 % interval, corrected for the number of comparisons; null if unknown
	Tied   bool     `json:"tied"`          // it cannot be distinguished from the best
}

func gapOf(d contrast.Difference) gap { return gap{d.Value, plaintext.Known(d.Margin), !d.Distinct()} }

// text formats the difference without the name of the unit.
func (g gap) text(unit result.Unit) string {
	margin := math.Inf(1)
	if g.Margin != nil {
		margin = *g.Margin
	}
	return unit.Text(g.By, margin)
}

// answerOf returns the answer of a sweep in words.
func answerOf(a *recipe.Answer) *answer {
	all := &answer{Result: a.By.Name(), Lowest: a.By.Lowest, How: a.How, Runs: a.Runs, Effects: []effect{}, called: a.By.Called(), unit: a.By.Unit}
	for _, of := range a.Effects {
		e := effect{Setting: of.Setting, Best: of.Values[of.Best], How: of.How, Pairs: of.Blocks}
		for i, d := range of.Differences {
			if i != of.Best {
				e.Others = append(e.Others, behind{of.Values[i], gapOf(d)})
			}
		}
		all.Effects = append(all.Effects, e)
	}
	all.Text = all.sentence()
	if best := all.bestText(a); best != "" {
		all.Text = strings.TrimSpace(all.Text + " " + best)
	}
	return all
}

// sentence says which settings make a difference.
func (a *answer) sentence() string {
	var clauses, without []string
	for i := range a.Effects {
		if text := a.Effects[i].gains(a); text != "" {
			clauses = append(clauses, text)
		} else if a.Effects[i].How != contrast.Unknown {
			without = append(without, a.Effects[i].Setting)
		}
	}
	if without != nil {
		clauses = append(clauses, fmt.Sprintf("%s %s no difference that %s can show",
			listed(without), plaintext.Noun(len(without), "makes", "make"), plaintext.Counted(a.Runs, "run", "runs")))
	}
	if clauses == nil {
		return ""
	}
	return strings.Join(clauses, "; ") + "."
}

// gains says by how much a value of a setting is better than others, "" if it cannot be
// distinguished from any.
func (e *effect) gains(a *answer) string {
	var over, tied []string
	for _, of := range e.Others {
		switch {
		case of.Tied:
			tied = append(tied, of.Value)
		case a.gained():
			over = append(over, fmt.Sprintf("%s %s over %s", of.text(a.unit), a.unit, of.Value))
		default:
			text := strings.TrimSpace(of.text(a.unit) + " " + a.unit.String())
			over = append(over, fmt.Sprintf("%s %s than %s", text, map[bool]string{true: "lower", false: "higher"}[a.Lowest], of.Value))
		}
	}
	if over == nil {
		return ""
	}
	text := fmt.Sprintf("%s %s gains %s", e.Setting, e.Best, listed(over))
	if !a.gained() {
		text = fmt.Sprintf("%s %s has %s %s", e.Setting, e.Best, a.called, listed(over))
	}
	if tied != nil {
		text += ", and cannot be distinguished from " + listed(tied)
	}
	return text
}

// gained reports whether differences are gains of points.
func (a *answer) gained() bool { return a.unit == result.Points && !a.Lowest }

// bestText says which settings are the best, and what cannot be distinguished from them.
func (a *answer) bestText(of *recipe.Answer) string {
	if len(of.Groups) < 2 {
		return ""
	}
	label := cmp.Or(of.Groups[of.Best].Label(), "the settings")
	tied := -1 // the best one itself
	for _, d := range of.Differences {
		if !d.Distinct() {
			tied++
		}
	}
	others := len(of.Groups) - 1
	text := "The best settings are " + label
	switch {
	case of.How == contrast.Unknown:
		return text + "; without intervals or repetitions, such as seed: [1, 2, 3], this may be luck."
	case tied == 0:
		return text + "; no others are as good."
	case tied == others:
		return text + "; none of the others can be distinguished from them."
	}
	return text + fmt.Sprintf("; %d of the %d others cannot be distinguished from them.", tied, others)
}

// listed joins words by commas and "and".
func listed(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// table returns the effects of settings.
func (a *answer) table() plaintext.Table {
	t := plaintext.Table{Title: "Effects of settings on " + a.called + ", the others held, with 95 % intervals",
		Left: []int{0, 1, 2, 5}, Head: []string{"setting", "best value", "against", a.unit.In("better by"), "pairs", ""}}
	for _, e := range a.Effects {
		for _, of := range e.Others {
			t.Add(e.Setting, e.Best, of.Value, of.text(a.unit), fmt.Sprint(e.Pairs), tie(of.gap))
		}
	}
	return t
}

// tie marks a difference that may be luck.
func tie(g gap) string {
	if g.Tied {
		return "not distinguishable"
	}
	return ""
}

// figure returns a chart of the effects, false if there are none or too many for a chart.
func (a *answer) figure() (htmlpage.Figure, bool) {
	bars := chart.Bars{Title: "Effects on " + a.called, XLabel: "how much better the best value is, " + a.unit.In(a.called), Series: []string{"difference"}}
	for _, e := range a.Effects {
		section := chart.Section{Name: e.Setting + " " + e.Best}
		for _, of := range e.Others {
			row := chart.Row{Name: "over " + of.Value, Values: []float64{of.By * a.unit.Factor()}}
			if of.Margin != nil {
				row.Margins = []float64{*of.Margin * a.unit.Factor()}
			}
			section.Rows = append(section.Rows, row)
		}
		bars.Sections = append(bars.Sections, section)
	}
	rows := len(a.table().Rows)
	return htmlpage.Figure{Title: bars.Title, Caption: "each setting with all others held; where the interval reaches 0 it may be luck", Picture: bars}, rows > 0 && rows <= mostRows
}
