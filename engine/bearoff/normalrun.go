package bearoff

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"gammonlab/board"
)

// normalRun makes a database of means and standard deviations. The record of a
// step has them for each side in the form of the file. All arithmetic is in
// single precision with every product rounded, as in gnubg's makebearoff.
type normalRun struct {
	*oneSidedRun
	full  uint32      // the first rank with 15 checkers
	sides [][2]normal // by rank: all checkers and the first
	plays [][]stack   // scratch memory, by worker
}

func newNormalRun(base *oneSidedRun) *normalRun {
	return &normalRun{
		oneSidedRun: base,
		full:        uint32(NewIndex(base.index.points, board.MaxCheckers-1).Len()),
		sides:       make([][2]normal, base.index.Len()),
		plays:       make([][]stack, base.pool.workers),
	}
}

func (r *normalRun) solve(step int) ([]byte, error) {
	record, err := r.solveStep(step, r.appendSide)
	if err != nil {
		return nil, err
	}
	return record, r.take(step, record)
}

func (r *normalRun) appendSide(dst []byte, worker int, rank uint32) []byte {
	var dists [2]normal
	if rank > 0 {
		dists, r.plays[worker] = r.mover.solveNormals(r.plays[worker], r.stack(rank),
			func(rank uint32) [2]normal { return r.sides[rank] })
	}
	if rank < r.full {
		dists[1] = normal{}
	}
	return appendNormals(dst, dists)
}

// solveNormals returns the distributions of a stack from those of the stacks
// after its plays. It uses the scratch memory and returns it.
func (m *mover) solveNormals(scratch []stack, s stack, of func(rank uint32) [2]normal) ([2]normal, []stack) {
	var sums [2]normalSum
	for _, roll := range board.Rolls {
		scratch = m.plays(scratch[:0], s, roll)
		var best [2]normal
		for i, play := range scratch {
			for j, d := range of(m.rank(play)) {
				if i == 0 || d.mean < best[j].mean {
					best[j] = d
				}
			}
		}
		for i := range best {
			sums[i].add(best[i], float32(roll.Ways()))
		}
	}
	return [2]normal{sums[0].dist(), sums[1].dist()}, scratch
}

// normalSum accumulates first and second moments.
type normalSum struct{ mean, square float32 }

// add adds a distribution with one additional roll.
func (s *normalSum) add(d normal, ways float32) {
	mean := 1 + d.mean
	s.mean += float32(ways * mean)
	s.square += float32(ways * (float32(d.deviation*d.deviation) + float32(mean*mean)))
}

// dist returns the distribution. As in gnubg, it multiplies by the rounded
// reciprocal.
func (s *normalSum) dist() normal {
	const share = float32(1) / throws
	mean := float32(s.mean * share)
	variance := float32(s.square*share) - float32(mean*mean)
	return normal{mean, float32(math.Sqrt(float64(variance)))}
}

func (r *normalRun) adopt(step int, record []byte) error {
	r.tally.add(int64(len(r.order.at(step))))
	return r.take(step, record)
}

// take stores the sides of a record for later steps.
func (r *normalRun) take(step int, record []byte) error {
	ranks := r.order.at(step)
	if len(record) != len(ranks)*normalSize {
		return fmt.Errorf("%d bytes, want %d", len(record), len(ranks)*normalSize)
	}
	for i, rank := range ranks {
		r.sides[rank] = parseNormals(record[i*normalSize:])
	}
	return nil
}

func (r *normalRun) write(w io.Writer, _ store) error {
	buf := bufio.NewWriterSize(w, writeBuffer)
	buf.Write(r.header.text())
	for _, side := range r.sides {
		buf.Write(appendNormals(buf.AvailableBuffer(), side))
	}
	return buf.Flush() // keeps the first error
}
