package learn

import (
	"fmt"
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
