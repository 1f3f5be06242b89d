package learn

import (
	"fmt"
	"slices"
	"testing"

	"gammonlab/nets"
)

// BenchmarkStep takes steps of Adam for the nets that are compared with PyTorch.
func BenchmarkStep(b *testing.B) {
	for _, c := range []struct {
		set        string
		activation nets.Activation
		hidden     []int
	}{
		{"gnubg-contact250@2", nets.Sigmoid, []int{128}},
		{"perspective196@1", nets.ReLU, []int{512, 512, 256}},
	} {
		net := newNet(b, c.set, c.activation, "", c.hidden...)
		for _, n := range []int{128, 1024} {
			batches := make([]Batch, 8)
			for i := range batches {
				fill(&batches[i], n, net.Set().Len(), uint64(i))
			}
			for _, workers := range []int{1, 2} {
				b.Run(fmt.Sprintf("net=%v/batch=%d/workers=%d", net.Spec(), n, workers), func(b *testing.B) {
					l := newLearner(b, net, Settings{Loss: CrossEntropy, Method: Adam, Workers: workers})
					step(b, l, &batches[0], 0)
					b.ReportAllocs()
					for i := 0; b.Loop(); i++ {
						step(b, l, &batches[i%len(batches)], 1e-4)
					}
					b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "examples/s")
				})
			}
		}
	}
}

// BenchmarkStepSparse takes steps for a net whose units with ReLU are zero as often
// as in one that has learned, five in six, and for one of random weights, where it
// is one in two.
func BenchmarkStepSparse(b *testing.B) {
	for _, share := range []float64{0.5, 0.16} {
		net := newNet(b, "gnubg-contact250@2", nets.ReLU, "", 1024, 256, 64)
		batches := make([]Batch, 8)
		for i := range batches {
			fill(&batches[i], 256, net.Set().Len(), uint64(i))
		}
		setActive(net, &batches[0], share)
		b.Run(fmt.Sprintf("net=%v/batch=256/active=%v/workers=1", net.Spec(), share), func(b *testing.B) {
			l := newLearner(b, net, Settings{Loss: CrossEntropy, Method: Adam, Workers: 1})
			step(b, l, &batches[0], 0)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				step(b, l, &batches[i%len(batches)], 1e-9)
			}
			b.ReportMetric(256*float64(b.N)/b.Elapsed().Seconds(), "examples/s")
		})
	}
}

// setActive sets the biases of hidden layers so that each unit is above zero for a
// share of the positions.
func setActive(net *nets.Net, batch *Batch, share float64) {
	n := batch.Len()
	x := make([]float32, n*pad(net.Set().Len()))
	for i := range n {
		idx, val := batch.row(i)
		for k, at := range idx {
			x[i*pad(net.Set().Len())+int(at)] = val[k]
		}
	}
	for i := range net.Layers() - 1 {
		layer := net.Layer(i)
		width := pad(layer.Out)
		h, sums := make([]float32, n*width), make([]float32, n)
		biases := net.Params()[layer.Biases:layer.End]
		clear(biases)
		layer.Sum(h, x, n)
		for k := range layer.Out {
			for j := range sums {
				sums[j] = h[j*width+k]
			}
			slices.Sort(sums)
			biases[k] = -sums[int((1-share)*float64(n))]
		}
		layer.Sum(h, x, n)
		layer.Activate(h)
		x = h
	}
}
