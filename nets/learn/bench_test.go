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

// BenchmarkStepSparse takes steps in each precision for nets whose units with ReLU are zero as
// often as in those that have learned, five in six, and for one of random weights, where it
// is one in two.
func BenchmarkStepSparse(b *testing.B) {
	for _, hidden := range [][]int{{896, 192, 32}, {2688, 576, 96}} {
		for _, share := range []float64{0.5, 0.16} {
			for _, n := range []int{256, 1024} {
				net := newNet(b, "gnubg-contact250@2", nets.ReLU, "", hidden...)
				batches := make([]Batch, 8)
				for i := range batches {
					fill(&batches[i], n, net.Set().Len(), uint64(i))
				}
				setActive(net, &batches[0], share)
				for _, precision := range []nets.Precision{nets.Float32, nets.BFloat16} {
					benchmarkSteps(b, net, batches, share, precision)
				}
			}
		}
	}
}

func benchmarkSteps(b *testing.B, net *nets.Net, batches []Batch, share float64, precision nets.Precision) {
	n := batches[0].Len()
	b.Run(fmt.Sprintf("net=%v/batch=%d/active=%v/precision=%s/workers=1", net.Spec(), n, share, precision), func(b *testing.B) {
		l, err := New(net.Clone(), Settings{Loss: CrossEntropy, Method: Adam, Workers: 1, Precision: precision})
		if err != nil {
			b.Skip(err)
		}
		step(b, l, &batches[0], 0)
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			step(b, l, &batches[i%len(batches)], 1e-9)
		}
		b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "examples/s")
	})
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
