package rating

import (
	"errors"
	"fmt"
	"math"
)

// Law is the way in which errors cost rating points.
type Law string

// The laws. By the bilinear law, errors in plays and in cube decisions have costs of their
// own; by the linear law, all decisions count alike.
const (
	BilinearLaw Law = "bilinear"
	LinearLaw   Law = "linear"
)

// String returns the name of the law.
func (l Law) String() string { return string(l) }

// Laws are all laws.
var Laws = []Law{BilinearLaw, LinearLaw}

// Linear is the linear law: a player loses A + B/N rating points per unit of the error per
// decision in matches to N points. Decisions are unforced plays and close or actual cube
// decisions together.
type Linear struct {
	A float64 `json:"a"`
	B float64 `json:"b"`

	One float64 `json:"at_1_point,omitempty"` // instead of A + B, unless it is 0

	// Covariance is the covariance of A and B, nil if unknown.
	Covariance *[2][2]float64 `json:"covariance,omitempty"`
}

// linearInManual is the linear law of GNU Backgammon's manual, section "Absolute ratings"
// (Kees van den Doel, 2003). At 1 point, where all decisions are plays, it is that of [Manual].
var linearInManual = Linear{A: 11971, B: 23681, One: Manual.PlayOne}

// at returns the points per unit of the error rate in matches to length points.
func (l *Linear) at(length int) float64 {
	if length == 1 && l.One != 0 {
		return l.One
	}
	return l.A + l.B/float64(length)
}

// variance returns the variance of the loss due to the covariance of A and B.
func (l *Linear) variance(length int, rate float64) float64 {
	if l.Covariance == nil {
		return 0
	}
	c, n := l.Covariance, float64(length)
	return max(rate*rate*(c[0][0]+2*c[0][1]/n+c[1][1]/(n*n)), 0)
}

// PredictLinear returns the rating of a player by the linear law. The losses by plays and by
// the cube are their shares of the loss, NaN if only the error per decision is known. It
// returns an error if the predictor has no linear law, or if the error per decision is
// unknown: with errors of plays and cube decisions, their numbers must be known.
func (p *Predictor) PredictLinear(player *Player) (e Estimate, err error) {
	if !p.Has(LinearLaw) {
		return e, fmt.Errorf("%s has no linear law", p.Name)
	}
	if player.All != nil {
		e = p.together(player.Length, *player.All)
	} else if e, err = p.shared(player.Length, player.Plays, player.Cubes); err != nil {
		return e, err
	}
	if p.Study != nil {
		e.limit(p.Study.beyondLinear(player.Length, e.Rate))
	}
	return e, nil
}

// together predicts from the error per decision alone. The spread of the errors of all
// decisions together is unknown.
func (p *Predictor) together(length int, all Errors) Estimate {
	return Estimate{
		Rating: p.Perfect - p.Linear.at(length)*all.Rate, Rate: all.Rate,
		Margin: math.Inf(1), PlayLoss: math.NaN(), CubeLoss: math.NaN(),
		Warnings: []string{"no interval: the errors of plays and of cube decisions are not known separately"},
	}
}

// shared predicts from the errors of plays and of cube decisions.
func (p *Predictor) shared(length int, play, cube Errors) (e Estimate, err error) {
	e.Warnings = []string{}
	if length == 1 {
		e.leaveOutCube(cube)
		cube = Errors{}
	}
	n := float64(play.N + cube.N)
	if n == 0 || play.N == 0 && play.Rate > 0 || cube.N == 0 && cube.Rate > 0 {
		return e, errors.New("the linear law needs the numbers of plays and of cube decisions, because it counts all decisions alike")
	}
	playShare, cubeShare := float64(play.N)/n, float64(cube.N)/n
	slope := p.Linear.at(length)
	e.Rate = playShare*play.Rate + cubeShare*cube.Rate
	e.PlayLoss, e.CubeLoss = slope*playShare*play.Rate, slope*cubeShare*cube.Rate
	e.Rating = p.Perfect - e.PlayLoss - e.CubeLoss
	e.Warnings = append(e.Warnings, plays.warnings(play)...)
	if length > 1 {
		e.Warnings = append(e.Warnings, cubes.warnings(cube)...)
	}
	if e.Rate == 0 {
		e.unknownVariation()
		return e, nil
	}
	e.Margin = margin(square(slope*playShare*plays.stdErr(play)) + square(slope*cubeShare*cubes.stdErr(cube)) + p.Linear.variance(length, e.Rate))
	return e, nil
}
