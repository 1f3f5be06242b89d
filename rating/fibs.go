package rating

import (
	"math"

	"gammonlab/evalbench/fibs"
)

// WinProbability returns the chance of a player to win a match to length points, if the
// player's rating exceeds the opponent's by the difference D: 1/(1+10^(-D·√N/2000))
// (fibs.com, help formula).
func WinProbability(difference float64, length int) float64 {
	return fibs.WinProbability(difference, length)
}

// Difference returns the difference of ratings, the player's less the opponent's, at
// which the player wins matches to length points with probability p:
// 2000/√N·log10(p/(1-p)). It is the inverse of [WinProbability], and infinite at 0 and 1.
func Difference(p float64, length int) float64 {
	return fibs.Difference(p, length)
}

// Change returns the change of a player's rating after a match to length points.
// difference is the player's rating less the opponent's; experience is the sum of the
// lengths of the player's earlier matches:
//
//	4·K·√N·P, K = max(1, 5 - experience/100)
//
// where P is the loser's chance to win before the match. The opponent's change differs
// if the experience differs.
func Change(difference float64, length int, won bool, experience int) float64 {
	p := WinProbability(difference, length)
	if won {
		p-- // minus the loser's chance
	}
	return -4 * factor(experience) * math.Sqrt(float64(length)) * p
}
