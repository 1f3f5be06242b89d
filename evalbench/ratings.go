//go:build !site

package evalbench

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Comparison is the score of player A against player B: the mean of N independent
// observations and its standard error. Players are numbered from 0.
type Comparison struct {
	A, B         int
	Mean, StdErr float64
	N            int
}

// Ratings are strengths of players on one scale, fitted to their scores against each
// other: the mean score of one player against another is the difference of their
// ratings. Only differences have a meaning.
type Ratings struct {
	values     []float64 // sum 0
	covariance *mat.SymDense
	n          []int // observations of each player

	// ChiSquare is the sum of squared residuals, each divided by its standard error.
	// Freedom is the number of comparisons less the number of ratings that they
	// determine. If one scale of strength explains the results, ChiSquare is close to
	// Freedom.
	ChiSquare float64
	Freedom   int
}

// FitRatings returns the ratings of the players that fit the comparisons best, by least
// squares with weights 1/StdErr², and their covariance, the pseudo-inverse of the
// matrix of the normal equations: the covariance of estimates whose errors are as given
// and independent (Gauss and Markov; Thurstone and Mosteller have the model for paired
// comparisons). It returns an error if the comparisons do not connect all players.
func FitRatings(players int, comparisons []Comparison) (*Ratings, error) {
	if err := validateComparisons(players, comparisons); err != nil {
		return nil, err
	}
	normal, right, unit := normalEquations(players, comparisons)
	var factors mat.Cholesky
	if !factors.Factorize(normal) {
		return nil, errors.New("the normal equations of the ratings cannot be solved")
	}
	var values mat.VecDense
	covariance := new(mat.SymDense)
	if err := errors.Join(factors.SolveVecTo(&values, right), factors.InverseTo(covariance)); err != nil {
		return nil, fmt.Errorf("the normal equations of the ratings: %w", err)
	}
	r := &Ratings{values: values.RawVector().Data, covariance: covariance, n: make([]int, players)}
	for i := range players {
		for j := range i + 1 {
			covariance.SetSym(i, j, (covariance.At(i, j)-1/float64(players))/unit)
		}
	}
	for _, c := range comparisons {
		r.n[c.A] += c.N
		r.n[c.B] += c.N
		residual := (c.Mean - r.values[c.A] + r.values[c.B]) / c.StdErr
		r.ChiSquare += residual * residual
	}
	r.Freedom = len(comparisons) - (players - 1)
	return r, nil
}

// normalEquations returns the matrix and the right side of the equations, both divided by
// the mean weight, and this weight. 1/players is added to every element of the matrix, so
// the solution has the sum 0.
func normalEquations(players int, comparisons []Comparison) (*mat.SymDense, *mat.VecDense, float64) {
	unit := 0.0
	for _, c := range comparisons {
		unit += 1 / (c.StdErr * c.StdErr) / float64(len(comparisons))
	}
	normal, right := mat.NewSymDense(players, nil), mat.NewVecDense(players, nil)
	for i := range players {
		for j := range i + 1 {
			normal.SetSym(i, j, 1/float64(players))
		}
	}
	add := func(i, j int, x float64) { normal.SetSym(i, j, normal.At(i, j)+x) }
	for _, c := range comparisons {
		w := 1 / (c.StdErr * c.StdErr) / unit
		add(c.A, c.A, w)
		add(c.B, c.B, w)
		add(c.A, c.B, -w)
		right.SetVec(c.A, right.AtVec(c.A)+w*c.Mean)
		right.SetVec(c.B, right.AtVec(c.B)-w*c.Mean)
	}
	return normal, right, unit
}

// validateComparisons returns an error for the first invalid comparison, or for a
// player that no comparisons connect with player 0.
func validateComparisons(players int, comparisons []Comparison) error {
	if players < 2 {
		return fmt.Errorf("%d players, want at least 2 to compare", players)
	}
	group := make([]int, players)
	for i := range group {
		group[i] = i
	}
	for i, c := range comparisons {
		switch {
		case c.A < 0 || c.A >= players || c.B < 0 || c.B >= players || c.A == c.B:
			return fmt.Errorf("comparison %d: players %d and %d, want two of 0 to %d", i, c.A, c.B, players-1)
		case math.IsNaN(c.Mean) || math.IsInf(c.Mean, 0):
			return fmt.Errorf("comparison %d: mean %v, want a number", i, c.Mean)
		case !(c.StdErr > 0) || math.IsInf(c.StdErr, 0):
			return fmt.Errorf("comparison %d: standard error %v, want more than 0", i, c.StdErr)
		}
		from, to := group[c.A], group[c.B]
		for k := range group {
			if group[k] == from {
				group[k] = to
			}
		}
	}
	for i := range group {
		if group[i] != group[0] {
			return &UnlinkedError{Player: i}
		}
	}
	return nil
}

// UnlinkedError is returned if no chain of comparisons connects a player with player 0:
// their ratings cannot be compared.
type UnlinkedError struct{ Player int }

// Error implements error.
func (e *UnlinkedError) Error() string {
	return fmt.Sprintf("no chain of comparisons links player %d with player 0", e.Player)
}

// Rating returns the rating of a player above the mean of all players, with its
// interval.
func (r *Ratings) Rating(player int) Summary {
	return r.summary(r.values[player], r.covariance.At(player, player), r.n[player])
}

// Difference returns a player's rating less another's, with its interval. It uses all
// comparisons, not only those between the two players.
func (r *Ratings) Difference(player, other int) Summary {
	return r.summary(r.values[player]-r.values[other], r.variance(player, other), min(r.n[player], r.n[other]))
}

// Superiority returns the likelihood that a player's true rating is above
// another's; ½ for a player and itself.
func (r *Ratings) Superiority(player, other int) float64 {
	if player == other {
		return 0.5
	}
	return distuv.UnitNormal.CDF((r.values[player] - r.values[other]) / math.Sqrt(r.variance(player, other)))
}

// variance returns the variance of the difference of two ratings.
func (r *Ratings) variance(player, other int) float64 {
	return r.covariance.At(player, player) + r.covariance.At(other, other) - 2*r.covariance.At(player, other)
}

// summary returns a summary with a normal interval.
func (r *Ratings) summary(center, variance float64, n int) Summary {
	margin := distuv.UnitNormal.Quantile((1+Confidence)/2) * math.Sqrt(max(variance, 0))
	return Summary{Center: center, Low: center - margin, High: center + margin, N: n, Confidence: Confidence}
}

// Fit returns the probability of residuals at least as large as the observed ones, if one
// scale of strength explains the results and the standard errors are right; 1 if there
// are no more comparisons than needed. A small probability shows that some player does
// better against some opponents than against others.
func (r *Ratings) Fit() float64 {
	if r.Freedom <= 0 {
		return 1
	}
	return distuv.ChiSquared{K: float64(r.Freedom)}.Survival(r.ChiSquare)
}
