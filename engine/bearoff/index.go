package bearoff

import "gammonlab/board"

// Index numbers the sides with up to a number of checkers on the lowest points,
// 0 for none on the board. It is the rank in gnubg's databases, colexicographic
// with the ace point varying fastest: adding a checker or moving one to a
// higher point increases it, so every play without contact decreases it. The
// number of a side depends on the points of the index but not on its checkers.
type Index struct {
	points, checkers int

	// terms[k][n] is the contribution to the rank of n checkers on the k+1 highest
	// points: the binomial coefficient of k+n over k+1.
	terms [maxIndexPoints][board.MaxCheckers + 2]int
}

// maxIndexPoints is the maximal number of points, with the bar.
const maxIndexPoints = 25

// NewIndex returns the index of up to the given number of checkers, at most 15,
// on the points 1 to points, at most 25; point 25 is the bar.
func NewIndex(points, checkers int) *Index {
	x := &Index{points: points, checkers: checkers}
	for k := range points {
		for n := 1; n <= checkers+1; n++ {
			x.terms[k][n] = x.terms[k][n-1] + 1
			if k > 0 { // Pascal's rule
				x.terms[k][n] += x.terms[k-1][n] - 1
			}
		}
	}
	return x
}

// Points returns the number of points.
func (x *Index) Points() int { return x.points }

// Checkers returns the maximal number of checkers of a side on the board.
func (x *Index) Checkers() int { return x.checkers }

// Len returns the number of sides.
func (x *Index) Len() int { return x.terms[x.points-1][x.checkers+1] }

// Rank returns the number of the side with counts[p-1] checkers on point p, at
// most Checkers() in all. It reads Points() entries.
func (x *Index) Rank(counts []uint8) int {
	rank, above := 0, 0
	for k := range x.points {
		above += int(counts[x.points-1-k])
		rank += x.terms[k][above]
	}
	return rank
}

// rankOf returns the number and the count of the side's checkers on the points
// of the index. It ignores checkers on higher points, and the foremost ones if
// there are more than Checkers().
func (x *Index) rankOf(s *board.Side) (rank, checkers int) {
	for k := range x.points {
		checkers = min(checkers+int(s[x.points-k]), x.checkers)
		rank += x.terms[k][checkers]
	}
	return rank, checkers
}

// Unrank sets counts to the side with the given number, the inverse of
// [Index.Rank]. It writes Points() entries.
func (x *Index) Unrank(rank int, counts []uint8) {
	before := 0
	above := x.checkers // on the k+1 highest points
	for k := x.points - 1; k >= 0; k-- {
		for x.terms[k][above] > rank {
			above--
		}
		rank -= x.terms[k][above]
		if k < x.points-1 {
			counts[x.points-2-k] = uint8(before - above)
		}
		before = above
	}
	counts[x.points-1] = uint8(before)
}
