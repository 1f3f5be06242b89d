package recipe

import (
	"cmp"
	"strings"

	"go.yaml.in/yaml/v3"

	"gammonlab/internal/nearest"
	"gammonlab/internal/result"
)

// Keep says which point of a sweep is the best: by a result, or the winner of a step.
type Keep struct {
	Step, Result string // in a plan the full name of the result; "" for the winner
	Lowest       bool   // the lowest result is the best

	Short string      // name of the result for people, with that of the step; "" for the full name
	Unit  result.Unit // in a plan

	order order
	at    node
}

// order says which results of several are the best ones.
type order string

// Orders, as recipes name them.
const (
	byMeaning order = "best" // the highest or the lowest, as the result says; the highest if it says neither
	highest   order = "highest"
	lowest    order = "lowest"
)

// Name returns the name of the result, such as strength.ppg; of a winner, that of its points per game.
func (k *Keep) Name() string { return k.Step + "." + cmp.Or(k.Result, matchScore) }

// Called returns the name of the result for people.
func (k *Keep) Called() string { return cmp.Or(k.Short, k.Name()) }

// readKeep reads a result, or a mapping of an order to a result.
func readKeep(m member) (*Keep, error) {
	var k *Keep
	read := func(m member, order order) error {
		value, err := m.text("a result such as strength.ppg")
		if err != nil {
			return err
		}
		step, of, found := strings.Cut(value, ".")
		switch {
		case !found:
			return m.errorf("found %q, want a result such as strength.ppg", value)
		case k != nil:
			return m.errorf("want only one of best, highest, lowest and winner")
		}
		k = &Keep{Step: step, Result: of, order: order, at: m.node}
		return nil
	}
	winner := func(m member) error {
		step, err := m.text("the name of a step")
		if err == nil && k != nil {
			err = m.errorf("want only one of best, highest, lowest and winner")
		}
		k = &Keep{Step: step, at: m.node}
		return err
	}
	if m.yaml.Kind == yaml.ScalarNode {
		err := read(m, byMeaning)
		return k, err
	}
	fields := map[string]func(member) error{"winner": winner}
	for _, order := range []order{byMeaning, highest, lowest} {
		fields[string(order)] = func(m member) error { return read(m, order) }
	}
	err := m.fields("STEP.RESULT, {lowest: STEP.RESULT}, {highest: STEP.RESULT} or {winner: STEP}", fields)
	if err == nil && k == nil {
		err = m.errorf("want best, highest or lowest with a result, or winner with a step")
	}
	return k, err
}

// check finds the result. It returns an error if there is no such step or result, or if it needs the
// best point itself.
func (k *Keep) check(r *Recipe) error {
	s := r.step(k.Step)
	switch {
	case s == nil:
		return k.at.errorf("there is no step %s%s", k.Step, nearest.Question(k.Step, r.names()))
	case r.waitsFor(s) == best:
		return k.at.errorf("the step %s waits for the best point itself", k.Step)
	case k.IsWinner():
		return k.checkWinner(r, s)
	case r.waitsFor(s) == allPoints:
		return k.at.errorf("the step %s is about all points together, so it has no result of each; want winner: %s, or another step", k.Step, k.Step)
	}
	of, err := s.result(k.Result)
	if err != nil {
		return k.at.errorf("%w", err)
	}
	k.is(of)
	return nil
}

// is sets the result.
func (k *Keep) is(of *Result) {
	k.Step, k.Result, k.Short, k.Unit = of.Step, of.Number.Name, of.Called(), of.Unit
	k.Lowest = k.order == lowest || k.order == byMeaning && of.Better < 0
}

// checkUnit finds the unit of the result at the points of a plan. It returns an error if it differs.
func (k *Keep) checkUnit(r *Recipe, plan *Plan) error {
	of, err := r.Result(k.Name())
	if err == nil {
		k.Unit, err = plan.Unit(of)
	}
	if err != nil {
		return k.at.errorf("%w", err)
	}
	return nil
}

// By returns the order of the points of a plan by a result: the best first or, with + or - before
// the name, the highest or the lowest. It returns an error for results that no step can have, or that
// are in different units.
func (r *Recipe) By(plan *Plan, name string) (*Keep, error) {
	k := &Keep{order: byMeaning}
	for sign, order := range map[string]order{"+": highest, "-": lowest} {
		if of, signed := strings.CutPrefix(name, sign); signed {
			name, k.order = of, order
			break
		}
	}
	of, err := r.Result(name)
	if err != nil {
		return nil, err
	}
	k.is(of)
	k.Unit, err = plan.Unit(of)
	return k, err
}

// Compared returns the result by which the recipe says which point is the best, nil for none: the
// winner of a test needs no comparison.
func (r *Recipe) Compared() *Keep {
	if r.Keep.IsWinner() {
		return nil
	}
	return r.Keep
}

// compared returns the results by which the recipe compares points.
func (r *Recipe) compared() (all []*Keep) {
	if k := r.Compared(); k != nil {
		all = append(all, k)
	}
	if r.Sweep != nil && r.Sweep.Halve != nil && r.Sweep.Halve.by != nil && r.Sweep.Halve.by != r.Keep && !r.Sweep.Halve.by.IsWinner() {
		all = append(all, r.Sweep.Halve.by)
	}
	return all
}

// Remarks returns a sentence for each result by which the recipe compares points in an order that
// contradicts what the result says, with its place.
func (r *Recipe) Remarks() (all []string) {
	for _, k := range r.compared() {
		if text := k.Remark(r); text != "" {
			all = append(all, k.at.errorf("%s", text).Error())
		}
	}
	return all
}

// Remark says that the order contradicts what the result says; "" if it does not.
func (k *Keep) Remark(r *Recipe) string {
	of, err := r.Result(k.Name())
	switch {
	case err != nil:
		return ""
	case of.Better > 0 && k.order == lowest:
		return "higher " + k.Called() + " is better; the lowest counts as the best here, as asked"
	case of.Better < 0 && k.order == highest:
		return "lower " + k.Called() + " is better; the highest counts as the best here, as asked"
	}
	return ""
}
