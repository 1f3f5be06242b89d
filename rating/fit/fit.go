package fit

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"gammonlab/rating"
	"gammonlab/rating/simulate"
)

// manualLinear is the manual's coefficient of DEPD.
var manualLinear = curve{11971, 23681}

// manualBilinear returns the manual's coefficients of EPM and EPC.
func manualBilinear() []curve {
	m := rating.Manual
	return []curve{{m.PlayA, m.PlayB}, {m.CubeA, m.CubeB}}
}

// Fit fits the models to the matches of one or several studies. The default is ordinary
// least squares, as in the manual; WLS weights points by the inverse of the variance of
// their R; Robust uses iteratively reweighted least squares, first with Huber's weights
// (k = 1.345), then with bisquare weights (c = 4.685), scaled by the median absolute
// residual.
//
// It returns an error for an impossible match, for a match that occurs twice, and if no
// length has two points with different error rates. Other results that cannot be
// determined are left out; the report's notes list them.
func Fit(ctx context.Context, rows []simulate.Row, o Options) (*Report, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o.setDefaults()
	groups, err := groupRows(rows, o.Lengths)
	if err != nil {
		return nil, err
	}
	r := &Report{
		Method: o.Method, Part: o.Part, Bootstrap: o.Bootstrap, Confidence: o.Confidence, Seed: o.Seed, Notes: []string{},
	}
	s := &study{o: o}
	for i := range groups {
		g := &groups[i]
		total := g.total(func(*simulate.Row) bool { return true })
		p, err := newPoint(g.key, &total)
		if err != nil {
			r.note("%v is left out: %v", g.key, err)
			continue
		}
		r.Matches += p.Matches
		r.Points, s.groups = append(r.Points, p), append(s.groups, *g)
	}
	if err := s.choose(r); err != nil {
		return nil, err
	}
	return r, s.fill(ctx, r)
}

func (r *Report) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// choose selects the points of each model.
func (s *study) choose(r *Report) error {
	part := parts(r.Points, s.o.Part)
	if len(r.Points) > 0 && len(part[0]) == 0 {
		return fmt.Errorf("there are no pairs of part %s", s.o.Part)
	}
	linear, faults := newForm(linearPredictors, []curve{manualLinear}, r.Points, part[0], true)
	for _, err := range faults {
		r.note("%v", err)
	}
	if len(linear.lengths) == 0 {
		return r.nothing()
	}
	if len(part[1]) == 0 {
		r.note("the bilinear model: each player has the same noise in checker play and cube decisions, " +
			"so EPM and EPC rise together; part 2 of the study has pairs that separate them")
	}
	bilinear, faults := newForm(bilinearPredictors, manualBilinear(), r.Points, part[1], false)
	for _, err := range faults {
		r.note("%v", err)
	}
	s.forms = []*form{linear}
	if len(bilinear.lengths) > 0 {
		s.forms = append(s.forms, bilinear)
	}
	return nil
}

// nothing returns the error for a study in which no length can be fitted. The error
// contains the first notes.
func (r *Report) nothing() error {
	const most = 3
	shown, more := r.Notes, ""
	if n := len(shown) - most; n > 0 {
		shown, more = shown[:most], fmt.Sprintf("; and %d more", n)
	}
	return fmt.Errorf("there is nothing to fit: %s%s", strings.Join(shown, "; "), more)
}

// parts returns the points of the linear and of the bilinear model.
func parts(points []Point, part Part) [2][]int {
	var all, equal, mixed []int
	for i := range points {
		all = append(all, i)
		if points[i].Equal() {
			equal = append(equal, i)
		} else {
			mixed = append(mixed, i)
		}
	}
	switch part {
	case All:
		return [2][]int{all, all}
	case Equal:
		return [2][]int{equal, equal}
	case Mixed:
		return [2][]int{mixed, mixed}
	}
	if len(equal) == 0 {
		equal = all
	}
	return [2][]int{equal, mixed}
}

// fill fits the models and sets their fields of the report.
func (s *study) fill(ctx context.Context, r *Report) error {
	best := s.coefficients(r.Points, nil)
	for _, x := range best {
		if math.IsNaN(x) {
			return fmt.Errorf("method %s: %w", s.o.Method, s.firstFault(r.Points))
		}
	}
	drawn, missing, err := s.resample(ctx)
	if err != nil {
		return err
	}
	if missing > 0 {
		r.note("of %d pairs and lengths in each of %d resamples, %d in all have no rating difference and are left out",
			len(s.groups), s.o.Bootstrap, missing)
	}
	at := 0
	for i, f := range s.forms {
		model := s.model(f, r, best, drawn, &at)
		if i == 0 {
			r.Linear = model
		} else {
			r.Bilinear = model
		}
	}
	if r.Bilinear != nil {
		s.holdOut(r)
	}
	return nil
}

