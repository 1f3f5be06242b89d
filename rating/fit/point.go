package fit

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"gammonlab/rating"
)

// newPoint returns the point of a group's matches, or an error if there is no point.
//
// R is the rating difference by FIBS's formula for the mean luck-adjusted result p. Its
// standard error is that of the mean times the slope 2000/(√N·ln 10·p·(1-p)). There is no
// R if the mean is at most 0 or at least 1, which can happen because luck-adjusted
// results may lie outside 0 to 1.
func newPoint(k key, s *sums) (Point, error) {
	n := float64(s.n)
	p := Point{
		Pair: int(k.pair), Length: int(k.length), Matches: s.n,
		PlayerA: k.players[0], PlayerB: k.players[1],
		A: Noise{decimal(k.noise[0]), decimal(k.noise[1])}, B: Noise{decimal(k.noise[2]), decimal(k.noise[3])},
		Chance: s.chance / n, Won: float64(s.won) / n,
	}
	switch {
	case s.n < 2:
		return p, errors.New("it has one match, want at least 2")
	case s.plays[0] == 0 || s.plays[1] == 0:
		return p, fmt.Errorf("%d and %d plays, want some of both players: were the matches judged?", s.plays[0], s.plays[1])
	case p.Chance <= 0 || p.Chance >= 1:
		return p, fmt.Errorf("mean luck-adjusted result %.4f, which no rating difference explains", p.Chance)
	}
	variance := max(0, s.chance2-n*p.Chance*p.Chance) / (n - 1)
	p.ChanceErr = math.Sqrt(variance / n)
	p.R = rating.Difference(p.Chance, p.Length)
	p.RErr = ratingSlope(p.Chance, p.Length) * p.ChanceErr
	if s.won > 0 && s.won < s.n {
		raw := rating.Difference(p.Won, p.Length)
		p.RawR = &raw
	}
	p.RatesA, p.RatesB = s.rates(0), s.rates(1)
	p.DEPD = p.RatesB.Decision - p.RatesA.Decision
	p.EPM = p.RatesB.Play - p.RatesA.Play
	p.EPC = p.RatesB.Cube - p.RatesA.Cube
	return p, nil
}

// ratingSlope returns the derivative of R, in rating points, with respect to the winning
// chance p.
func ratingSlope(p float64, length int) float64 {
	return 2000 / (math.Sqrt(float64(length)) * math.Ln10 * p * (1 - p))
}

// rates returns the error rates of a side that made plays.
func (s *sums) rates(side int) Rates {
	plays, cubes := float64(s.plays[side]), float64(s.cubes[side])
	r := Rates{
		Decision: (s.playError[side] + s.cubeError[side]) / (plays + cubes),
		Play:     s.playError[side] / plays,
	}
	if cubes > 0 {
		r.Cube = s.cubeError[side] / cubes
	}
	return r
}

// decimal returns the number with the fewest digits whose nearest float32 is x: 0.06 and
// not 0.05999999865889549.
func decimal(x float32) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(float64(x), 'g', -1, 32), 64)
	return y
}
