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

// Difference returns the rating less the opponent's of a player who wins matches to
// length points with probability p, the inverse of [WinProbability]. It is infinite at
// 0 and 1.
func Difference(p float64, length int) float64 { return stats.FIBS(p, length) }

// Change returns the change of a player's rating by a match to length points. The
// difference is the player's rating less the opponent's; experience is the points of
// all matches so far:
//
//	4·K·√N·P, K = max(1, 5 - experience/100)
//
// where P is the loser's chance to win before the match. The opponent's change differs
// if the experience differs.
func Change(difference float64, length int, won bool, experience int) float64 {
	k := max(1, 5-float64(experience)/100)
	p := WinProbability(difference, length)
	if won {
		p-- // with the opposite sign, the loser's chance
	}
	return -4 * k * math.Sqrt(float64(length)) * p
}
