package fairness

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"gammonlab/board"
)

// Test compares a statistic with its mean for fair dice.
type Test struct {
	Name     string  `json:"test"`
	N        int     `json:"n"` // sample size: dice, rolls or totals
	Found    float64 `json:"found"`
	Expected float64 `json:"expected"` // the mean of fair dice
	P        float64 `json:"p"`        // probability that fair dice are at least as far from Expected
}

// minimum is the smallest expected count for which the chi-square distribution
// of the tables is valid (Cochran, Annals of Mathematical Statistics 23, 1952),
// and the smallest count that is treated as normal.
const minimum = 5

// Tests returns the tests for which the sample is large enough.
func (s *Sample) Tests() []Test {
	var list []Test
	for _, test := range []func(s *Sample) *Test{
		dieTest, rollTest, runsTest, serialTest, doublesTest, openingTest, luckTest,
		func(s *Sample) *Test { return jokerTest("jokers", s.lucky, &s.jokers) },
		func(s *Sample) *Test { return jokerTest("anti-jokers", s.lucky, &s.antis) },
	} {
		if t := test(s); t != nil {
			list = append(list, *t)
		}
	}
	return list
}

func dieTest(s *Sample) *Test {
	faces := s.faces()
	return chiSquare("chi-square of single dice", faces[:], []float64{1, 1, 1, 1, 1, 1})
}

func rollTest(s *Sample) *Test {
	var ways []float64
	for _, roll := range board.Rolls {
		ways = append(ways, float64(roll.Ways()))
	}
	return chiSquare("chi-square of the 21 rolls", s.kinds[:], ways)
}

func openingTest(s *Sample) *Test {
	var counts []int
	var ways []float64
	for i, roll := range board.Rolls {
		if !roll.Double() {
			counts, ways = append(counts, s.openings[i]), append(ways, 1)
		}
	}
	return chiSquare("chi-square of first rolls", counts, ways)
}

// chiSquare tests counts that are expected in proportion to the weights. It
// returns nil if they are too small.
func chiSquare(name string, counts []int, weights []float64) *Test {
	n, sum, least := float64(total(counts)), 0.0, math.Inf(1)
	for _, w := range weights {
		sum, least = sum+w, min(least, w)
	}
	if n*least/sum < minimum {
		return nil
	}
	square := 0.0
	for i, c := range counts {
		expected := n * weights[i] / sum
		square += (float64(c) - expected) * (float64(c) - expected) / expected
	}
	degrees := float64(len(counts) - 1)
	return &Test{name, int(n), square, degrees, distuv.ChiSquared{K: degrees}.Survival(square)}
}

// runsTest compares the number of runs with its mean over all orders of the
// same totals.
func runsTest(s *Sample) *Test {
	a, b := float64(s.above), float64(s.below)
	n := a + b
	if min(a, b) < 2*minimum {
		return nil
	}
	mean := 2*a*b/n + 1
	variance := (mean - 1) * (mean - 2) / (n - 1)
	return normal("runs above and below 7", int(n), float64(s.runs), mean, variance)
}

// serialTest correlates each total with the next one, the last with the first.
func serialTest(s *Sample) *Test {
	n := float64(s.Rolls())
	sum := float64(s.sum)
	spread := n*float64(s.squares) - sum*sum
	if n < 4*minimum || spread == 0 {
		return nil
	}
	r := (n*float64(s.products+s.last*s.first) - sum*sum) / spread
	return normal("serial correlation", int(n), r, -1/(n-1), n*n/((n-1)*(n-1)*(n-2)))
}

func doublesTest(s *Sample) *Test {
	n, found := s.Rolls(), float64(s.doubles())
	if n < 6*minimum {
		return nil
	}
	fair := distuv.Binomial{N: float64(n), P: 1.0 / 6}
	tail := min(fair.CDF(found), 1-fair.CDF(found-1))
	return &Test{"doubles", n, found, float64(n) / 6, min(1, 2*tail)}
}

// luckTest compares the mean luck with 0.
func luckTest(s *Sample) *Test {
	if s.lucky < 10*minimum || s.luckVariance == 0 {
		return nil
	}
	n := float64(s.lucky)
	return normal("luck of a roll", s.lucky, s.luck/n, 0, s.luckVariance/(n*n))
}

func jokerTest(name string, n int, c *count) *Test {
	if c.variance < minimum {
		return nil
	}
	return normal(name, n, float64(c.found), c.expected, c.variance)
}

// normal tests a statistic that is approximately normal.
func normal(name string, n int, found, mean, variance float64) *Test {
	p := math.Erfc(math.Abs(found-mean) / math.Sqrt(2*variance))
	return &Test{name, n, found, mean, p}
}
