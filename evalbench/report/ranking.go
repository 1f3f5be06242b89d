package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gammonlab/evalbench/positions"
	"gammonlab/evalbench/stats"
)

// ranking is how the players that were asked questions of a kind answered them, who
// gives least away first.
type ranking struct {
	rivals []rival
	alone  bool // nobody else was asked anything
}

// rival is a player of a ranking.
type rival struct {
	name   string
	judged []positions.Judged
	rate   positions.Rate
	more   stats.Summary // that it loses than the first, question by question
}

// rankings returns those of all kinds of questions that were asked.
func rankings(r *positions.Report) []ranking {
	var list []ranking
	for _, kind := range []positions.Kind{positions.Play, positions.Double, positions.Take} {
		if rivals := rivalsAt(r, kind); len(rivals) > 0 {
			list = append(list, ranking{rivals, len(r.Players) == 1})
		}
	}
	return list
}

func rivalsAt(r *positions.Report, kind positions.Kind) []rival {
	var list []rival
	for _, p := range r.Players {
		for _, rate := range positions.Rates(p.Judged) {
			if rate.Kind == kind && rate.Class == "" {
				list = append(list, rival{name: p.Name, judged: p.Judged, rate: rate})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b rival) int { return cmp.Compare(a.rate.Loss.Center, b.rate.Loss.Center) })
	for i := range list {
		list[i].more = positions.Difference(list[0].judged, list[i].judged, kind, "")
	}
	return list
}

func (r *ranking) heading() string { return r.rivals[0].rate.Heading() }

// rankingVerdict says in plain words who errs least: first in checker play, if there
// was any, then at the cube.
func rankingVerdict(list []ranking) verdict {
	if len(list) == 0 {
		return verdict{"Nobody was asked anything.", nil}
	}
	v := verdict{list[0].headline(), list[0].sentences()}
	for i := range list[1:] {
		r := &list[1+i]
		v.Sentences = append(v.Sentences, strings.Join(append([]string{r.headline()}, r.sentences()...), " "))
	}
	return v
}

// rankingWarnings returns the doubts about what the headline says.
func rankingWarnings(list []ranking) []string {
	if len(list) == 0 {
		return nil
	}
	rivals := list[0].rivals
	warnings := slices.Clone(rivals[0].rate.Loss.Warnings)
	if len(rivals) > 1 {
		warnings = append(warnings, rivals[1].more.Warnings...)
	}
	return slices.Compact(warnings)
}

func (r *ranking) headline() string {
	first := &r.rivals[0]
	switch {
	case len(r.rivals) == 1:
		return fmt.Sprintf("%s gives away %.1f mEq at a question of %s.", first.name, 1000*first.rate.Loss.Center, r.heading())
	case slices.ContainsFunc(r.rivals[1:], func(x rival) bool { return x.more.Contains(0) }):
		return fmt.Sprintf("It is not known who errs least in %s.", r.heading())
	}
	return fmt.Sprintf("%s errs least in %s.", first.name, r.heading())
}

// sentences say how much the first loses, and how far the others are behind.
func (r *ranking) sentences() []string {
	first := &r.rivals[0]
	loss := first.rate.Loss
	loss.Low = max(loss.Low, 0)
	if len(r.rivals) == 1 {
		text := fmt.Sprintf("That is %s.", confidence(&loss))
		if !r.alone {
			text += " The others were not asked."
		}
		return []string{text, wrongAnswers(&first.rate)}
	}
	next := &r.rivals[1]
	list := []string{
		fmt.Sprintf("%s gives away %.1f mEq at a question, the least: %s.", first.name, 1000*loss.Center, confidence(&loss)),
		fmt.Sprintf("%s is next and gives away %.1f mEq more: %s.",
			next.name, 1000*next.more.Center, confidence(&next.more)),
	}
	if close := r.close(); len(close) > 0 {
		list = append(list, fmt.Sprintf("The questions do not tell the first from %s.", strings.Join(close, ", ")))
	}
	return list
}

// close returns the names of those who may err no more than the first.
func (r *ranking) close() []string {
	var names []string
	for i := range r.rivals[1:] {
		if x := &r.rivals[1+i]; x.more.Contains(0) {
			names = append(names, x.name)
		}
	}
	return names
}

// confidence spells an interval in thousandths.
func confidence(s *stats.Summary) string {
	if math.IsInf(s.Margin(), 0) || math.IsNaN(s.Margin()) {
		return "from too few questions for an interval"
	}
	return fmt.Sprintf("with 95 %% confidence between %.1f and %.1f", 1000*s.Low, 1000*s.High)
}

// wrongAnswers says how many answers were wrong.
func wrongAnswers(r *positions.Rate) string {
	n := float64(r.Loss.N)
	return fmt.Sprintf("Of its answers %.1f %% are not the best, %.1f %% are clearly worse.",
		100*float64(r.Wrong)/n, 100*float64(r.Clearly)/n)
}
