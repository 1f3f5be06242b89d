package fit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gammonlab/internal/seed"
	"gammonlab/rating"
	"gammonlab/rating/simulate"
)

// heldOutStream is the item whose streams draw pairs for the interval of [HeldOut]; the
// streams of resamples come directly from the seed.
const heldOutStream = 1 << 40

// Names of the predictors of held-out matches.
const (
	guessLinear         = "linear"
	guessBilinear       = "bilinear"
	guessEqual          = "linear, fitted to equal pairs"
	guessManualLinear   = "manual's linear"
	guessManualBilinear = "manual's bilinear"
)

// half has the points of one half of the matches.
type half struct {
	points []Point
	there  []bool
}

// split returns the points of the matches with even and with odd numbers.
func (s *study) split() (halves [2]half) {
	for h := range halves {
		for i := range s.groups {
			total := s.groups[i].total(func(r *simulate.Row) bool { return int(r.Match)&1 == h })
			p, err := newPoint(s.groups[i].key, &total)
			halves[h].points, halves[h].there = append(halves[h].points, p), append(halves[h].there, err == nil)
		}
	}
	return halves
}

// coefficients are the fitted coefficients of a model by length.
type coefficients map[int][]float64

// learn fits a form to a half; it returns an error if there are too few points.
func (f *form) learn(h *half, m Method) (coefficients, error) {
	c := coefficients{}
	for _, l := range f.lengths {
		beta, err := l.system(h.points, h.there).solve(m)
		if err != nil {
			return nil, fmt.Errorf("%s, matches to %d: %w", f.name(), l.length, err)
		}
		c[l.length] = beta
	}
	return c, nil
}

// manualCoefficients returns the manual's coefficients at the lengths of a form.
func (f *form) manualCoefficients() coefficients {
	c := coefficients{}
	for _, l := range f.lengths {
		for _, m := range f.manual {
			c[l.length] = append(c[l.length], m.at(float64(l.length)))
		}
	}
	return c
}

// fittedModel predicts the points of held-out matches by coefficients fitted to the
// other half.
type fittedModel struct {
	name         string
	form         *form
	coefficients [2]coefficients // by the half to predict; fitted to the other half
}

// predict returns the model's R at a point of a half.
func (g *fittedModel) predict(h int, p *Point) float64 {
	r := 0.0
	for j, c := range g.coefficients[h][p.Length] {
		r += c * g.form.predictors[j].of(p)
	}
	return r
}

// models returns the models that predict the points of the bilinear model. The first two
// are the linear model fitted to these points and the bilinear model.
func (s *study) models(same *form, halves *[2]half) ([]fittedModel, error) {
	linear, bilinear := s.forms[0], s.forms[1]
	all := []fittedModel{{name: guessLinear, form: same}, {name: guessBilinear, form: bilinear}}
	if linear.covers(bilinear) && !linear.same(bilinear) {
		all = append(all, fittedModel{name: guessEqual, form: linear})
	}
	for i := range all {
		for h := range halves {
			var err error
			if all[i].coefficients[h], err = all[i].form.learn(&halves[1-h], s.o.Method); err != nil {
				return nil, err
			}
		}
	}
	for _, m := range []fittedModel{{name: guessManualLinear, form: same}, {name: guessManualBilinear, form: bilinear}} {
		c := m.form.manualCoefficients()
		m.coefficients = [2]coefficients{c, c}
		all = append(all, m)
	}
	return all, nil
}

// members returns all points of a form.
func (f *form) members() []int {
	var all []int
	for _, l := range f.lengths {
		all = append(all, l.members...)
	}
	return all
}

// same reports whether a form has the same points as o at all lengths of o.
func (f *form) same(o *form) bool {
	for _, l := range o.lengths {
		if !slices.ContainsFunc(f.lengths, func(m *lengthForm) bool {
			return m.length == l.length && slices.Equal(m.members, l.members)
		}) {
			return false
		}
	}
	return true
}

// covers reports whether a form has all lengths of o.
func (f *form) covers(o *form) bool {
	for _, l := range o.lengths {
		if !slices.ContainsFunc(f.lengths, func(m *lengthForm) bool { return m.length == l.length }) {
			return false
		}
	}
	return true
}

