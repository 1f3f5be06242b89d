package generate

import (
	"slices"

	"gammonlab/internal/workers"
)

// hyperSweep computes all records once, row after row with the same own side,
// each record from the present values of the others.
type hyperSweep struct {
	*hyperTable
	workers []struct{}
	fresh   []hyperValue // by number of the opponent
	linked  []int        // numbers of the opponents returned by links
}

// hyperChunk is the number of records that a worker computes at a time.
const hyperChunk = 64

func newHyperSweep(h *hyperTable, n int) *hyperSweep {
	return &hyperSweep{hyperTable: h, workers: make([]struct{}, n), fresh: make([]hyperValue, h.n)}
}

// row computes the records of one own side and returns the largest change.
//
// A record is computed from records in which the opponent is on roll. They
// belong to the same row only if a play can change the opponent's number to
// that of the row. All other records of the row can be computed concurrently
// without affecting the result.
func (s *hyperSweep) row(own int) (norm float32) {
	s.links(own)
	s.computeFree(own)
	from := 0
	for _, opp := range s.linked {
		norm = max(norm, s.store(own, from, opp))
		s.compute(own, opp)
		from = opp
	}
	return max(norm, s.store(own, from, s.n))
}

// computeFree computes the records that are not linked.
func (s *hyperSweep) computeFree(own int) {
	workers.All(s, s.workers, (s.n+hyperChunk-1)/hyperChunk, func(s *hyperSweep, _ struct{}, i int) {
		s.computeChunk(own, i*hyperChunk, min((i+1)*hyperChunk, s.n))
	})
}

// computeChunk computes the records from from to to-1 that are not linked.
func (s *hyperSweep) computeChunk(own, from, to int) {
	i, _ := slices.BinarySearch(s.linked, from)
	linked := s.linked[i:]
	for opp := from; opp < to; opp++ {
		if len(linked) > 0 && linked[0] == opp {
			linked = linked[1:]
			continue
		}
		s.compute(own, opp)
	}
}

func (s *hyperSweep) compute(own, opp int) {
	if s.playable(own, opp) {
		s.step(own, opp, &s.fresh[opp])
	}
}

// store copies the computed records to the table.
func (s *hyperSweep) store(own, from, to int) (norm float32) {
	for opp := from; opp < to; opp++ {
		if !s.playable(own, opp) {
			continue
		}
		old := s.value(own, opp)
		norm = max(norm, old.distance(&s.fresh[opp]))
		s.set(own, opp, &s.fresh[opp])
	}
	return norm
}

// links finds the opponents with number own, or with this number after hits, in
// ascending order: the side of the row with any of its checkers on the bar
// moved to empty points, one on each.
func (s *hyperSweep) links(own int) {
	side := s.boards[own].side
	s.linked = append(s.linked[:0], own)
	s.unhit(&side, 1)
	slices.Sort(s.linked)
}

func (s *hyperSweep) unhit(side *hyperSide, from int) {
	if side[hyperBar-1] == 0 {
		return
	}
	for point := from; point < hyperBar; point++ {
		if side[point-1] == 0 {
			side[hyperBar-1]--
			side[point-1]++
			s.linked = append(s.linked, s.index.Rank(side[:]))
			s.unhit(side, point+1)
			side[point-1]--
			side[hyperBar-1]++
		}
	}
}
