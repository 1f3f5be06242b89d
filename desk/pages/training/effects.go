package training

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gammonlab/evalbench/runs"
	"gammonlab/recipe"
	"gammonlab/recipe/contrast"
)

// effects says which settings of the largest sweep of a list matter.
type effects struct {
	Sweep  string
	Runs   int
	Result string
	All    []effect // the largest first
}

// effect is the difference that a setting makes, the others held.
type effect struct {
	Setting, Best string
	Others        []behind
	largest       float64
}

// behind says how much better the best value of a setting is than another one.
type behind struct {
	Value, By string
	Share     float64 // of the largest difference
	Tied      bool    // it may be luck
}

// Limits of effects.
const (
	fewestOfSweep = 4
	mostSettings  = 8
)

// largestSweep returns the folder with the most runs, and these.
func largestSweep(found []listed) (largest string, of []*runs.Run) {
	sweeps := map[string][]*runs.Run{}
	for _, r := range found {
		folder := stepsOf(r.Run)
		if sweeps[folder] = append(sweeps[folder], r.Run); len(sweeps[folder]) > len(sweeps[largest]) {
			largest = folder
		}
	}
	return largest, sweeps[largest]
}

// effectsOf returns the effects in the sweep with the most runs, nil without one that says something.
func effectsOf(found []listed, quantity runs.Quantity) *effects {
	largest, of := largestSweep(found)
	of = slices.DeleteFunc(of, func(r *runs.Run) bool { x := r.Value(quantity.Name); return x != x })
	settings := slices.DeleteFunc(runs.Varied(of), func(d runs.Difference) bool { return d.Name == "seed" })
	if len(of) < fewestOfSweep || len(settings) == 0 || len(settings) > mostSettings || quantity.Better() == 0 {
		return nil
	}
	groups, repeated := groupsOf(of, settings, quantity)
	e := &effects{Sweep: filepath.Base(filepath.Dir(largest)), Runs: len(of), Result: quantity.Title}
	most := 0.0
	for _, one := range recipe.Effects(groups, repeated) {
		to := effect{Setting: flagOf(one.Setting), Best: one.Values[one.Best]}
		for i, d := range one.Differences {
			if i != one.Best {
				to.largest = max(to.largest, d.Value)
				to.Others = append(to.Others, behind{one.Values[i], quantity.Text(d.Value, d.Margin), d.Value, !d.Distinct()})
			}
		}
		slices.SortStableFunc(to.Others, func(a, b behind) int { return cmp.Compare(b.Share, a.Share) })
		most = max(most, to.largest)
		e.All = append(e.All, to)
	}
	for i := range e.All {
		for k := range e.All[i].Others {
			e.All[i].Others[k].Share /= cmp.Or(most, 1)
		}
	}
	slices.SortStableFunc(e.All, func(a, b effect) int { return cmp.Compare(b.largest, a.largest) })
	if e.All == nil {
		return nil
	}
	return e
}

// groupsOf returns the groups of runs that differ only in their seeds, and the results of each, higher
// if better.
func groupsOf(of []*runs.Run, settings []runs.Difference, quantity runs.Quantity) (groups []*recipe.Group, results [][]contrast.Run) {
	at := map[string]int{}
	for i, r := range of {
		var values []recipe.Assignment
		var words []string
		for _, d := range settings {
			values = append(values, recipe.Assignment{Name: d.Name, Value: plainText(d.Values[i])})
			words = append(words, d.Values[i])
		}
		key := strings.Join(words, "\x00")
		place, known := at[key]
		if !known {
			place = len(groups)
			at[key] = place
			groups, results = append(groups, &recipe.Group{Values: values}), append(results, nil)
		}
		x := r.Value(quantity.Name)
		run := contrast.Run{Block: r.Setting("seed"), Value: x, Low: x, High: x}
		if v, ok := r.Last(quantity.Name, ""); ok && v.Y == x && v.Lo != nil {
			run.Low, run.High = *v.Lo, *v.Hi
		}
		if quantity.Better() < 0 {
			run.Value, run.Low, run.High = -run.Value, -run.High, -run.Low
		}
		results[place] = append(results[place], run)
	}
	return groups, results
}

// Width returns the width of the bar, of at most 100.
func (b *behind) Width() string { return fmt.Sprintf("%.1f", 100*max(b.Share, 0)) }

// Size and number of points of a small curve.
const (
	sparkWidth, sparkHeight = 96.0, 22.0
	sparkPoints             = 48
)

// addSparks adds small curves of the quantity to rows, those of a sweep on the same scale.
func addSparks(rows []row, quantity runs.Quantity) {
	curves := make([][]runs.Value, len(rows))
	scales := map[string]*[2]float64{}
	for i := range rows {
		axis, err := runs.ChooseAxis([]*runs.Run{rows[i].Run}, "")
		if err != nil || rows[i].Runs > 1 {
			continue
		}
		if all := rows[i].Series(quantity.Name, axis); len(all) > 0 {
			curves[i] = all[0].Values
		}
		scale := cmp.Or(scales[stepsOf(rows[i].Run)], &[2]float64{math.Inf(1), math.Inf(-1)})
		for _, v := range curves[i] {
			scale[0], scale[1] = min(scale[0], v.Y), max(scale[1], v.Y)
		}
		scales[stepsOf(rows[i].Run)] = scale
	}
	for i, values := range curves {
		if len(values) < 2 {
			continue
		}
		var b strings.Builder
		low, high := scales[stepsOf(rows[i].Run)][0], scales[stepsOf(rows[i].Run)][1]
		first, last := values[0].X, values[len(values)-1].X
		step := max(1, len(values)/sparkPoints)
		for k := 0; k < len(values); k += step {
			if k+step >= len(values) {
				k = len(values) - 1 // the newest one, always
			}
			x := 1 + (sparkWidth-2)*(values[k].X-first)/cmp.Or(last-first, 1)
			y := 1 + (sparkHeight-2)*(high-values[k].Y)/cmp.Or(high-low, 1)
			fmt.Fprintf(&b, "%s%.1f %.1f", map[bool]string{true: "M", false: "L"}[k == 0], x, y)
		}
		rows[i].Spark = b.String()
	}
}
