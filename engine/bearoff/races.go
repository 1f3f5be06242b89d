package bearoff

import (
	"sync"
	"sync/atomic"

	"gammonlab/board"
	"gammonlab/engine/bearoff/internal/stacks"
)

// Races solves races with the doubling cube, exactly, at any stakes: both sides make the
// plays and the cube actions that are best at these stakes. A table of a state of the cube
// has the values of all races up to a pip count of each side. It is computed when a race is
// asked for the first time, with the tables of the states that doubles lead to, and it grows
// with the pip counts that are asked. Tables are kept, up to a total size; those that were not in use for
// the longest time are dropped first. Results depend neither on the number of goroutines
// nor on earlier calls. Races is safe for concurrent use.
type Races struct {
	index  *Index
	order  *stacks.Order
	places []uint16         // by rank, in the order of pip counts
	rolls  [][]stacks.Group // by place

	chances *raceTable // of winning: the stakes are 1 and 0
	clock   atomic.Int64

	mu     sync.Mutex
	tables map[string]*raceTable
	budget int64 // of the tables, in bytes
	size   int64
}

// Limits of the races that are solved: 7 checkers on 6 points, and the size of all tables.
// A table of 6 checkers on 6 points has 3.4 MB for each side on roll.
const (
	maxRaceSides = 1716
	raceBudget   = 256 << 20
)

// NewRaces returns the races of up to the given number of checkers a side on the points 1 to
// points.
func NewRaces(points, checkers int) *Races {
	x := NewIndex(points, checkers)
	m := stacks.NewMover(x)
	r := &Races{index: x, order: stacks.NewOrder(x, m), tables: map[string]*raceTable{}, budget: raceBudget}
	r.places = r.order.Places()
	r.rolls = stacks.Groups(m, r.places)
	r.chances = &raceTable{win: sure, same: true}
	return r
}

// Races returns the races of the database. Where a database is too large, they are those
// with fewer checkers.
func (d *TwoSided) Races() *Races {
	d.once.Do(func() {
		checkers := d.Checkers()
		for checkers > 1 && NewIndex(d.Points(), checkers).Len() > maxRaceSides {
			checkers--
		}
		d.races = NewRaces(d.Points(), checkers)
	})
	return d.races
}

// Points returns the maximal point of a side's checkers.
func (r *Races) Points() int { return r.index.points }

// Checkers returns the maximal number of checkers of a side on the board.
func (r *Races) Checkers() int { return r.index.checkers }

// Covers reports whether the races include the position: there is no contact, both sides
// have few enough checkers on the board, and both have borne off a checker, so nobody can
// win a gammon.
func (r *Races) Covers(pos *board.Position) bool {
	h := Header{Points: r.Points(), Checkers: r.Checkers()}
	own, opp := pos.Own.Rearmost(), pos.Opp.Rearmost()
	return own > 0 && opp > 0 && own+opp < board.Bar && pos.Own[board.Off] > 0 && pos.Opp[board.Off] > 0 &&
		covers(h, &pos.Own) && covers(h, &pos.Opp)
}

// NoDouble returns the value of the position, which must be covered, to the player on roll,
// who does not double now.
func (r *Races) NoDouble(pos *board.Position, at *CubeState) float64 {
	own, _ := r.index.rankOf(&pos.Own)
	opp, _ := r.index.rankOf(&pos.Opp)
	return r.noDouble(r.view(at), int(r.places[own]), int(r.places[opp])).float()
}

// noDouble returns the value to the view's player on roll, by places.
func (r *Races) noDouble(v raceView, own, opp int) fixed {
	if v.doubled().table == nil {
		s := r.source(v, own, opp)
		return s.value(own, opp)
	}
	noDouble := r.rolled(r.solved(v.table, v.reach(own, opp)).after[v.player], own, opp)
	doubled := r.source(v.doubled(), own, opp)
	if taken := doubled.value(own, opp); max(noDouble, taken)-min(noDouble, taken) <= rounding {
		return taken
	}
	return noDouble
}

// rounding is the difference up to which values are equal: that of rounding in as many turns
// as a race can have. Without a limit, equal alternatives would be told apart by chance.
const rounding = 16

// rolled returns the value before the roll to the player whose values after plays are given.
func (r *Races) rolled(after grid, own, opp int) fixed {
	var sum uint64
	for _, g := range r.rolls[own] {
		var best fixed
		for _, play := range g.Plays {
			best = max(best, after.at(int(play), opp))
		}
		sum += uint64(g.Ways) * uint64(best)
	}
	return mean(sum)
}
