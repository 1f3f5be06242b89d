package report

import (
	"math"
	"slices"

	"gammonlab/evalbench"
)

// thinned keeps at most mostKept values of a long series, at even distances: when it is
// full, it drops every other value.
type thinned[T any] struct {
	kept  []T
	every int // distance of kept values in the series
	seen  int
}

const mostKept = 512

// add adds the next value; it calls value only if it keeps the value.
func (s *thinned[T]) add(value func() T) {
	s.every = max(s.every, 1)
	if s.seen++; s.seen%s.every != 0 {
		return
	}
	if s.kept = append(s.kept, value()); len(s.kept) < mostKept {
		return
	}
	for i := range mostKept / 2 {
		s.kept[i] = s.kept[2*i+1]
	}
	s.kept, s.every = s.kept[:mostKept/2], 2*s.every
}

// rate is a cost per decision, a ratio of two sums over items.
type rate struct {
	items, n, cost float64
	nn, nc, cc     float64 // sums of products
}

func (r *rate) add(n int, cost float64) {
	count := float64(n)
	r.items, r.n, r.cost = r.items+1, r.n+count, r.cost+cost
	r.nn, r.nc, r.cc = r.nn+count*count, r.nc+count*cost, r.cc+cost*cost
}

// mean returns the cost per decision, 0 without decisions.
func (r *rate) mean() float64 {
	if r.n == 0 {
		return 0
	}
	return r.cost / r.n
}

// margin returns half the 95 % interval of the mean, computed as that of a ratio of two
// sums (Cochran, Sampling Techniques, 1977, section 2.11); 0 if it cannot be determined.
func (r *rate) margin() float64 {
	if r.items < 2 || r.n == 0 {
		return 0
	}
	m := r.mean()
	rest := max(r.cc-2*m*r.nc+m*m*r.nn, 0)
	return normal * math.Sqrt(rest*r.items/(r.items-1)) / r.n
}

// normal is the 0.975 quantile of the normal distribution.
const normal = 1.959964

// luckCells count games and their results by A's luck, in at most mostCells cells of
// equal width.
type luckCells struct {
	width float64
	cells map[int]*evalbench.Sample
}

const (
	mostCells     = 64
	firstWidth    = 1.0 / 64
	fewestInCell  = 10 // fewest games of a cell that is shown
	mostShown     = 24
	fewestCells   = 6
	mostPointsOff = 1e6 // bound of luck, which prevents overflow of cell numbers
)

func (l *luckCells) add(luck, result float64) {
	if l.cells == nil {
		l.width, l.cells = firstWidth, map[int]*evalbench.Sample{}
	}
	luck = min(max(luck, -mostPointsOff), mostPointsOff)
	cell := int(math.Floor(luck / l.width))
	if l.cells[cell] == nil {
		l.cells[cell] = new(evalbench.Sample)
	}
	l.cells[cell].Add(result)
	for len(l.cells) > mostCells {
		*l = l.wider()
	}
}

// wider returns the cells with pairs of neighbours merged.
func (l *luckCells) wider() luckCells {
	w := luckCells{2 * l.width, map[int]*evalbench.Sample{}}
	for _, cell := range l.numbers() {
		half := cell >> 1 // rounds down
		if w.cells[half] == nil {
			w.cells[half] = new(evalbench.Sample)
		}
		w.cells[half].Merge(l.cells[cell])
	}
	return w
}

// numbers returns the numbers of the cells, the unluckiest first.
func (l *luckCells) numbers() []int {
	var list []int
	for cell := range l.cells {
		list = append(list, cell)
	}
	slices.Sort(list)
	return list
}

// luckCell is the middle of a cell with the mean of the results in it.
type luckCell struct {
	luck   float64
	result evalbench.Summary
}

// shown returns the cells with enough games, at most mostShown. It chooses the smallest
// width at which these cells contain nearly all games.
func (l luckCells) shown() []luckCell {
	var list []luckCell
	shown, all := 0, 0
	for _, cell := range l.numbers() {
		s := l.cells[cell]
		if all += s.N(); s.N() >= fewestInCell {
			list = append(list, luckCell{(float64(cell) + 0.5) * l.width, s.Summary()})
			shown += s.N()
		}
	}
	if len(list) > mostShown || len(l.cells) > fewestCells && shown < all*9/10 {
		return l.wider().shown()
	}
	return list
}
