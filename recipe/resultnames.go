package recipe

import (
	"fmt"
	"slices"
	"strings"

	"gammonlab/internal/nearest"
	"gammonlab/internal/result"
)

// CoreHours is the name of the result with the processor time of all work of a point.
const CoreHours = "core_hours"

// Result is a result of a step.
type Result struct {
	Step string
	result.Number
}

// FullName returns the name by which stores have the result, such as values.groups.equity_rmse.
func (r *Result) FullName() string { return joinedName(r.Step, r.Number.Name) }

// Called returns the short name of the result, such as values.rmse.
func (r *Result) Called() string { return joinedName(r.Step, r.Number.Called()) }

func joinedName(step, name string) string {
	if step == "" {
		return name
	}
	return step + "." + name
}

// result returns the result of a name or a short name, or an error if the command cannot have it.
func (s *Step) result(name string) (*Result, error) {
	if n := result.Find(s.Kind.Results, name); n != nil {
		return &Result{s.Name, *n}, nil
	}
	if s.Kind.Results == nil {
		return &Result{s.Name, result.Number{Name: name}}, nil
	}
	var known []string
	for _, n := range s.Kind.Results {
		for _, of := range []string{n.Name, n.Short} {
			if of != "" && !strings.Contains(of, "*") {
				known = append(known, of)
			}
		}
	}
	return nil, fmt.Errorf("%s has no result %s%s", s.Kind.Name, name, nearest.Question(name, known))
}

// Result returns the result of a name such as strength.ppg or values.rmse, or an error if no step
// can have it.
func (r *Recipe) Result(name string) (*Result, error) {
	if name == CoreHours || name == "."+CoreHours {
		return &Result{"", result.Number{Name: CoreHours, Better: -1, Meaning: "processor time of all work of a point"}}, nil
	}
	step, of, _ := strings.Cut(name, ".")
	s := r.step(step)
	if s == nil {
		return nil, fmt.Errorf("there is no step %s%s", step, nearest.Question(step, r.names()))
	}
	found, err := s.result(of)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return found, nil
}

// Results returns the main results of all steps.
func (r *Recipe) Results() (all []*Result) {
	for _, s := range r.Steps {
		for _, n := range result.Main(s.Kind.Results) {
			all = append(all, &Result{s.Name, n})
		}
	}
	return all
}

// headlines returns the names of the results of a step that tables show if they are asked for none.
func (s *Step) headlines() (all []string) {
	for _, n := range result.Main(s.Kind.Results) {
		if n.Table && (n.Short != "" || !strings.Contains(n.Name, ".")) {
			all = append(all, joinedName(s.Name, n.Name))
		}
	}
	return all
}

// Columns returns the results that a table of the points shows, by their full names.
func (r *Recipe) Columns(results []map[string]float64) []string {
	var all []string
	if r.Keep != nil {
		all = append(all, r.Keep.Name())
	}
	for _, s := range r.Steps {
		for _, name := range s.headlines() {
			has := slices.ContainsFunc(results, func(of map[string]float64) bool { _, ok := of[name]; return ok })
			if has && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return append(all, CoreHours)
}

// Unit returns the unit of a result at the points of a plan. It returns an error if the unit differs
// between points, since a setting of the step determines it: their results cannot be compared.
func (plan *Plan) Unit(of *Result) (unit result.Unit, err error) {
	var first *Point
	for _, p := range plan.Points {
		for at, w := range p.runs {
			if at.step.Name != of.Step {
				continue
			}
			is := of.UnitWith(w.isOn)
			switch {
			case first == nil:
				first, unit = p, is
			case is != unit:
				return "", fmt.Errorf("%s is in %s at %s and in %s at %s: results in different units cannot be compared",
					of.Called(), unit, first.Label(), is, p.Label())
			}
		}
	}
	if first == nil { // of a step that waits for the best point
		return of.Unit, nil
	}
	return unit, nil
}

// checkUnits finds the units of the results by which the recipe compares points.
func (plan *Plan) checkUnits(r *Recipe) error {
	for _, k := range r.compared() {
		if err := k.checkUnit(r, plan); err != nil {
			return err
		}
	}
	return nil
}

// unit returns the unit of a result of the work.
func (w *Work) unit(name string) (result.Unit, error) {
	of, err := w.Step.result(name)
	if err != nil {
		return "", err
	}
	return of.UnitWith(w.isOn), nil
}

// isOn reports whether the work has a setting that is not off.
func (w *Work) isOn(setting string) bool {
	return !slices.Contains([]string{"", "0", "false"}, w.Setting(setting))
}