// firstFault returns the error of a fit that should succeed.
func (s *study) firstFault(points []Point) error {
	for _, f := range s.forms {
		for _, l := range f.lengths {
			if _, err := l.system(points, nil).solve(s.o.Method); err != nil {
				return fmt.Errorf("%s, matches to %d: %w", f.name(), l.length, err)
			}
			if l.level {
				if _, err := l.levelSystem(points, nil).solve(levelMethod(s.o.Method)); err != nil {
					return fmt.Errorf("test of levels, matches to %d: %w", l.length, err)
				}
			}
		}
	}
	panic("fit: all fits succeed")
}

// model collects the results of a form, whose coefficients begin at *at.
func (s *study) model(f *form, r *Report, best []float64, drawn [][]float64, at *int) *Model {
	m := new(Model)
	for _, p := range f.predictors {
		m.Predictors = append(m.Predictors, p.name)
	}
	k := len(f.predictors)
	var lengths []int
	values, resamples := make([][]float64, k), make([][][]float64, k) // by predictor, then length
	for _, l := range f.lengths {
		beta := best[*at : *at+k]
		fit := s.lengthFit(l, r, beta)
		fit.Covariance = covariance(drawn, *at, k)
		for j := range k {
			c := column(drawn, *at+j)
			manual := f.manual[j].at(float64(l.length))
			fit.Coefficients = append(fit.Coefficients, s.o.estimate(beta[j], c, &manual))
			values[j], resamples[j] = append(values[j], beta[j]), append(resamples[j], c)
		}
		*at += k
		if l.level {
			fit.Level = s.levelTest(l, r.Points, best[*at:*at+levelTerms], drawn, *at)
			*at += levelTerms
		}
		lengths = append(lengths, l.length)
		m.Lengths = append(m.Lengths, fit)
	}
	if len(lengths) < 2 {
		r.note("%s has one length: the dependence of its coefficients on the length cannot be determined", f.name())
		return m
	}
	drawnTrends := make([][]curve, k)
	for j := range k {
		of := func(how weighting) (Trend, []curve) {
			return s.o.trend(lengths, values[j], resamples[j], f.manual[j], how)
		}
		best, curves := of(byVariance)
		even, _ := of(evenly)
		long, _ := of(byLength)
		m.Trends, m.Unweighted, m.AsManual = append(m.Trends, best), append(m.Unweighted, even), append(m.AsManual, long)
		drawnTrends[j] = curves
	}
	m.Covariance = trendCovariance(drawnTrends)
	return m
}

// lengthFit returns how well the coefficients fit the points of a length, and stores the
// residuals in the points.
func (s *study) lengthFit(l *lengthForm, r *Report, beta []float64) LengthFit {
	system := l.system(r.Points, nil)
	residuals := system.residuals(beta)
	fit := LengthFit{
		Length: l.length, Points: len(l.members), Condition: l.condition,
		R2: system.rSquared(beta), RMS: math.Sqrt(sumSquares(residuals) / float64(len(residuals))),
		Raw: append([]float64{}, s.raw(l, r.Points)...),
	}
	freedom := -len(beta)
	for i, member := range l.members {
		p := &r.Points[member]
		fit.Matches += p.Matches
		if p.RErr > 0 {
			fit.ChiSquare += residuals[i] * residuals[i] / (p.RErr * p.RErr)
			freedom++
		}
		if len(beta) == 1 {
			p.LinearResidual = &residuals[i]
		} else {
			p.BilinearResidual = &residuals[i]
		}
	}
	fit.P = 1
	if freedom > 0 {
		fit.P = distuv.ChiSquared{K: float64(freedom)}.Survival(fit.ChiSquare)
	}
	return fit
}

// raw returns the coefficients fitted to results that are not luck-adjusted, or none if
// one of the points has no such R.
func (s *study) raw(l *lengthForm, points []Point) []float64 {
	system := l.system(points, nil)
	for i, member := range l.members {
		p := &points[member]
		if p.RawR == nil {
			return nil
		}
		slope := ratingSlope(p.Won, p.Length)
		system.y[i], system.variance[i] = *p.RawR, slope*slope*p.Won*(1-p.Won)/float64(p.Matches)
	}
	beta, err := system.solve(s.o.Method)
	if err != nil {
		return nil
	}
	return beta
}
