package recipe

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// All does the work of the recipe: that of all points, then that of the steps that wait for
// the best one, and the search.
func (r *Runner) All(ctx context.Context) (*Plan, error) {
	plan, err := r.Recipe.Plan(-1)
	if err != nil {
		return nil, err
	}
	works, err := plan.To(r.Recipe, r.To)
	if err == nil && r.To == "" && r.Recipe.Sweep != nil && r.Recipe.Sweep.Halve != nil {
		works, err = r.halve(ctx, plan)
	}
	if err == nil {
		err = r.Run(ctx, works)
	}
	if err == nil && plan.After != nil && (r.To == "" || r.Recipe.waits(r.Recipe.step(r.To))) {
		plan, err = r.after(ctx, plan)
	}
	if err == nil && r.To == "" && r.Recipe.Tune != nil {
		err = r.tune(ctx)
	}
	return plan, err
}

// after does the work of the steps that wait for the best point.
func (r *Runner) after(ctx context.Context, plan *Plan) (*Plan, error) {
	chosen, err := r.Store.Best(r.Recipe, plan)
	if err != nil {
		return nil, err
	}
	if chosen < 0 {
		return nil, r.Recipe.Keep.at.errorf("no point has the result %s", r.Recipe.Keep.Result)
	}
	if plan, err = r.Recipe.Plan(chosen); err != nil {
		return nil, err
	}
	dropped, err := r.Store.Dropped(r.Recipe, plan)
	if err != nil {
		return nil, err
	}
	return plan, r.Run(ctx, slices.DeleteFunc(slices.Clone(plan.Works), func(w *Work) bool { return dropped[w] != "" }))
}

// PlanKnown returns the plan of a recipe, with the steps that wait for the best point if the
// store knows it.
func (s *Store) PlanKnown(r *Recipe) (*Plan, error) {
	plan, err := r.Plan(-1)
	if err != nil || plan.After == nil {
		return plan, err
	}
	dropped, err := s.Dropped(r, plan)
	if err != nil {
		return nil, err
	}
	for _, w := range plan.Works {
		if record, err := s.Find(w); err != nil || record == nil && dropped[w] == "" {
			return plan, err
		}
	}
	chosen, err := s.Best(r, plan)
	if err != nil {
		return nil, err
	}
	return r.Plan(chosen)
}

// Best returns the number of the best point by keep, -1 without keep or results.
func (s *Store) Best(r *Recipe, plan *Plan) (int, error) {
	if r.Keep == nil {
		return -1, nil
	}
	dropped, err := s.Dropped(r, plan)
	if err != nil {
		return -1, err
	}
	chosen, highest := -1, math.Inf(-1)
	for i, point := range plan.Points {
		results, err := s.Results(point)
		if err != nil {
			return -1, err
		}
		value, ok := results[r.Keep.Name()]
		ok = ok && !slices.ContainsFunc(point.Works, func(w *Work) bool { return dropped[w] != "" })
		if r.Keep.Lowest {
			value = -value
		}
		if ok && value > highest {
			chosen, highest = i, value
		}
	}
	return chosen, nil
}

// PointOf returns the label of the point to which work belongs, "" if it belongs to several.
func (plan *Plan) PointOf(w *Work) string {
	label := ""
	for _, p := range plan.Points {
		if slices.Contains(p.Works, w) {
			if label != "" {
				return ""
			}
			label = p.Label()
		}
	}
	return label
}

// Name returns the name of the result, such as strength.ppg.
func (k *Keep) Name() string { return k.Step + "." + k.Result }

// CoreHours is the name of the result with the processor time of all work of a point.
const CoreHours = "core_hours"

// Results returns the results of the finished work of a point, by names such as
// strength.ppg. Of a loop, they are those of the last run that is finished.
func (s *Store) Results(p *Point) (map[string]float64, error) {
	all, seconds := map[string]float64{}, 0.0
	last := map[*Step]int{}
	counted := map[*Work]bool{}
	for at, w := range p.runs {
		record, err := s.Find(w)
		if err != nil {
			return nil, err
		}
		if record == nil {
			continue
		}
		if !counted[w] { // equal steps are one piece of work
			seconds += record.Cores
		}
		counted[w] = true
		if run, ok := last[at.step]; ok && run > at.run {
			continue
		}
		last[at.step] = at.run
		for name, value := range record.Results {
			all[at.step.Name+"."+name] = value
		}
	}
	all[CoreHours] = seconds / secondsPerHour
	return all, nil
}

// headlines are the results that tables show if they are asked for none.
var headlines = []string{"ppg", "pubeval_ppg", "validation_loss", "epoch", "equity_rmse", "loss_meq"}

// Columns returns the results that a table of the points shows.
func (r *Recipe) Columns(results []map[string]float64) []string {
	var all []string
	if r.Keep != nil {
		all = append(all, r.Keep.Name())
	}
	for _, s := range r.Steps {
		for _, name := range headlines {
			name = s.Name + "." + name
			has := slices.ContainsFunc(results, func(of map[string]float64) bool { _, ok := of[name]; return ok })
			if has && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return append(all, CoreHours)
}

// Shown returns a result with its 95 % interval, if it has one, as a text; "" if there is no
// such result.
func Shown(results map[string]float64, name string) string {
	value, ok := results[name]
	if !ok {
		return ""
	}
	low, hasLow := results[name+"_low"]
	high, hasHigh := results[name+"_high"]
	if hasLow && hasHigh {
		return fmt.Sprintf("%.4g ± %.2g", value, (high-low)/2)
	}
	return fmt.Sprintf("%.4g", value)
}
