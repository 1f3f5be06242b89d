package bearoff

// Index numbers the ways in which a side can have up to a number of checkers on
// its lowest points, 0 for none on the board. It is the rank of gnubg's
// databases, colexicographic with the ace point varying fastest: adding a
// checker or moving one to a higher point increases it, so that every play
// without contact decreases it. The number of a side depends on the points of
// the index but not on its checkers.
type Index struct {
	points, checkers int
	binomial         [][]int // binomial[n][k]
}

// NewIndex returns the index of up to the given number of checkers on the points
// 1 to points; point 25 is the bar.
func NewIndex(points, checkers int) *Index {
	x := &Index{points: points, checkers: checkers}
	for n := range points + checkers + 1 {
		row := make([]int, points+1)
		row[0] = 1
		for k := 1; k <= min(n, points); k++ {
			row[k] = x.binomial[n-1][k-1] + x.binomial[n-1][k]
		}
		x.binomial = append(x.binomial, row)
	}
	return x
}

// Points returns the number of points.
func (x *Index) Points() int { return x.points }

// Checkers returns the most checkers a side can have on the board.
func (x *Index) Checkers() int { return x.checkers }

// Len returns how many numbers there are.
func (x *Index) Len() int { return x.binomial[x.points+x.checkers][x.points] }

// Rank returns the number of the side that has counts[p-1] checkers on point p,
// on no point above Points() and no more than Checkers() in all. It reads
// Points() entries.
func (x *Index) Rank(counts []uint8) int {
	rank, above := 0, 0
	for k := 1; k <= x.points; k++ {
		above += int(counts[x.points-k])
		rank += x.binomial[k-1+above][k]
	}
	return rank
}

// Unrank sets counts to those of the side with the given number, the inverse of
// [Index.Rank]. It writes Points() entries.
func (x *Index) Unrank(rank int, counts []uint8) {
	n, before := x.points+x.checkers-1, 0
	for k := x.points; k >= 1; k-- {
		for x.binomial[n][k] > rank {
			n--
		}
		rank -= x.binomial[n][k]
		above := n - (k - 1) // checkers on the k highest points
		if k < x.points {
			counts[x.points-1-k] = uint8(before - above)
		}
		before = above
		n--
	}
	counts[x.points-1] = uint8(before)
}
