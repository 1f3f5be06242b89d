package recipe

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"gammonlab/internal/nearest"
	"gammonlab/internal/result"
)

// All does the work of the recipe: that of the points of the sweep, then that of the steps
// that wait for the best one, and the search.
func (r *Runner) All(ctx context.Context) (*Plan, error) {
	for {
		plan, err := r.Store.Plan(r.Recipe)
		if err == nil && r.plan == nil {
			err = r.checkAdopted(plan.Works)
		}
		if err != nil {
			return nil, err
		}
		r.plan = plan
		works, err := plan.To(r.Recipe, r.To)
		if err != nil {
			return nil, err
		}
		to, _, err := r.Recipe.upTo(r.To)
		if err != nil {
			return nil, err
		}
		if r.Recipe.Budget > 0 {
			if err := r.ledger.count(r.Store, plan); err != nil {
				return nil, err
			}
		}
		whole := plan.isWhole(r.Recipe, to)
		if whole {
			works = plan.Now
		}
		if err := r.Run(ctx, works); err != nil {
			return nil, err
		}
		if whole && !plan.open {
			if _, err := r.Store.best(r.Recipe, plan); err != nil {
				return nil, err
			}
		}
		switch {
		case whole && plan.open:
		case to == nil && r.Recipe.Tune != nil:
			return plan, r.tune(ctx)
		default:
			return plan, nil
		}
	}
}

// Plan returns the work of a recipe as far as the store knows the results on which it
// depends: which points of the sweep end early, and which is the best.
func (s *Store) Plan(r *Recipe) (*Plan, error) {
	values, err := r.points()
	if err != nil {
		return nil, err
	}
	plan := &Plan{class: r.program.Class, known: map[string]*Work{}, pairs: map[*Work]string{}}
	for _, of := range values {
		plan.Points = append(plan.Points, &Point{Values: of, runs: map[place]*Work{}})
	}
	if r.Sweep != nil && r.Sweep.Halve != nil {
		if err := s.halve(r, plan); err != nil {
			return nil, err
		}
	}
	halving := plan.Now != nil
	for _, point := range plan.Points {
		if err := plan.add(&planner{recipe: r, plan: plan, values: point.Values, point: point}, ""); err != nil {
			return nil, err
		}
	}
	if err := plan.checkUnits(r); err != nil {
		return nil, err
	}
	plan.index()
	plan.After = slices.DeleteFunc(slices.Clone(r.Steps), func(of *Step) bool { return r.waitsFor(of) == "" })
	if err := plan.checkAfter(r); err != nil {
		return nil, err
	}
	if !halving {
		if err := cmp.Or(plan.addOver(r), s.addScores(r, plan)); err != nil {
			return nil, err
		}
	}
	plan.open = halving || len(plan.After) > 0
	if halving {
		return plan, nil
	}
	plan.Now = slices.DeleteFunc(slices.Clone(plan.Works), func(w *Work) bool { return plan.Dropped(w) != "" })
	if done, err := s.contains(plan.Now); err != nil || !done || !plan.open {
		return plan, err
	}
	return plan, s.after(r, plan)
}

// addOver adds the work of the steps that wait for all points.
func (plan *Plan) addOver(r *Recipe) error {
	p := plan.planner(r, nil)
	p.others = map[string][]*Point{allPoints: plan.left()}
	before := len(plan.Works)
	if err := plan.add(p, allPoints); err != nil {
		return err
	}
	for _, w := range plan.Works[before:] {
		if r.waitsFor(w.Step) == "" {
			return w.Step.at.errorf("differs between points, so a step that needs all of them wants ${%s.%s}", allPoints, w.Step.Name)
		}
	}
	plan.over = p.point
	plan.After = slices.DeleteFunc(plan.After, func(of *Step) bool { return r.waitsFor(of) != best })
	return nil
}

// left returns the points that have not ended.
func (plan *Plan) left() []*Point {
	return slices.DeleteFunc(slices.Clone(plan.Points), func(p *Point) bool { return p.Ended != "" })
}

// checkAfter returns an error if the steps that wait for other points have wrong settings. The
// first point takes the place of the best one: which that is is not known before work begins.
func (plan *Plan) checkAfter(r *Recipe) error {
	if len(plan.After) == 0 {
		return nil
	}
	own := &Plan{Points: plan.Points, Works: slices.Clone(plan.Works), known: maps.Clone(plan.known)}
	if err := own.addOver(r); err != nil {
		return err
	}
	p := own.planner(r, plan.Points[0].Values)
	p.others = map[string][]*Point{best: {p.point}, allPoints: own.left()}
	return own.add(p, best)
}

