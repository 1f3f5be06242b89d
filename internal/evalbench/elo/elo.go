// Package elo contains what ratings and measurements share and programs for browsers need: the
// formula of FIBS, and the confidence of intervals.
package elo

import "math"

// Confidence is the confidence of intervals.
const Confidence = 0.95

// FIBS returns the difference of FIBS ratings at which a player wins the share p of
// matches to length points: 2000/√length·log10(p/(1-p)).
//
// FIBS assumes that a player whose rating is D points higher wins with the probability
// 1/(1+10^(-D·√length/2000)) (fibs.com, help formula).
func FIBS(p float64, length int) float64 {
	return 2000 / math.Sqrt(float64(length)) * math.Log10(p/(1-p))
}

// WinOfFIBS returns the share of matches to length points won at a difference of
// FIBS ratings, the inverse of [FIBS].
func WinOfFIBS(difference float64, length int) float64 {
	return 1 / (1 + math.Pow(10, -difference*math.Sqrt(float64(length))/2000))
}
