package recipe

import (
	"slices"

	"gammonlab/recipe/contrast"
)

// Answer says which settings of a sweep are the best by a result, by how much, and how sure this
// is. Differences are positive if the best is better.
type Answer struct {
	By     *Keep
	Groups []*Group // that have the result, without those that have ended; one or more
	Best   int      // number of the group with the best mean
	Runs   int      // number of all repetitions

	contrast.Comparison // of the best group with each

	Effects []Effect
}

// Effect is the difference that a setting makes with all others held: in blocks of runs with the
// same other settings and seeds.
type Effect struct {
	Setting string
	Values  []string
	Best    int // number of the value with the best mean

	contrast.Comparison // of the best value with each
}

// Answer compares the groups of a plan by a result; nil if no group has it.
func (s *Store) Answer(r *Recipe, plan *Plan, by *Keep) (*Answer, error) {
	a := &Answer{By: by}
	var runs [][]contrast.Run
	for _, g := range plan.Groups() {
		repeated, err := s.Repeated(r, g)
		if err != nil {
			return nil, err
		}
		of := repeated[by.Name()]
		if len(of) == 0 || g.Ended() != "" {
			continue
		}
		if by.Lowest {
			for i := range of {
				of[i].Value, of[i].Low, of[i].High = -of[i].Value, -of[i].High, -of[i].Low
			}
		}
		a.Groups, runs, a.Runs = append(a.Groups, g), append(runs, of), a.Runs+len(of)
	}
	if a.Groups == nil {
		return nil, nil
	}
	a.Best = contrast.Best(runs)
	a.Comparison = contrast.Compare(runs, a.Best)
	a.Effects = Effects(a.Groups, runs)
	return a, nil
}

// Effects returns the effects of the settings of groups, which have values of the same settings, by
// the runs of each; higher values are better.
func Effects(groups []*Group, runs [][]contrast.Run) (all []Effect) {
	for i, v := range groups[0].Values {
		if effect := effectOf(v.Name, i, groups, runs); effect != nil {
			all = append(all, *effect)
		}
	}
	return all
}

// effectOf returns the effect of a setting, which has an index in the values of the groups; nil
// if no runs differ only in it.
func effectOf(setting string, index int, groups []*Group, runs [][]contrast.Run) *Effect {
	e := &Effect{Setting: setting}
	var of [][]contrast.Run
	for i, g := range groups {
		value := g.Values[index].Value
		at := slices.Index(e.Values, value)
		if at < 0 {
			at = len(e.Values)
			e.Values, of = append(e.Values, value), append(of, nil)
		}
		others := labelOf(slices.Delete(slices.Clone(g.Values), index, index+1))
		for _, run := range runs[i] {
			run.Block = others + " " + run.Block
			of[at] = append(of[at], run)
		}
	}
	of = contrast.Within(of)
	if len(of) < 2 || len(of[0]) == 0 {
		return nil
	}
	e.Best = contrast.Best(of)
	e.Comparison = contrast.Compare(of, e.Best)
	e.Blocks = len(of[0])
	return e
}
