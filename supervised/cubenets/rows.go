package cubenets

import (
	"math"

	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/targets"
	"gammonlab/features"
	"gammonlab/nets"
	"gammonlab/nets/kernel"
	"gammonlab/nets/learn"
)

// rowWriter writes samples to a batch: a row for the targets of money games and one for those
// of a match, because their inputs differ.
type rowWriter struct {
	batch  learn.Batch
	set    features.Set
	stakes *targets.Stakes
	dense  []float32 // padded
	idx    []int32
	val    []float32
}

func newRowWriter(net *nets.Net, all *targets.Stakes) *rowWriter {
	w := &rowWriter{set: net.Set(), stakes: all}
	padded := (w.set.Len() + kernel.Lanes - 1) / kernel.Lanes * kernel.Lanes
	w.dense, w.idx, w.val = make([]float32, padded), make([]int32, padded), make([]float32, padded)
	return w
}

// add adds the rows of a sample.
func (w *rowWriter) add(s *sample) {
	w.set.Extract(w.dense, &s.position)
	w.row(s, w.stakes.Money, s.targets[:])
	w.row(s, s.match, s.targets[len(w.stakes.Money):])
}

// row adds the row of targets at the same score and value of the cube.
func (w *rowWriter) row(s *sample, stakes []*cube.Stakes, targets []float32) {
	n := w.set.Len()
	cube.StakesInputs(w.dense[n-features.CubeStakes{}.Len():n], &s.chances, stakes[0])
	var want, factors [nets.Outputs]float32
	for i, st := range stakes {
		dead, live := ends(st, &s.chances)
		// The equity moves by span if the output moves by 1. Where it hardly moves, the output
		// is free.
		const least = 1e-3
		if span := cube.ShareLimit * (live - dead); math.Abs(span) > least && targets[i] == targets[i] {
			want[st.Output()] = float32((float64(targets[i]) - dead) / span)
			factors[st.Output()] = float32(span)
		}
	}
	count := kernel.Nonzero(w.idx, w.val, w.dense)
	w.batch.Add(w.idx[:count], w.val[:count], &want, 1)
	w.batch.Factors = append(w.batch.Factors, factors[:]...)
}

// ends returns the equities of a position with a dead and with a live cube.
func ends(st *cube.Stakes, p *engine.Probabilities) (dead, live float64) {
	return st.Equity(st.Dead(p)), st.Equity(st.Live(p))
}
