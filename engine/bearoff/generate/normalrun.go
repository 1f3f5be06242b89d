package generate

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/format"
	"gammonlab/engine/bearoff/internal/stacks"
)

// normalRun makes a database of means and standard deviations. The record of a
// step has them for each side in the form of the file. All arithmetic is in
// single precision with every product rounded, as in gnubg's makebearoff.
type normalRun struct {
	*oneSidedRun
	full  uint32             // the first rank with 15 checkers
	sides [][2]format.Normal // by rank: all checkers and the first
	plays [][]stacks.Stack   // scratch memory, by worker
}

func newNormalRun(base *oneSidedRun) *normalRun {
	return &normalRun{
		oneSidedRun: base,
		full:        uint32(bearoff.NewIndex(base.index.Points(), board.MaxCheckers-1).Len()),
		sides:       make([][2]format.Normal, base.index.Len()),
		plays:       make([][]stacks.Stack, base.pool.workers),
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
	var dists [2]format.Normal
	if rank > 0 {
		dists, r.plays[worker] = solveNormals(r.mover, r.plays[worker], stackOf(r.index, int(rank)),
			func(rank uint32) [2]format.Normal { return r.sides[rank] })
	}
	if rank < r.full {
		dists[1] = format.Normal{}
	}
	return format.AppendNormals(dst, dists)
}

// solveNormals returns the distributions of a stack from those of the stacks
// after its plays. It uses the scratch memory and returns it.
func solveNormals(m *stacks.Mover, scratch []stacks.Stack, s stacks.Stack,
	of func(rank uint32) [2]format.Normal) ([2]format.Normal, []stacks.Stack) {
	var sums [2]normalSum
	for _, roll := range board.Rolls {
		scratch = m.Plays(scratch[:0], s, roll)
		var best [2]format.Normal
		for i, play := range scratch {
			for j, d := range of(m.Rank(play)) {
				if i == 0 || d.Mean < best[j].Mean {
					best[j] = d
				}
			}
		}
		for i := range best {
			sums[i].add(best[i], float32(roll.Ways()))
		}
	}
	return [2]format.Normal{sums[0].dist(), sums[1].dist()}, scratch
}

// normalSum accumulates first and second moments.
type normalSum struct{ mean, square float32 }

// add adds a distribution with one additional roll.
func (s *normalSum) add(d format.Normal, ways float32) {
	mean := 1 + d.Mean
	s.mean += float32(ways * mean)
	s.square += float32(ways * (float32(d.Deviation*d.Deviation) + float32(mean*mean)))
}

// dist returns the distribution. As in gnubg, it multiplies by the rounded
// reciprocal.
func (s *normalSum) dist() format.Normal {
	const share = float32(1) / stacks.Throws
	mean := float32(s.mean * share)
	variance := float32(s.square*share) - float32(mean*mean)
	return format.Normal{Mean: mean, Deviation: float32(math.Sqrt(float64(variance)))}
}

func (r *normalRun) adopt(step int, record []byte) error {
	r.tally.add(int64(len(r.order.At(step))))
	return r.take(step, record)
}

// take stores the sides of a record for later steps.
func (r *normalRun) take(step int, record []byte) error {
	ranks := r.order.At(step)
	if len(record) != len(ranks)*format.NormalSize {
		return fmt.Errorf("%d bytes, want %d", len(record), len(ranks)*format.NormalSize)
	}
	for i, rank := range ranks {
		r.sides[rank] = format.ParseNormals(record[i*format.NormalSize:])
	}
	return nil
}

func (r *normalRun) write(w io.Writer, _ store) error {
	buf := bufio.NewWriterSize(w, writeBuffer)
	buf.Write(r.header.Bytes())
	for _, side := range r.sides {
		buf.Write(format.AppendNormals(buf.AvailableBuffer(), side))
	}
	return buf.Flush() // keeps the first error
}
