// Package fibs contains the formula of FIBS ratings, which matches and the regressions of
// ratings share.
//
// Not for other modules.
package fibs

import "math"

// WinProbability returns the chance of a player to win a match to length points, if the
// player's rating exceeds the opponent's by the difference D: 1/(1+10^(-D·√N/2000))
// (fibs.com, help formula).
func WinProbability(difference float64, length int) float64 {
	return 1 / (1 + math.Pow(10, -difference*math.Sqrt(float64(length))/2000))
}

// Difference returns the difference of ratings, the player's less the opponent's, at
// which the player wins matches to length points with probability p:
// 2000/√N·log10(p/(1-p)). It is the inverse of [WinProbability], and infinite at 0 and 1.
func Difference(p float64, length int) float64 {
	return 2000 / math.Sqrt(float64(length)) * math.Log10(p/(1-p))
}
