package ablate

import (
	"context"

	"gammonlab/engine"
	"gammonlab/internal/workers"
	"gammonlab/nets"
	"gammonlab/supervised"
)

// measurer evaluates every position with intact inputs, and then in trials with the
// inputs of one group changed: taken from another position (one trial per permutation)
// or set to their means. All groups use the same permutations, so they can be compared.
type measurer struct {
	net          *nets.Net
	samples      *supervised.Samples
	groups       []Group
	means        []float32
	permutations [][]int
}

// trials returns the number of trials per group.
func (m *measurer) trials() int { return len(m.permutations) + 1 }

// chunkRows is the number of positions that a worker takes at a time. Losses are added
// chunk by chunk, so the sums do not depend on the number of workers.
const chunkRows = 128

// run returns the loss with intact inputs and, group by group, the loss of each trial.
func (m *measurer) run(ctx context.Context, o Options) ([]supervised.Loss, error) {
	chunks := make([][]supervised.Loss, (m.samples.Len()+chunkRows-1)/chunkRows)
	var measurers []*rowMeasurer
	for range max(1, min(o.Workers, len(chunks))) {
		measurers = append(measurers, newRowMeasurer(m))
	}
	workers.Each(ctx, chunks, measurers, len(chunks), func(chunks [][]supervised.Loss, w *rowMeasurer, c int) {
		from, to := c*chunkRows, min((c+1)*chunkRows, m.samples.Len())
		chunks[c] = w.chunk(from, to)
		if o.Progress != nil {
			o.Progress(to - from)
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	total := make([]supervised.Loss, 1+len(m.groups)*m.trials())
	for _, chunk := range chunks {
		for i := range chunk {
			total[i].Merge(chunk[i])
		}
	}
	return total, nil
}

// rowMeasurer measures positions in one goroutine, with its own buffers.
type rowMeasurer struct {
	*measurer
	pass   *nets.Pass
	intact []float32   // the inputs of the current position
	others [][]float32 // for each trial, the inputs that replace the group's
	losses []supervised.Loss
}

// passRows is the number of trials that the net evaluates at a time.
const passRows = 32

func newRowMeasurer(m *measurer) *rowMeasurer {
	w := &rowMeasurer{measurer: m, pass: m.net.NewPass(passRows), intact: make([]float32, len(m.means))}
	for range m.permutations {
		w.others = append(w.others, make([]float32, len(m.means)))
	}
	w.others = append(w.others, m.means)
	return w
}

// chunk returns the losses of all trials over the positions from index from up to, but
// not including, index to.
func (w *rowMeasurer) chunk(from, to int) []supervised.Loss {
	w.losses = make([]supervised.Loss, 1+len(w.groups)*w.trials())
	for row := from; row < to; row++ {
		w.samples.Inputs(w.intact, row)
		for k, permutation := range w.permutations {
			w.samples.Inputs(w.others[k], permutation[row])
		}
		copy(w.pass.Input(0), w.intact)
		w.pass.SetBase()
		for first := 0; first < len(w.losses); first += passRows {
			w.measure(row, first, min(first+passRows, len(w.losses)))
		}
	}
	return w.losses
}

// measure adds the net's losses at a position in some of the trials. Each trial changes
// the inputs of one group.
func (w *rowMeasurer) measure(row, first, end int) {
	for i := range end - first {
		dst := w.pass.Input(i)
		copy(dst, w.intact)
		if trial := first + i - 1; trial >= 0 { // row 0 of the first pass has the intact inputs
			other := w.others[trial%w.trials()]
			for _, k := range w.groups[trial/w.trials()].Inputs {
				dst[k] = other[k]
			}
		}
	}
	w.pass.ForwardFromBase(end - first)
	pos, label := w.samples.Position(row), w.samples.Label(row)
	for i := range end - first {
		w.losses[first+i].Add(engine.Probabilities(*w.pass.Output(i)), &pos, label)
	}
}
