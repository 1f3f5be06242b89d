package fit

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// nothing is the share of a sum of squares that may be rounding.
const nothing = 1e-20

// levelMethod is the method of the test of levels: it compares sums of squares,
// which robust fits do not minimise.
func levelMethod(m Method) Method {
	if m == Robust {
		return OLS
	}
	return m
}

// levelSystem is the system of a length with the column of [Level] besides.
func (l *lengthForm) levelSystem(points []Point, there []bool) *system {
	s := &system{columns: 2}
	for _, i := range l.members {
		if there == nil || there[i] {
			p := &points[i]
			s.add(p.R, p.RErr*p.RErr, p.DEPD, p.DEPD*(p.RatesA.Decision+p.RatesB.Decision))
		}
	}
	return s
}

// levelTest tests the term of [Level], whose coefficient is c: by what it takes
// off the sum of squares, and by what c is in resamples.
func (s *study) levelTest(l *lengthForm, points []Point, c float64, drawn []float64) *Level {
	m := levelMethod(s.o.Method)
	t := &Level{C: s.o.estimate(c, drawn, nil), PF: 1, P: 1}
	sum := func(of *system) float64 {
		beta, _ := of.solve(m) // it was solved before
		return of.sum(m, beta)
	}
	plain := l.system(points, nil)
	without, with := sum(plain), sum(l.levelSystem(points, nil))
	freedom := float64(len(l.members) - 2)
	switch tiny := nothing * plain.sum(m, nil); {
	case with > tiny:
		t.F = max(0, without-with) / (with / freedom)
		t.PF = distuv.F{D1: 1, D2: freedom}.Survival(t.F)
	case without > tiny: // the term explains all that is left
		t.PF = 0
	}
	if t.C.StdErr > 0 {
		t.P = 2 * distuv.UnitNormal.Survival(math.Abs(c)/t.C.StdErr)
	}
	return t
}
