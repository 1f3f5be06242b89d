package runs

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gammonlab/internal/nearest"
)

// fields are the properties of runs that are neither settings nor quantities.
var fields = []struct {
	name string
	of   func(r *Run) (text string, number float64)
}{
	{"run", func(r *Run) (string, float64) { return r.Name, math.NaN() }},
	{"kind", func(r *Run) (string, float64) { return string(r.Kind), math.NaN() }},
	{"state", func(r *Run) (string, float64) { return string(r.State), math.NaN() }},
	{"games", func(r *Run) (string, float64) { return "", r.progress(Games) }},
	{"positions", func(r *Run) (string, float64) { return "", r.progress(Positions) }},
	{"epochs", func(r *Run) (string, float64) { return "", r.progress(Epoch) }},
	{"hours", func(r *Run) (string, float64) { return "", r.progress(Wall) / 3600 }},
	{"core_hours", func(r *Run) (string, float64) { return "", r.CoreHours() }},
	{"positions_per_second", func(r *Run) (string, float64) { return "", r.progress(Positions) / r.progress(Wall) }},
	{"best_epoch", func(r *Run) (string, float64) {
		return "", r.mean("validation_loss", func(values []Value) float64 { return lowest(values).X })
	}},
}

// Field returns a property of the run, a setting or a quantity, as text if it is no number.
// Of several parts of a model it is the mean. A quantity is the newest value, or the best
// one if lower is better.
func (r *Run) Field(name string) (text string, number float64) {
	for _, f := range fields {
		if f.name == name {
			return f.of(r)
		}
	}
	if value := r.Setting(name); value != "" {
		text = plainValue(value)
		if number, err := strconv.ParseFloat(text, 64); err == nil {
			return "", number
		}
		return text, math.NaN()
	}
	return "", r.Value(name)
}

// Value returns the newest value of a quantity, or the best one if lower is better; of several parts
// of a model their mean; NaN if it was not measured.
func (r *Run) Value(quantity string) float64 {
	return r.mean(quantity, func(values []Value) float64 {
		if quantityOf(quantity).Better() < 0 {
			return lowest(values).Y
		}
		return values[len(values)-1].Y
	})
}

// mean returns the mean of a number of the series of a quantity, NaN without any.
func (r *Run) mean(quantity string, of func([]Value) float64) float64 {
	all := r.Series(quantity, r.axis())
	sum := 0.0
	for _, s := range all {
		sum += of(s.Values)
	}
	return sum / float64(len(all))
}

// axis returns the preferred axis that the run has.
func (r *Run) axis() Axis {
	if r.Has(Epoch) {
		return Epoch
	}
	for _, axis := range axes {
		if r.Has(axis) {
			return axis
		}
	}
	return Wall
}

// progress returns the progress of the run on an axis, NaN if it is unknown.
func (r *Run) progress(axis Axis) float64 {
	if n := r.Reached(axis); r.Has(axis) && r.Lines() > 0 && finite(n) && n >= 0 {
		return n
	}
	return math.NaN()
}

// CoreHours returns the processor time of the run in hours, NaN if its metrics lack it.
func (r *Run) CoreHours() float64 {
	if len(r.points) == 0 {
		return math.NaN()
	}
	return slices.MaxFunc(r.points, func(a, b point) int { return cmp.Compare(a.cpu, b.cpu) }).cpu / 3600
}

// lowest returns the value with the lowest Y.
func lowest(values []Value) Value {
	return slices.MinFunc(values, func(a, b Value) int { return cmp.Compare(a.Y, b.Y) })
}

// names lists the names that [Run.Field] knows in any of the runs.
func names(all []*Run) []string {
	var list []string
	for _, f := range fields {
		list = append(list, f.name)
	}
	for _, q := range Quantities(all) {
		list = append(list, q.Name)
	}
	var settings []string
	for _, r := range all {
		for _, s := range r.Config {
			settings = append(settings, s.Name)
		}
	}
	slices.Sort(settings)
	return append(list, slices.Compact(settings)...)
}

// known returns an error for a name that [Run.Field] knows in none of the runs.
func known(all []*Run, name string) error {
	if list := names(all); !slices.Contains(list, name) {
		return fmt.Errorf("no run has %q%s", name, nearest.Question(name, list))
	}
	return nil
}

// Sort sorts runs by a property, a setting or a quantity: the best first, if higher or lower values of
// the quantity are better, else from the lowest to the highest; with + before the name always so, or
// the other way round if the name follows a minus sign. Runs without it are last.
func Sort(all []*Run, by string) error {
	name, falls := strings.CutPrefix(by, "-")
	name, rises := strings.CutPrefix(name, "+")
	falls = falls || !rises && quantityOf(name).Better() > 0
	if err := known(all, name); err != nil {
		return err
	}
	slices.SortStableFunc(all, func(a, b *Run) int {
		text, number := a.Field(name)
		otherText, other := b.Field(name)
		unknown := func(text string, number float64) int {
			if text == "" && number != number {
				return 1
			}
			return 0
		}
		if order := cmp.Compare(unknown(text, number), unknown(otherText, other)); order != 0 {
			return order
		}
		order := cmp.Or(cmp.Compare(text, otherText), cmp.Compare(number, other))
		if falls {
			order = -order
		}
		return order
	})
	return nil
}

// condition compares a property, a setting or a quantity with a value.
var condition = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*([\w.-]+?)\s*(<=|>=|!=|=|<|>)\s*(.*?)\s*$`)
})

// Select returns the runs that meet a condition such as lambda=0.7, validation_loss<0.05 or
// state!=running. Runs without the name meet != only.
func Select(all []*Run, text string) ([]*Run, error) {
	meets, err := conditionOf(all, text)
	if err != nil {
		return nil, err
	}
	var chosen []*Run
	for _, r := range all {
		if meets(r) {
			chosen = append(chosen, r)
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("none of the %d runs meets %q", len(all), text)
	}
	return chosen, nil
}

// Meets reports whether the run meets a condition, see [Select].
func (r *Run) Meets(text string) (bool, error) {
	meets, err := conditionOf([]*Run{r}, text)
	return err == nil && meets(r), err
}

// conditionOf reads a condition on runs.
func conditionOf(all []*Run, text string) (func(r *Run) bool, error) {
	parts := condition().FindStringSubmatch(text)
	if parts == nil {
		return nil, fmt.Errorf("%q, want NAME=VALUE, or != < <= > >= instead of =", text)
	}
	name, operator, value := parts[1], parts[2], plainValue(parts[3])
	if err := known(all, name); err != nil {
		return nil, err
	}
	limit, err := strconv.ParseFloat(value, 64)
	isNumber := err == nil
	if !isNumber && strings.ContainsAny(operator, "<>") {
		return nil, fmt.Errorf("%q compares with %q, want a number", text, value)
	}
	return func(r *Run) bool {
		found, number := r.Field(name)
		equal := found == value && (found != "" || value == "" && number != number) || isNumber && number == limit
		return map[string]bool{"=": equal, "!=": !equal, "<": number < limit, "<=": number <= limit, ">": number > limit, ">=": number >= limit}[operator]
	}, nil
}
