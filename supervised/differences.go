package supervised

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/internal/workers"
)

// sets are sets of rows or of samples.
type sets struct {
	members []int32
	ends    []int32 // set i has the members ends[i-1] (0 for the first) to ends[i]-1
}

// set returns the members of set i.
func (s *sets) set(i int) []int32 {
	from := int32(0)
	if i > 0 {
		from = s.ends[i-1]
	}
	return s.members[from:s.ends[i]]
}

// close makes a set of the members that belong to none yet, unless they are fewer than least.
func (s *sets) close(least int) (made bool) {
	from := 0
	if n := len(s.ends); n > 0 {
		from = int(s.ends[n-1])
	}
	if len(s.members)-from < least {
		s.members = s.members[:from]
		return false
	}
	s.ends = append(s.ends, int32(len(s.members)))
	return true
}

// rollChunk is the number of positions whose rolls a worker plays at a time.
const rollChunk = 1024

// errNoRolls is the error of findRolls if it finds none.
var errNoRolls = errors.New("no positions follow two plays of a roll")

// findRolls finds the rows that follow plays of one roll of a position of the table, with the
// given number of goroutines. Progress receives the number of positions whose rolls have been
// played.
func (t *positionRows) findRolls(ctx context.Context, goroutines int, progress func(done int)) error {
	at := newRowIndex(len(t.keys))
	t.rolls = sets{}
	for i := range t.keys {
		pos := t.position(int32(i))
		at.put(pos.Hash(), int32(i))
	}
	generators := make([]*board.Generator, goroutines)
	for i := range generators {
		generators[i] = new(board.Generator)
	}
	chunks := (len(t.keys) + rollChunk - 1) / rollChunk
	err := workers.Ordered(ctx, generators, workers.Numbers(0, chunks), func(_ context.Context, g *board.Generator, i int) (*sets, error) {
		return t.rollsOf(i*rollChunk, min((i+1)*rollChunk, len(t.keys)), g, at), nil
	}, func(i int, found *sets) error {
		for k := range found.ends {
			t.rolls.members = append(t.rolls.members, found.set(k)...)
			t.rolls.close(2)
		}
		progress(min((i+1)*rollChunk, len(t.keys)))
		return nil
	})
	if err == nil && len(t.rolls.ends) == 0 {
		err = errNoRolls
	}
	return err
}

// rowIndex finds rows by the hash of their position. Two of N positions have the same hash with
// a probability of N²/2⁶⁵.
type rowIndex struct {
	rows  map[uint64]int32
	seen  []uint64 // bits of hashes of rows, many fewer bytes than the map: most hashes are of no row
	shift int      // a hash shifted right by shift is the number of its bit
}

// newRowIndex returns an index for n rows.
func newRowIndex(n int) *rowIndex {
	width := max(bits.Len(uint(n))+3, 6)
	return &rowIndex{rows: make(map[uint64]int32, n), seen: make([]uint64, 1<<(width-6)), shift: 64 - width}
}

func (x *rowIndex) put(hash uint64, row int32) {
	x.rows[hash] = row
	bit := hash >> x.shift
	x.seen[bit/64] |= 1 << (bit % 64)
}

func (x *rowIndex) row(hash uint64) (row int32, ok bool) {
	bit := hash >> x.shift
	if x.seen[bit/64]>>(bit%64)&1 == 0 {
		return 0, false
	}
	row, ok = x.rows[hash]
	return row, ok
}

// rollsOf returns the sets of findRolls for some of the positions.
func (t *positionRows) rollsOf(from, to int, g *board.Generator, at *rowIndex) *sets {
	found := new(sets)
	for i := from; i < to; i++ {
		pos := t.position(int32(i))
		for _, roll := range board.Rolls {
			plays := g.Plays(&pos, roll)
			for k := range plays {
				if row, ok := at.row(plays[k].Result.Hash()); ok {
					found.members = append(found.members, row)
				}
			}
			found.close(2)
		}
	}
	return found
}

// rolls returns the samples that follow plays of one roll.
func (s *Samples) rolls() *sets {
	numbers := make([]int32, len(s.table.keys))
	for i := range numbers {
		numbers[i] = -1
	}
	for i, row := range s.rows {
		numbers[row] = int32(i)
	}
	kept := new(sets)
	for i := range s.table.rolls.ends {
		for _, row := range s.table.rolls.set(i) {
			if numbers[row] >= 0 {
				kept.members = append(kept.members, numbers[row])
			}
		}
		kept.close(2)
	}
	return kept
}

// arrangement is an order of samples.
type arrangement struct {
	order  []int32 // numbers of the samples
	rolls  *sets   // samples of a roll, which are neighbours; nil for any order
	joined []bool  // whether a sample follows a play of the same roll as the one before it
}

// shuffleRolls puts all samples into a random order, in which those of a roll are neighbours. A
// sample of several rolls is with one of them, which differs from one order to the next.
func (a *arrangement) shuffleRolls(rng *rand.Rand) {
	taken := make([]bool, len(a.order))
	var disjoint sets
	for _, i := range rng.Perm(len(a.rolls.ends)) {
		for _, k := range a.rolls.set(i) {
			if !taken[k] {
				disjoint.members = append(disjoint.members, k)
			}
		}
		if disjoint.close(2) {
			for _, k := range disjoint.set(len(disjoint.ends) - 1) {
				taken[k] = true
			}
		}
	}
	for k, t := range taken {
		if !t {
			disjoint.members = append(disjoint.members, int32(k))
			disjoint.close(1)
		}
	}
	a.order, a.joined = a.order[:0], a.joined[:0]
	for _, i := range rng.Perm(len(disjoint.ends)) {
		for j, k := range disjoint.set(i) {
			a.order, a.joined = append(a.order, k), append(a.joined, j > 0)
		}
	}
}

// spread returns the sum of the squared deviations of values from their means over the
// samples of a roll, and the number of samples less that of rolls.
func (a *arrangement) spread(values []float32) (squares float64, freedom int) {
	for from := 0; from < len(a.order); {
		to := from + 1
		for to < len(a.order) && a.joined[to] {
			to++
		}
		mean := 0.0
		for _, k := range a.order[from:to] {
			mean += float64(values[k]) / float64(to-from)
		}
		for _, k := range a.order[from:to] {
			squares += (float64(values[k]) - mean) * (float64(values[k]) - mean)
		}
		freedom += to - from - 1
		from = to
	}
	return squares, freedom
}
