package fit

import (
	"fmt"
	"slices"
)

// predictor is a difference of error rates.
type predictor struct {
	name string
	of   func(p *Point) float64
}

var (
	linearPredictors   = []predictor{{"DEPD", func(p *Point) float64 { return p.DEPD }}}
	bilinearPredictors = []predictor{
		{"EPM", func(p *Point) float64 { return p.EPM }},
		{"EPC", func(p *Point) float64 { return p.EPC }},
	}
)

// form is a model that is not fitted yet: its predictors and its points.
type form struct {
	predictors []predictor
	manual     []curve // curves of the manual's coefficients
	lengths    []*lengthForm
	withLevel  bool
}

// curve is a coefficient by match length: constant + inverse/N.
type curve struct{ constant, inverse float64 }

func (c curve) at(length float64) float64 { return c.constant + c.inverse/length }

// lengthForm is a form at one length.
type lengthForm struct {
	*form
	length    int
	members   []int // indexes of points
	level     bool  // the terms of Level can be determined
	condition float64
}

// newForm finds the lengths at which the points of a model determine its coefficients,
// and returns an error for each of the others.
func newForm(predictors []predictor, manual []curve, points []Point, part []int, withLevel bool) (*form, []error) {
	f := &form{predictors: predictors, manual: manual, withLevel: withLevel}
	byLength := map[int][]int{}
	for _, i := range part {
		byLength[points[i].Length] = append(byLength[points[i].Length], i)
	}
	var faults []error
	for n, members := range byLength {
		l := &lengthForm{form: f, length: n, members: members}
		if err := l.check(points); err != nil {
			faults = append(faults, fmt.Errorf("%s, matches to %d: %w", f.name(), n, err))
			continue
		}
		f.lengths = append(f.lengths, l)
	}
	slices.SortFunc(f.lengths, func(a, b *lengthForm) int { return a.length - b.length })
	slices.SortFunc(faults, func(a, b error) int { return len(a.Error()) - len(b.Error()) })
	return f, faults
}

func (f *form) name() string {
	if len(f.predictors) == 1 {
		return "the linear model"
	}
	return "the bilinear model"
}

// check returns an error unless there are more points than coefficients and the
// predictors can be distinguished.
func (l *lengthForm) check(points []Point) error {
	k := len(l.predictors)
	if len(l.members) < k+1 {
		return fmt.Errorf("%d pairs of players, want at least %d", len(l.members), k+1)
	}
	for _, p := range l.predictors {
		if !slices.ContainsFunc(l.members, func(i int) bool { return p.of(&points[i]) != 0 }) {
			return fmt.Errorf("%s is 0 for all pairs", p.name)
		}
	}
	l.condition = l.system(points, nil).condition()
	if !(l.condition < tooCollinear) {
		return fmt.Errorf("EPM and EPC cannot be told apart: the condition of their columns is %.3g, want less than %d",
			l.condition, tooCollinear)
	}
	l.level = l.withLevel && len(l.members) > 1+levelTerms && l.bothErr(points) && l.levelSystem(points, nil).condition() < tooCollinear
	return nil
}

// system returns the equations at this length, for the points with there[i]; for all
// points if there is nil.
func (l *lengthForm) system(points []Point, there []bool) *system {
	s := &system{columns: len(l.predictors)}
	row := make([]float64, len(l.predictors))
	for _, i := range l.members {
		if there != nil && !there[i] {
			continue
		}
		p := &points[i]
		for j := range l.predictors {
			row[j] = l.predictors[j].of(p)
		}
		s.add(p.R, p.RErr*p.RErr, row...)
	}
	return s
}
