package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gammonlab/evalbench"
	"gammonlab/evalbench/positions"
	"gammonlab/internal/htmlpage"
)

// ranking has the players that answered questions of a kind, the one with the lowest mean
// cost first.
type ranking struct {
	rivals []rival
	alone  bool // there are no other players
}

// rival is a player of a ranking.
type rival struct {
	name   string
	judged []positions.Judged
	rate   positions.Rate
	more   evalbench.Summary // its cost less that of the first player, question by question
}

// rankings returns the rankings of all kinds of questions that were answered.
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
			if rate.Kind == kind && rate.Group == "" {
				list = append(list, rival{name: p.Name, judged: p.Judged, rate: rate})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b rival) int { return cmp.Compare(a.rate.Loss.Center, b.rate.Loss.Center) })
	for i := range list {
		list[i].more = positions.Difference(list[0].judged, list[i].judged, kind)
	}
	return list
}

func (r *ranking) heading() string { return r.rivals[0].rate.Heading() }

// rankingVerdict describes which player errs least: first in checker play, if there were
// such questions, then at the cube.
func rankingVerdict(list []ranking) htmlpage.Verdict {
	if len(list) == 0 {
		return htmlpage.Verdict{Headline: "No questions were answered."}
	}
	v := htmlpage.Verdict{Headline: list[0].headline(), Sentences: list[0].sentences()}
	for i := range list[1:] {
		r := &list[1+i]
		v.Sentences = append(v.Sentences, strings.Join(append([]string{r.headline()}, r.sentences()...), " "))
	}
	return v
}

// rankingWarnings returns warnings about the headline.
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
		return fmt.Sprintf("%s loses %.1f mEq per question of %s.", first.name, 1000*first.rate.Loss.Center, r.heading())
	case slices.ContainsFunc(r.rivals[1:], func(x rival) bool { return x.more.Contains(0) }):
		return fmt.Sprintf("The questions do not show who errs least in %s.", r.heading())
	}
	return fmt.Sprintf("%s errs least in %s.", first.name, r.heading())
}

// sentences describe the cost of the first player, and the differences of the others.
func (r *ranking) sentences() []string {
	first := &r.rivals[0]
	loss := first.rate.Loss
	loss.Low = max(loss.Low, 0)
	if len(r.rivals) == 1 {
		text := fmt.Sprintf("That is %s.", confidence(&loss))
		if !r.alone {
			text += " The others did not answer these questions."
		}
		return []string{text, wrongAnswers(&first.rate)}
	}
	next := &r.rivals[1]
	list := []string{
		fmt.Sprintf("%s loses %.1f mEq per question, the least: %s.", first.name, 1000*loss.Center, confidence(&loss)),
		fmt.Sprintf("%s is next and loses %.1f mEq more: %s.",
			next.name, 1000*next.more.Center, confidence(&next.more)),
	}
	if close := r.close(); len(close) > 0 {
		list = append(list, fmt.Sprintf("The questions do not separate the first from %s.", strings.Join(close, ", ")))
	}
	return list
}

// close returns the names of the players whose cost may be as low as that of the first
// player.
func (r *ranking) close() []string {
	var names []string
	for i := range r.rivals[1:] {
		if x := &r.rivals[1+i]; x.more.Contains(0) {
			names = append(names, x.name)
		}
	}
	return names
}

// confidence formats an interval in mEq.
func confidence(s *evalbench.Summary) string {
	if !s.Bounded() {
		return "from too few questions for an interval"
	}
	return fmt.Sprintf("with 95 %% confidence between %.1f and %.1f", 1000*s.Low, 1000*s.High)
}

// wrongAnswers describes the shares of wrong answers.
func wrongAnswers(r *positions.Rate) string {
	n := float64(r.Loss.N)
	return fmt.Sprintf("Of its answers %.1f %% are not the best, %.1f %% are clearly worse.",
		100*float64(r.Wrong)/n, 100*float64(r.Clearly)/n)
}
