package rating

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Perfect is the rating of errorless play on the scale of FIBS, according to the manual.
const Perfect = 2050

// Predictor predicts ratings from error rates.
type Predictor struct {
	Name         string       `json:"name"`                  // origin of the coefficients
	Coefficients Coefficients `json:"coefficients,omitzero"` // of the bilinear law, 0 if it is unknown

	// Covariance is the covariance of the coefficients, in the order of their fields,
	// nil if unknown.
	Covariance *[4][4]float64 `json:"covariance,omitempty"`

	// Linear is the linear law, nil if unknown.
	Linear *Linear `json:"linear,omitempty"`

	// Study is the range of the matches that the coefficients are from, nil if unknown.
	Study *Range `json:"study,omitempty"`

	Perfect float64 `json:"perfect"` // the rating of errorless play
}

// Has reports whether the predictor knows a law.
func (p *Predictor) Has(law Law) bool {
	if law == LinearLaw {
		return p.Linear != nil
	}
	return p.Coefficients != Coefficients{}
}

// Range has the largest values of a study of players.
type Range struct {
	Play   float64 `json:"play"`   // mean error of an unforced play
	Cube   float64 `json:"cube"`   // mean error of a close or actual cube decision
	Length int     `json:"length"` // of matches

	// Decision is the mean error of a decision of the players that the linear law is fitted
	// to; 0 if unknown.
	Decision float64 `json:"decision,omitempty"`
}

// tooFar is the multiple of a study's largest value above which nothing is predicted.
const tooFar = 3

// excess is a value beyond a study.
type excess struct {
	of    string
	ratio float64 // to the study's largest
	most  float64
}

// beyond returns the value that is farthest beyond the range. Its ratio is at most 1 if none is.
func (r *Range) beyond(length int, play, cube float64) excess {
	return r.farthest(length, excess{"the error per " + plays.name, play / r.Play, r.Play},
		excess{"the error per " + cubes.name, cube / r.Cube, r.Cube})
}

// beyondLinear is beyond for the error per decision.
func (r *Range) beyondLinear(length int, rate float64) excess {
	if r.Decision == 0 {
		return r.farthest(length)
	}
	return r.farthest(length, excess{"the error per decision", rate / r.Decision, r.Decision})
}

// farthest returns the length or the error that is farthest beyond the range.
func (r *Range) farthest(length int, errors ...excess) excess {
	all := append(errors, excess{"the match length", float64(length) / float64(r.Length), float64(r.Length)})
	return slices.MaxFunc(all, func(a, b excess) int { return cmp.Compare(a.ratio, b.ratio) })
}

// limit removes what a study does not support, given what is farthest beyond its range: the
// interval beyond it, the rating far beyond it.
func (e *Estimate) limit(x excess) {
	switch {
	case x.ratio > tooFar:
		e.Rating, e.Margin = math.NaN(), math.Inf(1)
		e.Warnings = append(e.Warnings, fmt.Sprintf("no rating: %s is %.1f times the largest of the study, %v", x.of, x.ratio, x.most))
	case x.ratio > 1:
		e.Margin = math.Inf(1)
		e.Warnings = append(e.Warnings, fmt.Sprintf("no interval: %s is beyond the study, whose largest is %v", x.of, x.most))
	}
}

// ByManual returns the manual's predictor.
func ByManual() *Predictor {
	linear := linearInManual
	return &Predictor{Name: "manual", Coefficients: Manual, Linear: &linear, Perfect: Perfect}
}

// Estimate is a rating predicted from errors.
type Estimate struct {
	Rating float64 // NaN if the errors are far beyond the study

	// Margin is half the width of the 95% interval, from the sample of decisions and,
	// if their covariance is known, the uncertainty of the coefficients. It is infinite
	// if the number of decisions is unknown, if none has a cost, or beyond the study.
	Margin float64

	// PlayLoss and CubeLoss are the rating points lost compared with errorless play.
	// They are NaN if the coefficients do not apply. The rating leaves out such errors.
	PlayLoss, CubeLoss float64

	Rate float64 // error per decision, by the linear law only

	Warnings []string // reasons to doubt the interval
}

// kind is a kind of decisions. If the spread of errors is unknown, it is assumed to be
// factor·rate^power. This describes 480 matches to 7 points of nets with noise to about a
// tenth, some for the cube only to a fifth, at rates of 0.0015 to 0.08 for plays and
// 0.0002 to 0.2 for cube decisions.
type kind struct {
	name          string
	factor, power float64
}

