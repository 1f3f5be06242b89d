package recipe

import (
	"fmt"
	"slices"
	"strings"

	"gammonlab/internal/plaintext"
	"gammonlab/recipe"
	"gammonlab/recipe/contrast"
)

// mostFailures is the number of failed steps that notices name.
const mostFailures = 3

// noticesOf says what of a plan is missing: failed steps with their errors, and points that are not
// complete. missing has the work that is not finished, with the error of failed work.
func noticesOf(p *recipe.Plan, missing map[*recipe.Work]string) (all []string) {
	failed := 0
	for _, w := range p.Works {
		why := missing[w]
		if why == "" {
			continue
		}
		if failed++; failed <= mostFailures {
			all = append(all, fmt.Sprintf("The step %s has failed: %s", w.Name(), why))
		}
	}
	if failed > mostFailures {
		all = append(all, fmt.Sprintf("%s more have failed; recipe status lists them.", plaintext.Counted(failed-mostFailures, "step", "steps")))
	}
	lacking := 0
	for _, of := range p.Points {
		lacks := slices.ContainsFunc(of.Works, func(w *recipe.Work) bool { _, is := missing[w]; return is })
		if of.Ended == "" && lacks {
			lacking++
		}
	}
	switch {
	case lacking == 0:
	case lacking == len(p.Points) && lacking == 1:
		all = append(all, "The recipe is not complete; recipe run goes on with it.")
	default:
		all = append(all, fmt.Sprintf("%d of %s %s not complete; recipe run goes on.", lacking, plaintext.Counted(len(p.Points), "point", "points"), plaintext.Noun(lacking, "is", "are")))
	}
	return all
}

// unequal says how groups with different numbers of runs are compared; "" if all have the same.
func unequal(a *recipe.Answer, groups []group) string {
	fewest, most := groups[0].Runs, groups[0].Runs
	for i := range groups {
		fewest, most = min(fewest, groups[i].Runs), max(most, groups[i].Runs)
	}
	if fewest == most {
		return ""
	}
	text := fmt.Sprintf("The settings have between %d and %d runs. ", fewest, most)
	if a.How == contrast.Paired {
		return text + fmt.Sprintf("Differences are those in the %d runs with seeds that all have, so they may differ from those of the means.", a.Blocks)
	}
	return text + "They share fewer than two seeds, so differences contain those between seeds."
}

// alone says what a sweep without a comparison has measured: that of one choice of settings, or
// nothing yet; "" for others.
func (s *summary) alone() string {
	if len(s.Settings) == 0 || len(s.shown) == 0 || s.Answer != nil {
		return ""
	}
	result := s.shown[0].name
	measured := slices.DeleteFunc(slices.Clone(s.Groups), func(g group) bool { _, has := g.Results[result]; return !has })
	switch {
	case len(measured) == 0 && result != recipe.CoreHours:
		return "No point has the result " + s.shown[0].called + " yet."
	case len(measured) == 1 && result != recipe.CoreHours:
		g := &measured[0]
		label := g.label
		if label != "" {
			label = " of " + label
		}
		return fmt.Sprintf("Nothing to compare: %s is %s in %s%s.", s.shown[0].called, strings.TrimSpace(s.shown[0].shown(g.Results)+" "+s.shown[0].unit.String()), plaintext.Counted(g.Runs, "run", "runs"), label)
	}
	return ""
}
