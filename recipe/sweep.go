package recipe

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gammonlab/internal/nearest"
	"gammonlab/internal/seed"
	"gammonlab/internal/setting"
)

// Sweep is a set of points: all combinations of values, those that differ from the first values in
// one setting, or a random sample.
type Sweep struct {
	Axes   []Axis
	Single bool // one setting at a time; seeds are combined with all
	Sample int  // number of random points; 0 for no sample
	Halve  *Halve
	at     node
}

// Axis is a setting of a step, or the seed of the recipe, with its values.
type Axis struct {
	Name   string // such as net.rate
	Values []string
	Range  *Range // instead of values
	at     node
}

// Range is an interval from which a sample draws.
type Range struct {
	From, To float64
	Log      bool

	whole bool // only whole numbers, by the type of the setting
}

// Assignment is the value of a setting at a point.
type Assignment struct {
	Name, Value string

	text  text
	aside bool // differs from the first value in a sweep of one setting at a time
	at    node
}

// singleKey is the key of [Sweep.Single].
const singleKey = "one-at-a-time"

// mostPoints is the largest number of points of a sweep.
const mostPoints = 10000

func (r *Recipe) readSweep(m member) (*Sweep, error) {
	s := &Sweep{at: m.node}
	members, err := m.members("settings with their values, such as net.rate: [0.001, 0.002]")
	if err != nil {
		return nil, err
	}
	for _, of := range members {
		if of.key == "halve" {
			if s.Halve, err = r.readHalve(of); err != nil {
				return nil, err
			}
			continue
		}
		if of.key == singleKey {
			if err := of.decode(&s.Single, "true or false"); err != nil {
				return nil, err
			}
			continue
		}
		if of.key == "sample" {
			if err := of.decode(&s.Sample, "a number of points"); err != nil {
				return nil, err
			}
			if s.Sample < 1 || s.Sample > mostPoints {
				return nil, of.errorf("%d, want 1 to %d", s.Sample, mostPoints)
			}
			continue
		}
		axis, err := readAxis(of)
		if err != nil {
			return nil, err
		}
		s.Axes = append(s.Axes, *axis)
	}
	for _, a := range s.Axes {
		if a.Range != nil && s.Sample == 0 {
			return nil, a.at.errorf("a range needs sample: the number of random points")
		}
	}
	if s.Single && s.Sample > 0 {
		return nil, m.errorf("%s contradicts sample, which draws all settings at once", singleKey)
	}
	if s.Axes == nil {
		return nil, m.errorf("no settings, want for example net.rate: [0.001, 0.002]")
	}
	return s, nil
}

func readAxis(m member) (*Axis, error) {
	a := &Axis{Name: m.key, at: m.node}
	var err error
	if a.Values, err = m.texts("a list of values, or a range {from: 0.001, to: 0.01}"); err == nil {
		for i, value := range a.Values {
			if slices.Contains(a.Values[:i], value) {
				return nil, m.errorf("%q is there twice", value)
			}
		}
		if len(a.Values) == 0 {
			err = m.errorf("no values")
		}
		return a, err
	}
	a.Values, a.Range = nil, &Range{From: math.NaN(), To: math.NaN()}
	err = m.fields("a list of values, or a range {from: 0.001, to: 0.01}", map[string]func(member) error{
		"from": into(&a.Range.From, "a number"), "to": into(&a.Range.To, "a number"), "log": into(&a.Range.Log, "true or false"),
	})
	if err != nil {
		return nil, err
	}
	r := a.Range
	if !(r.From < r.To) || r.Log && r.From <= 0 || math.IsInf(r.To-r.From, 0) {
		return nil, m.errorf("want from below to, and with log from above 0")
	}
	return a, nil
}

// points returns the values at the points of the sweep; without a sweep, one point without
// values.
func (r *Recipe) points() ([][]Assignment, error) {
	if r.Keep != nil {
		if err := r.Keep.check(r); err != nil {
			return nil, err
		}
	}
	needsBest := func(s *Step) bool { return r.waitsFor(s) == best }
	if i := slices.IndexFunc(r.Steps, needsBest); i >= 0 && (r.Sweep == nil || r.Keep == nil) {
		return nil, r.Steps[i].at.errorf("${best}: the recipe has no sweep and keep, which choose the best point")
	}
	if r.Sweep == nil {
		return [][]Assignment{nil}, nil
	}
	all := [][]Assignment{nil}
	for i := range r.Sweep.Axes {
		a := &r.Sweep.Axes[i]
		if err := r.checkAxis(a); err != nil {
			return nil, err
		}
		if r.Sweep.Sample > 0 {
			continue
		}
		var err error
		if all, err = r.Sweep.along(a, all); err != nil {
			return nil, err
		}
	}
	if r.Sweep.Sample > 0 {
		return r.sample()
	}
	return all, nil
}