var (
	plays = kind{"unforced play", 0.77, 0.78}
	cubes = kind{"close or actual cube decision", 0.90, 0.71}
)

// Predict returns the rating of a player by the errors in unforced plays and in
// close or actual cube decisions of matches to length points.
//
// It assumes that errors of decisions are independent, so their mean has the standard
// error deviation/√n. In the matches of nets with noise that determine the typical
// spread, the variance of a match's error is 0.8 to 1.3 times this value.
func (p *Predictor) Predict(length int, play, cube Errors) (e Estimate) {
	e.Warnings = []string{}
	given := play != Errors{} || cube != Errors{}
	forPlay, forCube := p.Coefficients.at(length)
	play, e.PlayLoss = e.charge(&plays, play, forPlay, length)
	cube, e.CubeLoss = e.charge(&cubes, cube, forCube, length)
	e.Rating = p.Perfect - forPlay*play.Rate - forCube*cube.Rate
	if play.Rate == 0 && cube.Rate == 0 && (given || math.IsNaN(e.PlayLoss+e.CubeLoss)) {
		e.unknownVariation()
	} else {
		e.Margin = margin(square(forPlay*plays.stdErr(play)) + square(forCube*cubes.stdErr(cube)) + p.variance(length, play.Rate, cube.Rate))
	}
	if p.Study != nil {
		e.limit(p.Study.beyond(length, play.Rate, cube.Rate))
	}
	return e
}

// confidence is the confidence of intervals.
const confidence = 0.95

// margin returns half the width of the 95% interval.
func margin(variance float64) float64 {
	return math.Sqrt2 * math.Erfinv(confidence) * math.Sqrt(variance)
}

// unknownVariation removes the interval of a player without errors.
func (e *Estimate) unknownVariation() {
	e.Margin = math.Inf(1)
	e.Warnings = append(e.Warnings, "no interval: all known errors are 0, so their variation is unknown")
}

// charge returns the errors of a kind that count in the rating, and their cost, and adds
// warnings. It returns no errors if the cost is unknown.
func (e *Estimate) charge(k *kind, errors Errors, cost float64, length int) (counted Errors, loss float64) {
	switch {
	case k == &cubes && length == 1:
		e.leaveOutCube(errors)
		return Errors{}, 0
	case cost <= 0 && errors != (Errors{}):
		e.Warnings = append(e.Warnings, fmt.Sprintf(
			"the error per %s is left out: its cost at match length %d is unknown, because the study has no such decisions at this length", k.name, length))
		fallthrough
	case cost <= 0:
		return Errors{}, math.NaN()
	}
	e.Warnings = append(e.Warnings, k.warnings(errors)...)
	return errors, cost * errors.Rate
}

// leaveOutCube warns of errors of the cube in matches to 1 point.
func (e *Estimate) leaveOutCube(errors Errors) {
	if errors != (Errors{}) {
		e.Warnings = append(e.Warnings, fmt.Sprintf("the error per %s is left out: matches to 1 point have no cube", cubes.name))
	}
}

// few is the number of decisions below which the mean error is not normally distributed,
// because most errors are small.
const few = 30

// warnings returns the reasons to doubt the interval that the errors of this kind give.
func (k kind) warnings(e Errors) []string {
	switch {
	case e.N == 0 && e.Rate == 0:
		return []string{fmt.Sprintf("no %s is known: its cost counts as 0", k.name)}
	case e.N == 0:
		return []string{fmt.Sprintf("no interval: the number of decisions is unknown for the error per %s", k.name)}
	case e.N < few:
		return []string{fmt.Sprintf("an interval from fewer than %d %ss (%d) may be too narrow", few, k.name, e.N)}
	}
	return nil
}

// stdErr returns the standard error of the rate.
func (k kind) stdErr(e Errors) float64 {
	switch {
	case e.Rate == 0 && e.N == 0:
		return 0
	case e.N == 0:
		return math.Inf(1)
	case e.Deviation == nil:
		return k.factor * math.Pow(e.Rate, k.power) / math.Sqrt(float64(e.N))
	}
	return *e.Deviation / math.Sqrt(float64(e.N))
}

// variance returns the variance of the loss due to the covariance of the coefficients.
func (p *Predictor) variance(length int, epm, epc float64) float64 {
	if p.Covariance == nil {
		return 0
	}
	n := float64(length)
	slope := [4]float64{epm, epm / n, epc, epc / n}
	sum := 0.0
	for i, row := range p.Covariance {
		for j, c := range row {
			sum += slope[i] * c * slope[j]
		}
	}
	return max(sum, 0)
}

func square(x float64) float64 { return x * x }
