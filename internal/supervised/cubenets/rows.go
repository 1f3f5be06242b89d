package cubenets

import (
	"math"

	"gammonlab/engine/cube"
	"gammonlab/features"
	"gammonlab/internal/nets/kernel"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// rowWriter writes samples to a batch: a row for the questions about money and one for those
// about a match, because their inputs differ.
type rowWriter struct {
	batch learn.Batch
	set   features.Set
	table *table
	dense []float32 // padded
	idx   []int32
	val   []float32
}

func newRowWriter(net *nets.Net, t *table) *rowWriter {
	w := &rowWriter{set: net.Set(), table: t}
	padded := (w.set.Len() + kernel.Lanes - 1) / kernel.Lanes * kernel.Lanes
	w.dense, w.idx, w.val = make([]float32, padded), make([]int32, padded), make([]float32, padded)
	return w
}

// add adds the rows of a sample.
func (w *rowWriter) add(s *sample) {
	w.set.Extract(w.dense, &s.position)
	w.row(s, w.table.money, s.targets[:])
	w.row(s, s.match, s.targets[len(w.table.money):])
}

// row adds the row of questions at the same score and value of the cube.
func (w *rowWriter) row(s *sample, questions []question, targets []float32) {
	n := w.set.Len()
	cube.StakesInputs(w.dense[n-features.CubeStakes{}.Len():n], &s.chances, questions[0].stakes)
	var want, factors [nets.Outputs]float32
	for i := range questions {
		q := &questions[i]
		dead, live := q.ends(&s.chances)
		// The equity moves by span if the output moves by 1. Where it hardly moves, the output
		// is free.
		const least = 1e-3
		if span := cube.ShareLimit * (live - dead); math.Abs(span) > least {
			want[q.output] = float32((float64(targets[i]) - dead) / span)
			factors[q.output] = float32(span)
		}
	}
	count := kernel.Nonzero(w.idx, w.val, w.dense)
	w.batch.Add(w.idx[:count], w.val[:count], &want, 1)
	w.batch.Factors = append(w.batch.Factors, factors[:]...)
}
