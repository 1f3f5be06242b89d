package supervised

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/workers"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// Measure returns the loss of a net over the samples, which must have at least the
// inputs of the net.
func Measure(net *nets.Net, s *Samples) Loss {
	m := newMeasurement(s, nil)
	workers.All(m, []*nets.Pass{net.NewPass(measureRows)}, len(m.chunks), (*measurement).chunk)
	return m.losses().total()
}

// byClass are the losses over the positions of each class.
type byClass [engine.Contact + 1]Loss

// total returns the loss over all positions.
func (b *byClass) total() Loss {
	var all Loss
	for _, l := range b {
		all.Merge(l)
	}
	return all
}

// measureRows is the number of positions that a net evaluates at a time. measureChunk
// is the number of positions whose losses are summed separately, so the sums do not
// depend on the number of workers.
const (
	measureRows  = 32
	measureChunk = 1024
)

// measure returns the losses of a net by class, with a registered loss unless it is nil, and
// the error of the equity of each sample.
func measure(ctx context.Context, net *nets.Net, s *Samples, loss learn.LossFunc, n int) (*byClass, []float32, error) {
	m := newMeasurement(s, loss)
	var passes []*nets.Pass
	for range max(1, min(n, len(m.chunks))) {
		passes = append(passes, net.NewPass(measureRows))
	}
	workers.Each(ctx, m, passes, len(m.chunks), (*measurement).chunk)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	return m.losses(), m.misses, nil
}

// measurement is the data shared by the workers of measure.
type measurement struct {
	samples *Samples
	loss    learn.LossFunc // registered; nil for none
	chunks  []byClass
	misses  []float32
}

func newMeasurement(s *Samples, loss learn.LossFunc) *measurement {
	return &measurement{s, loss, make([]byClass, (s.Len()+measureChunk-1)/measureChunk), make([]float32, s.Len())}
}

// losses returns the losses over all positions.
func (m *measurement) losses() *byClass {
	var all byClass
	for _, chunk := range m.chunks {
		for c := range all {
			all[c].Merge(chunk[c])
		}
	}
	return &all
}

// chunk measures the positions of a chunk.
func (m *measurement) chunk(pass *nets.Pass, c int) {
	var positions [measureRows]board.Position
	var d [nets.Outputs]float32
	end := min((c+1)*measureChunk, m.samples.Len())
	for from := c * measureChunk; from < end; from += measureRows {
		n := min(measureRows, end-from)
		for i := range n {
			idx, val := pass.SparseInput(i)
			pass.SetSparse(i, m.samples.sparse(idx, val, &positions[i], from+i))
		}
		pass.ForwardSparse(n)
		for i := range n {
			pos, answer := &positions[i], engine.Probabilities(*pass.Output(i))
			class, label := &m.chunks[c][engine.ClassOf(pos)], m.samples.Label(from+i)
			m.misses[from+i] = float32(class.Add(answer, pos, label))
			if m.loss != nil {
				class.own += m.loss(d[:], answer[:], label[:])
			}
		}
	}
}