// along returns the points with the values of one more axis.
func (s *Sweep) along(a *Axis, points [][]Assignment) (all [][]Assignment, err error) {
	for _, before := range points {
		aside := slices.ContainsFunc(before, func(v Assignment) bool { return v.aside })
		for i, value := range a.Values {
			v, err := a.assignment(value)
			if err != nil {
				return nil, err
			}
			v.aside = s.Single && i > 0 && !v.isSeed()
			if v.aside && aside {
				continue
			}
			if len(all) == mostPoints {
				return nil, s.at.errorf("more than %d points: want fewer values, %s, or sample", mostPoints, singleKey)
			}
			all = append(all, append(slices.Clone(before), v))
		}
	}
	return all, nil
}

// checkAxis returns an error if the axis is no setting of a step.
func (r *Recipe) checkAxis(a *Axis) error {
	if a.Name == seedName {
		for _, value := range a.Values {
			if err := setting.SetText(new(uint64), value); err != nil {
				return a.at.errorf("%w", err)
			}
		}
		return a.checkRange(Whole)
	}
	step, name, _ := strings.Cut(a.Name, ".")
	s := r.step(step)
	switch {
	case s == nil:
		return a.at.errorf("there is no step %s%s", step, nearest.Question(step, r.names()))
	case s.Kind.setting(name) == nil:
		return a.at.errorf("unknown setting of %s%s", s.Kind.Name, nearest.Question(name, s.Kind.Names()))
	case r.waitsFor(s) == best:
		return a.at.errorf("the step %s waits for the best point of the sweep", step)
	case r.waitsFor(s) == allPoints:
		return a.at.errorf("the step %s waits for all points of the sweep", step)
	}
	return a.checkRange(s.Kind.setting(name).Type)
}

// checkRange returns an error if the range has no value of the type of the setting.
func (a *Axis) checkRange(of Type) error {
	if r := a.Range; r != nil && of == Whole {
		if r.whole = true; math.Ceil(r.From) > math.Floor(r.To) {
			return a.at.errorf("no whole number is between %v and %v", r.From, r.To)
		}
		if a.Name == seedName && r.From < 0 {
			return a.at.errorf("want a range of seeds from 0 up")
		}
	}
	return nil
}

// assignment returns the axis with one of its values.
func (a *Axis) assignment(value string) (Assignment, error) {
	t, err := parseText(value)
	if err != nil {
		return Assignment{}, a.at.errorf("%w", err)
	}
	if t == nil {
		t = text{}
	}
	return Assignment{Name: a.Name, Value: value, text: t, at: a.at}, nil
}

// sample draws the points of a random sample. The first points of a larger sample are those
// of a smaller one.
func (r *Recipe) sample() ([][]Assignment, error) {
	var all [][]Assignment
	for i := range r.Sweep.Sample {
		draw := rand.New(seed.Stream(1, uint64(i)))
		var point []Assignment
		for j := range r.Sweep.Axes {
			a := &r.Sweep.Axes[j]
			value := ""
			if a.Range != nil {
				value = a.Range.at(draw.Float64())
			} else {
				value = a.Values[draw.IntN(len(a.Values))]
			}
			v, err := a.assignment(value)
			if err != nil {
				return nil, err
			}
			point = append(point, v)
		}
		all = append(all, point)
	}
	return all, nil
}

// at returns the number at a share of the range, with four digits if it need not be whole.
// Whole numbers have equal shares of a range that is not logarithmic.
func (r *Range) at(share float64) string {
	if r.Log {
		x := r.From * math.Pow(r.To/r.From, share)
		if r.whole {
			return wholeText(min(max(math.Round(x), math.Ceil(r.From)), math.Floor(r.To)))
		}
		return fmt.Sprintf("%.4g", x)
	}
	if r.whole {
		least, most := math.Ceil(r.From), math.Floor(r.To)
		return wholeText(min(least+math.Floor(share*(most-least+1)), most))
	}
	return fmt.Sprintf("%.4g", r.From+share*(r.To-r.From))
}

func wholeText(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// Label returns the values of a point, such as net.rate=0.002 seed=1.
func (p *Point) Label() string { return labelOf(p.Values) }

func labelOf(values []Assignment) string {
	var all []string
	for _, v := range values {
		all = append(all, v.Name+"="+v.Value)
	}
	return strings.Join(all, " ")
}
