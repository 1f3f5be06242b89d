package rating

import (
	"math"

	"gammonlab/evalbench/stats"
)

// WinProbability returns the chance to win a match to length points of a player
// whose rating is higher than the opponent's by the difference:
// 1/(1+10^(-D·√N/2000)) (fibs.com, help formula).
func WinProbability(difference float64, length int) float64 {
	return stats.OfFIBS(difference, length)
}

// Difference returns by how much the rating of a player is above the opponent's
// who wins matches to length points with probability p, the inverse of
// [WinProbability]. It is infinite at 0 and 1.
func Difference(p float64, length int) float64 { return stats.FIBS(p, length) }

// Change returns by how much a match to length points changes the rating of a
// player who is above the opponent by the difference and has the given
// experience, in points of all matches so far:
//
//	4·K·√N·P, K = max(1, 5 - experience/100)
//
// where P is the chance that the loser had to win. What the opponent's rating
// changes by differs if the experience does.
func Change(difference float64, length int, won bool, experience int) float64 {
	k := max(1, 5-float64(experience)/100)
	p := WinProbability(difference, length)
	if won {
		p-- // with the opposite sign, the loser's chance
	}
	return -4 * k * math.Sqrt(float64(length)) * p
}
