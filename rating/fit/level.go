package fit

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// nothing is the share of a sum of squares that may come from rounding.
const nothing = 1e-20

// levelMethod is the method of the test of levels: it compares sums of squares,
// which robust fits do not minimise.
func levelMethod(m Method) Method {
	if m == Robust {
		return OLS
	}
	return m
}

// levelTerms is the number of terms that [Level] adds.
const levelTerms = 2

// levelSystem returns the equations of a length with the additional columns of [Level].
func (l *lengthForm) levelSystem(points []Point, there []bool) *system {
	s := &system{columns: 1 + levelTerms}
	for _, i := range l.members {
		if there == nil || there[i] {
			p := &points[i]
			both := 2 * min(p.RatesA.Decision, p.RatesB.Decision)
			s.add(p.R, p.RErr*p.RErr, p.DEPD, p.DEPD*math.Abs(p.DEPD), p.DEPD*both)
		}
	}
	return s
}

// bothErr reports whether there is a pair in which both players err: the lower of their
// rates is at least a tenth of the greatest rate of all. The rate of a player without
// noise is not exactly 0, because of rounding or because another model judged.
func (l *lengthForm) bothErr(points []Point) bool {
	greatest, lesser := 0.0, 0.0
	for _, i := range l.members {
		a, b := points[i].RatesA.Decision, points[i].RatesB.Decision
		greatest, lesser = max(greatest, a, b), max(lesser, min(a, b))
	}
	return lesser >= greatest/10
}

// levelTest tests the terms of [Level], whose coefficients are c: by the reduction of the
// sum of squares, and by their values in the resamples, from column at on.
func (s *study) levelTest(l *lengthForm, points []Point, c []float64, drawn [][]float64, at int) *Level {
	m := levelMethod(s.o.Method)
	t := &Level{
		Curvature: s.o.estimate(c[0], column(drawn, at), nil),
		Level:     s.o.estimate(c[1], column(drawn, at+1), nil),
		PF:        1,
	}
	sum := func(of *system) float64 {
		beta, _ := of.solve(m) // no error: solve succeeded before
		return of.sum(m, beta)
	}
	plain := l.system(points, nil)
	without, with := sum(plain), sum(l.levelSystem(points, nil))
	freedom := float64(len(l.members) - 1 - levelTerms)
	switch tiny := nothing * plain.sum(m, nil); {
	case with > tiny:
		t.F = max(0, without-with) / levelTerms / (with / freedom)
		t.PF = distuv.F{D1: levelTerms, D2: freedom}.Survival(t.F)
	case without > tiny: // the terms explain all of the rest
		t.PF = 0
	}
	t.PCurvature, t.PLevel = notZero(&t.Curvature), notZero(&t.Level)
	return t
}

// notZero returns the two-sided probability of an estimate this far from 0 if the true
// value is 0; 1 without a standard error.
func notZero(e *Estimate) float64 {
	if e.StdErr == 0 {
		return 1
	}
	return 2 * distuv.UnitNormal.Survival(math.Abs(e.Value)/e.StdErr)
}