// after adds the work of the steps that wait for the best point.
func (s *Store) after(r *Recipe, plan *Plan) error {
	chosen, err := s.best(r, plan)
	if err != nil {
		return err
	}
	p := plan.planner(r, plan.Points[chosen].Values)
	p.others = map[string][]*Point{best: {plan.Points[chosen]}, allPoints: plan.left()}
	before := len(plan.Works)
	if err := plan.add(p, best); err != nil {
		return err
	}
	plan.Now = append(plan.Now, plan.Works[before:]...)
	plan.After, plan.open = nil, false
	return nil
}

// contains reports whether all work is done.
func (s *Store) contains(works []*Work) (bool, error) {
	for _, w := range works {
		if record, err := s.Find(w); err != nil || record == nil {
			return false, err
		}
	}
	return true, nil
}

// Dropped returns why work is not to be done, "" for other work: because all points of the
// sweep that need it have ended.
func (plan *Plan) Dropped(w *Work) string {
	why := ""
	for _, b := range plan.points[w] {
		if b.early || b.to.Ended == "" {
			return ""
		}
		why = b.to.Ended
	}
	return why
}

// belonging says to which point a piece of work belongs, and whether it is its early work.
type belonging struct {
	to    *Point
	of    *Point // that, or the point of the early work
	early bool
}

// index finds the points to which work belongs.
func (plan *Plan) index() {
	plan.points = map[*Work][]belonging{}
	for _, p := range plan.Points {
		for i, of := range append(p.before(), p) {
			for _, w := range of.Works {
				plan.points[w] = append(plan.points[w], belonging{p, of, i < len(p.early)})
			}
		}
	}
}

// best is Best when all points are done: they have the result of keep.
func (s *Store) best(r *Recipe, plan *Plan) (int, error) {
	chosen, err := s.Best(r, plan)
	if err != nil || chosen >= 0 || r.Keep == nil {
		return chosen, err
	}
	results, err := s.Results(plan.left()[0])
	if err != nil {
		return -1, err
	}
	return -1, r.Keep.at.errorf("no point has the result %s%s", r.Keep.Name(), nearest.Question(r.Keep.Name(), slices.Collect(maps.Keys(results))))
}

// PointOf returns the label of the point to which work belongs, or of the two points of a
// match between them, "" if it belongs to several.
func (plan *Plan) PointOf(w *Work) string {
	if all := plan.points[w]; len(all) == 1 {
		return all[0].of.Label()
	}
	return plan.pairs[w]
}

// Results returns the results of the finished work of a point, by names such as
// strength.ppg. Of a loop, they are those of the last run that is finished; of a point that
// has ended, those of its last early work.
func (s *Store) Results(p *Point) (map[string]float64, error) {
	done, err := s.finished(p)
	if err != nil {
		return nil, err
	}
	all := map[string]float64{}
	for i, of := range done {
		if i+1 < len(done) && done[i+1].step == of.step {
			continue // there is a later run
		}
		for name, value := range of.record.Results {
			all[of.step.Name+"."+name] = value
		}
	}
	maps.Copy(all, p.scores)
	all[CoreHours], err = s.Hours(p)
	return all, err
}

// Hours returns the core-hours of all finished work of points, each piece once.
func (s *Store) Hours(points ...*Point) (float64, error) {
	seconds, counted := 0.0, map[*Work]bool{}
	for _, p := range points {
		all := p.before()
		if p.Ended == "" {
			all = append(all, p)
		}
		for _, of := range all {
			for _, w := range of.Works {
				record, err := s.Find(w)
				if err != nil {
					return 0, err
				}
				if record != nil && !counted[w] { // equal steps are one piece of work
					seconds += record.Cores
				}
				counted[w] = true
			}
		}
	}
	return seconds / secondsPerHour, nil
}

// Shown returns a result with its 95 % interval, if it has one, as a text in the unit that people
// read, without its name; "" if there is no such result.
func Shown(results map[string]float64, name string, unit result.Unit) string {
	value, ok := results[name]
	if !ok {
		return ""
	}
	if name == CoreHours {
		return HoursText(value)
	}
	low, hasLow := results[name+"_low"]
	high, hasHigh := results[name+"_high"]
	margin := (high - low) / 2
	if !hasLow || !hasHigh {
		margin = 0
	}
	return unit.Text(value, margin)
}

// HoursText formats a number of core-hours, "" for 0.
func HoursText(hours float64) string {
	const least = 0.001
	switch {
	case hours == 0:
		return ""
	case hours < least:
		return fmt.Sprintf("<%g", least)
	}
	return fmt.Sprintf("%.2g", hours)
}
