package race

import (
	"math"

	"gammonlab/board"
)

// rule is a method that compares the counts of both sides.
type rule struct {
	name  string
	side  func(own, opp *board.Side) int // nil for the effective pips
	raise func(count float64) float64    // for the player on roll

	double, redouble float64                        // the highest excess for them
	take             float64                        // the lowest excess for it
	win              func(own, opp float64) float64 // chance by the counts that are not raised; nil for none
}

// rules are the methods with their limits.
var rules = []rule{
	{name: "Trice", raise: seventh, double: 5, redouble: 4, take: 3},
	{name: "Thorp", side: thorp, raise: tenth, double: 2, redouble: 1, take: -2},
	{name: "Keith", side: func(own, _ *board.Side) int { return Keith(own) }, raise: func(c float64) float64 { return math.Floor(seventh(c)) }, double: 4, redouble: 3, take: 2},
	{name: "Isight", side: isight, raise: func(c float64) float64 { return c * 7 / 6 }, double: 6, redouble: 5, take: 2, win: isightWin},
}

// count returns the count and the decision.
func (r *rule) count(own, opp float64) Count {
	c := Count{Name: r.name, Player: r.raise(own), Opponent: opp}
	c.Measure = c.Player - c.Opponent
	c.Double, c.Redouble, c.Take = c.Measure <= r.double, c.Measure <= r.redouble, c.Measure >= r.take
	if r.win != nil {
		win := r.win(own, opp)
		c.Win = &win
	}
	return c
}

func seventh(count float64) float64 { return count * 8 / 7 }

// tenth raises Thorp's count.
func tenth(count float64) float64 {
	if count > 30 {
		return count * 11 / 10
	}
	return count
}

// onBoard returns the number of checkers of a side that are not borne off.
func onBoard(s *board.Side) int { return s.Checkers() - int(s[board.Off]) }

// beyond returns how many checkers a point has beyond a number.
func beyond(s *board.Side, point, n int) int { return max(0, int(s[point])-n) }

func thorp(own, _ *board.Side) int {
	count := own.Pips() + 2*onBoard(own) + int(own[1])
	for point := 1; point <= homePoints; point++ {
		if own[point] > 0 {
			count--
		}
	}
	return count
}

// Keith returns the count of a side by Keith's method, in pips: the pip count with an estimate of the
// wasted ones.
func Keith(own *board.Side) int {
	count := own.Pips() + 2*beyond(own, 1, 1) + beyond(own, 2, 1) + beyond(own, 3, 3)
	for point := 4; point <= homePoints; point++ {
		if own[point] == 0 {
			count++
		}
	}
	return count
}

func isight(own, opp *board.Side) int {
	count := own.Pips() + max(0, onBoard(own)-onBoard(opp)) + 2*beyond(own, 1, 2) + beyond(own, 2, 2) + beyond(own, 3, 3)
	for point := 4; point <= homePoints; point++ {
		if own[point] == 0 && opp[point] > 0 {
			count++
		}
	}
	return count + max(0, Crossovers(own)-Crossovers(opp))
}

// isightWin returns the winning chance.
func isightWin(own, opp float64) float64 {
	return min(max((80-own/3+2*(opp-own))/100, 0), 1)
}

const homePoints = 6

// Crossovers returns the number of quarters of the board that the checkers of a side have to
// cross to its home board.
func Crossovers(s *board.Side) int {
	n := 0
	for point := homePoints + 1; point <= board.Bar; point++ {
		n += int(s[point]) * ((point - 1) / homePoints)
	}
	return n
}

// The limits of K: the player doubles and redoubles from the first two on, and the opponent
// takes up to the third.
const (
	kleinmanDouble   = 0.5
	kleinmanRedouble = 0.7
	kleinmanTake     = 1.2
)

// kleinman returns the method's count by the pips, and false if there are too few of them. With
// D+4 below 0 the player is behind; then the measure is negative.
func kleinman(own, opp int) (Count, bool) {
	ahead, sum := float64(opp-own+4), float64(own+opp-4)
	if sum <= 0 {
		return Count{}, false
	}
	k := math.Copysign(ahead*ahead/sum, ahead)
	win := (1 + math.Erf(ahead/(2*math.Sqrt(sum)))) / 2
	return Count{
		Name: "Kleinman", Player: float64(own), Opponent: float64(opp), Measure: k, Win: &win,
		Double: k >= kleinmanDouble, Redouble: k >= kleinmanRedouble, Take: k <= kleinmanTake,
	}, true
}
