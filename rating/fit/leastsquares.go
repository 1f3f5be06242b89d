package fit

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// system is an overdetermined system of equations y = x·β, one for each point.
type system struct {
	columns  int
	x        []float64 // by point, then column
	y        []float64
	variance []float64 // of y; may be nil for OLS
}

func (s *system) add(y, variance float64, x ...float64) {
	s.columns = len(x)
	s.x, s.y, s.variance = append(s.x, x...), append(s.y, y), append(s.variance, variance)
}

var (
	errFew       = errors.New("too few points")
	errCollinear = errors.New("the predictors are collinear")
	errSure      = errors.New("a point with the standard error 0 has no weight")
)

// solve returns β by the given method.
func (s *system) solve(m Method) ([]float64, error) {
	if len(s.y) < s.columns {
		return nil, errFew
	}
	weights := make([]float64, len(s.y))
	for i := range weights {
		weights[i] = 1
		if m == WLS {
			if s.variance[i] == 0 {
				return nil, errSure
			}
			weights[i] = 1 / s.variance[i]
		}
	}
	if m == Robust {
		return s.robust(weights)
	}
	return s.weighted(weights)
}

// weighted minimises Σw·residual² by the QR decomposition of √w·x, the columns
// scaled to length 1: predictors may differ by orders of magnitude.
func (s *system) weighted(w []float64) ([]float64, error) {
	a, b := mat.NewDense(len(s.y), s.columns, nil), mat.NewVecDense(len(s.y), nil)
	for i, y := range s.y {
		root := math.Sqrt(w[i])
		for j := range s.columns {
			a.Set(i, j, root*s.x[i*s.columns+j])
		}
		b.SetVec(i, root*y)
	}
	norms, ok := unitColumns(a)
	if !ok {
		return nil, errCollinear
	}
	var qr mat.QR
	qr.Factorize(a)
	var beta mat.VecDense
	if err := qr.SolveVecTo(&beta, false, b); err != nil {
		return nil, errCollinear
	}
	for j, norm := range norms {
		beta.SetVec(j, beta.AtVec(j)/norm)
	}
	return beta.RawVector().Data, nil
}

// Constants of the robust fit: two give 95 % of the efficiency of least squares if errors
// are normal (Huber, Annals of Mathematical Statistics 35, 1964; Beaton and Tukey,
// Technometrics 16, 1974); 1/Φ⁻¹(¾) turns the median absolute residual into a standard
// deviation.
const (
	huberK     = 1.345
	bisquareC  = 4.685
	madToSigma = 1.4826

	robustSteps = 50
	robustClose = 1e-9 // relative change of β below which the iteration ends
)

// robust reweights least squares step by step: first with Huber's weights, from the
// ordinary fit on, then with bisquare weights, which can be 0 for outliers. Residuals are
// scaled by their median absolute value. The iteration ends if most points lie exactly on
// the fit.
func (s *system) robust(w []float64) ([]float64, error) {
	beta, err := s.weighted(w)
	if err != nil {
		return nil, err
	}
	for _, weight := range []func(u float64) float64{
		func(u float64) float64 { return min(1, huberK/math.Abs(u)) },
		func(u float64) float64 { u = min(1, math.Abs(u)/bisquareC); return (1 - u*u) * (1 - u*u) },
	} {
		for range robustSteps {
			residuals := s.residuals(beta)
			scale := madToSigma * medianAbs(residuals)
			if scale <= robustClose*medianAbs(s.y) {
				return beta, nil
			}
			for i, r := range residuals {
				w[i] = weight(r / scale)
			}
			next, err := s.weighted(w)
			if err != nil {
				return nil, err
			}
			settled := near(beta, next)
			if beta = next; settled {
				break
			}
		}
	}
	return beta, nil
}

func near(a, b []float64) bool {
	for i := range a {
		if math.Abs(a[i]-b[i]) > robustClose*math.Abs(b[i]) {
			return false
		}
	}
	return true
}

// residuals returns y - x·β.
func (s *system) residuals(beta []float64) []float64 {
	r := slices.Clone(s.y)
	for i := range r {
		for j, b := range beta {
			r[i] -= b * s.x[i*s.columns+j]
		}
	}
	return r
}

func medianAbs(x []float64) float64 {
	abs := make([]float64, len(x))
	for i, v := range x {
		abs[i] = math.Abs(v)
	}
	slices.Sort(abs)
	return (abs[(len(abs)-1)/2] + abs[len(abs)/2]) / 2
}

// rSquared returns 1 - Σresidual²/Σ(y - mean)², 0 if all y are the same. It can be
// negative, because the fit goes through the origin.
func (s *system) rSquared(beta []float64) float64 {
	mean := stat.Mean(s.y, nil)
	total := 0.0
	for _, y := range s.y {
		total += (y - mean) * (y - mean)
	}
	if total == 0 {
		return 0
	}
	return 1 - sumSquares(s.residuals(beta))/total
}

// sum returns the sum of squared residuals for β, or of y² if β is nil, with the weights
// of the method.
func (s *system) sum(m Method, beta []float64) float64 {
	r := s.residuals(beta)
	for i := range r {
		if m == WLS {
			r[i] /= math.Sqrt(s.variance[i])
		}
	}
	return sumSquares(r)
}

func sumSquares(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v * v
	}
	return sum
}

// tooCollinear is the smallest condition number at which the predictors cannot be
// distinguished (Belsley, Kuh and Welsch, Regression Diagnostics, 1980: 30 or more is
// strong collinearity).
const tooCollinear = 30

// condition returns the condition number of the columns, each scaled to length 1;
// infinite if a column is 0 or a linear combination of others.
func (s *system) condition() float64 {
	a := mat.NewDense(len(s.y), s.columns, slices.Clone(s.x))
	if _, ok := unitColumns(a); !ok {
		return math.Inf(1)
	}
	return mat.Cond(a, 2)
}

// unitColumns scales the columns to length 1 and returns their previous lengths; ok is
// false if one of the columns is 0.
func unitColumns(a *mat.Dense) (norms []float64, ok bool) {
	_, columns := a.Dims()
	for j := range columns {
		column := a.ColView(j).(*mat.VecDense)
		norm := mat.Norm(column, 2)
		if norm == 0 {
			return nil, false
		}
		column.ScaleVec(1/norm, column)
		norms = append(norms, norm)
	}
	return norms, true
}
