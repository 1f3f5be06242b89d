package fit

import (
	"fmt"
	"slices"
	"strings"

	"gammonlab/internal/chart"
)

// Together returns the figures of several studies, each of which has the points and lines of all.
// A figure of pairs, which differ between studies, has one study, whose number is added to its
// name. Lines that the studies share, and those from point to point, are drawn once or not at all.
func Together(studies []*Study, reports []*Report) []Figure {
	if len(reports) == 1 {
		return reports[0].Figures()
	}
	var all []Figure
	for i, r := range reports {
		for _, f := range r.Figures() {
			label := labelOf(studies, i)
			at := slices.IndexFunc(all, func(of Figure) bool { return of.Name == f.Name })
			switch {
			case f.graph.Ticks != nil:
				f.Name += fmt.Sprintf("-study-%d", i+1)
				all = append(all, f)
			case at < 0:
				f.graph.Sets = ofStudy(f.graph.Sets, label, true)
				f.graph.Caption = label + ": " + f.graph.Caption
				all = append(all, f)
			default:
				g := &all[at].graph
				g.Sets = append(g.Sets, ofStudy(f.graph.Sets, label, false)...)
				g.Caption += " " + label + ": " + f.graph.Caption
				if g.XLabel != f.graph.XLabel {
					g.XLabel = "R by the formula of each study (FIBS points)"
				}
			}
		}
	}
	return all
}

// labelOf returns what distinguishes a study from the others.
func labelOf(all []*Study, i int) string {
	differ := func(of func(*Study) string) bool {
		return slices.ContainsFunc(all, func(s *Study) bool { return of(s) != of(all[0]) })
	}
	switch {
	case differ(func(s *Study) string { return s.nets }):
		return strings.ReplaceAll(all[i].nets, " at 0 plies", "")
	case differ(func(s *Study) string { return s.judge }):
		return "judge " + all[i].judge
	}
	return fmt.Sprintf("study %d", i+1)
}

// ofStudy returns the sets of a study with its label. Only the first study has the lines that do
// not depend on the study.
func ofStudy(sets []chart.Set, label string, first bool) (all []chart.Set) {
	for _, s := range sets {
		shared := strings.HasPrefix(s.Name, manualLine) || s.Name == identityLine
		if s.Name == piecewiseLine || shared && !first {
			continue
		}
		if !shared {
			s.Name = label + ", " + s.Name
		}
		all = append(all, s)
	}
	return all
}
