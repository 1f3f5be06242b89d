package recipe

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gammonlab/internal/chart"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
	"gammonlab/recipe"
)

// mostTexts is the number of values of a setting up to which each has its own place on an axis;
// more numbers are on a scale.
const mostTexts = 8

// parallel returns a chart of all settings that differ and of the result by which they are compared,
// with a line for each group; false with fewer than two settings that differ, or too many.
func (s *summary) parallel() (htmlpage.Figure, bool) {
	if s.Answer == nil {
		return htmlpage.Figure{}, false
	}
	result := s.Answer.Result
	shown := slices.DeleteFunc(slices.Clone(s.Groups), func(g group) bool {
		_, has := g.Results[result]
		return !has || g.Ended != ""
	})
	p := chart.Parallel{Title: "Settings and " + s.Answer.called, Best: "the best settings", Tied: "not distinguishable from them"}
	p.Lines = make([]chart.Path, len(shown))
	for i := range shown {
		p.Lines[i].Name, p.Lines[i].Mark = s.named(&shown[i]), markOf(&shown[i])
	}
	for _, setting := range s.Settings {
		if strings.HasSuffix("."+setting, ".seed") {
			continue
		}
		if scale, at, ok := scaleOf(setting, shown); ok {
			p.Axes = append(p.Axes, scale)
			for i := range p.Lines {
				p.Lines[i].At = append(p.Lines[i].At, at[i])
			}
		}
	}
	settings := len(p.Axes)
	p.Axes = append(p.Axes, chart.Scale{Name: s.Answer.unit.In(s.Answer.called), Down: s.Answer.Lowest})
	for i := range p.Lines {
		p.Lines[i].At = append(p.Lines[i].At, shown[i].Results[result]*s.Answer.unit.Factor())
	}
	caption := "one line for each choice of settings, coloured by its result; point at a line to see its settings"
	if left := len(s.Groups) - len(shown); left > 0 {
		caption += fmt.Sprintf("; %s that ended early or lack the result", plaintext.Counted(left, "choice is missing", "choices are missing"))
	}
	return htmlpage.Figure{Title: p.Title, Caption: caption, Picture: p, Wide: settings > mostNarrow}, settings > 1 && p.Check() == nil
}

// mostNarrow is the number of settings up to which a chart of them is as wide as others.
const mostNarrow = 4

// named returns the settings of a group with the result by which groups are compared.
func (s *summary) named(g *group) string {
	name := g.label + ": " + s.Answer.unit.In(s.Answer.called) + " " + recipe.Shown(g.Results, s.Answer.Result, s.Answer.unit)
	switch markOf(g) {
	case chart.BestMark:
		name += ", the best settings"
	case chart.TiedMark:
		name += ", not distinguishable from the best"
	}
	return name
}

// markOf returns the mark of a group's line.
func markOf(g *group) chart.Mark {
	switch {
	case g.Best:
		return chart.BestMark
	case g.Behind != nil && g.Behind.Tied:
		return chart.TiedMark
	}
	return chart.Plain
}

// scaleOf returns the axis of a setting with the place of each group; false if the groups do not
// differ in it.
func scaleOf(setting string, groups []group) (scale chart.Scale, at []float64, ok bool) {
	var texts []string
	for i := range groups {
		if value := groups[i].Values[setting]; !slices.Contains(texts, value) {
			texts = append(texts, value)
		}
	}
	if len(texts) < 2 {
		return scale, nil, false
	}
	numbers := !slices.ContainsFunc(texts, func(text string) bool { _, number := numberIn(text); return !number })
	if numbers {
		slices.SortStableFunc(texts, func(a, b string) int {
			x, _ := numberIn(a)
			y, _ := numberIn(b)
			return cmp.Or(cmp.Compare(x, y), strings.Compare(a, b))
		})
	} else {
		slices.Reverse(texts) // the first at the top, as in tables
	}
	scale.Name = setting
	if numbers && len(texts) > mostTexts {
		scale.Log = isWide(texts)
	} else {
		scale.Texts = texts
	}
	for i := range groups {
		x, _ := numberIn(groups[i].Values[setting])
		if scale.Texts != nil {
			x = float64(slices.Index(texts, groups[i].Values[setting]))
		}
		at = append(at, x)
	}
	return scale, at, true
}

// isWide reports whether numbers in ascending order need a logarithmic axis.
func isWide(texts []string) bool {
	const factor = 20
	low, _ := numberIn(texts[0])
	high, _ := numberIn(texts[len(texts)-1])
	return low > 0 && high/low >= factor
}