// prediction is a held-out point with the predictions of the models.
type prediction struct {
	point       *Point
	predictions []float64
}

// holdOut compares the models on the points of the bilinear model.
func (s *study) holdOut(r *Report) {
	bilinear := s.forms[1]
	same, faults := newForm(linearPredictors, []curve{manualLinear}, r.Points, bilinear.members(), false)
	halves := s.split()
	guessers, err := s.models(same, &halves)
	if len(faults) > 0 {
		err = faults[0]
	}
	if err != nil {
		r.note("models are not compared on held-out matches: %v", err)
		return
	}
	var all []prediction
	for h := range halves {
		for _, i := range bilinear.members() {
			if !halves[h].there[i] {
				continue
			}
			p := prediction{point: &halves[h].points[i]}
			for k := range guessers {
				p.predictions = append(p.predictions, guessers[k].predict(h, p.point))
			}
			all = append(all, p)
		}
	}
	r.HeldOut = &HeldOut{Points: len(all), Noise: noise(all), Factor: s.factor(all)}
	for k := range guessers {
		r.HeldOut.Scores = append(r.HeldOut.Scores, score(guessers[k].name, k, all))
	}
	for _, l := range bilinear.lengths {
		of := slices.DeleteFunc(slices.Clone(all), func(p prediction) bool { return p.point.Length != l.length })
		f := Factor{Length: l.length, Linear: rms(of, 0), Bilinear: rms(of, 1)}
		f.Factor = ratio(f.Linear, f.Bilinear)
		r.HeldOut.Lengths = append(r.HeldOut.Lengths, f)
	}
}

// noise returns the root mean square of the standard errors of the predicted R, a lower
// bound for the error of any model.
func noise(all []prediction) float64 {
	sum := 0.0
	for _, p := range all {
		sum += p.point.RErr * p.point.RErr
	}
	return math.Sqrt(sum / float64(len(all)))
}

// rms returns the root mean square error of a model.
func rms(all []prediction, guesser int) float64 {
	sum := 0.0
	for _, p := range all {
		d := p.point.R - p.predictions[guesser]
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(all)))
}

// ratio returns a/b for errors in rating points. Values below a billionth are rounding
// errors.
func ratio(a, b float64) float64 {
	const least = 1e-9
	return max(a, least) / max(b, least)
}

// score measures a model by R, and by the matches won and lost.
func score(name string, guesser int, all []prediction) Score {
	s := Score{Model: name, RMS: rms(all, guesser)}
	matches := 0.0
	for _, p := range all {
		n := float64(p.point.Matches)
		won := n * p.point.Won
		const sure = 1e-12 // keeps the logarithm of a certainty finite
		chance := min(max(rating.WinProbability(p.predictions[guesser], p.point.Length), sure), 1-sure)
		s.LogLoss -= won*math.Log(chance) + (n-won)*math.Log1p(-chance)
		s.Squared += won*(1-chance)*(1-chance) + (n-won)*chance*chance
		matches += n
	}
	s.LogLoss /= matches
	s.Squared /= matches
	return s
}

// factor returns the error of the linear model divided by that of the bilinear model,
// with an interval from a bootstrap over pairs of players. Resampling matches would add
// noise to the predicted values and bring the factor closer to 1.
func (s *study) factor(all []prediction) Estimate {
	type pair struct {
		number  int
		players [2]string
		a, b    Noise
	}
	var order []pair
	of := map[pair][]prediction{}
	for _, p := range all {
		k := pair{p.point.Pair, [2]string{p.point.PlayerA, p.point.PlayerB}, p.point.A, p.point.B}
		if of[k] == nil {
			order = append(order, k)
		}
		of[k] = append(of[k], p)
	}
	parent := seed.Derive(s.o.Seed, heldOutStream)
	drawn := make([]float64, s.o.Bootstrap)
	for i := range drawn {
		rng := rand.New(seed.Stream(parent, uint64(i)))
		var some []prediction
		for range order {
			some = append(some, of[order[rng.IntN(len(order))]]...)
		}
		drawn[i] = ratio(rms(some, 0), rms(some, 1))
	}
	return s.o.estimate(ratio(rms(all, 0), rms(all, 1)), drawn, nil)
}
