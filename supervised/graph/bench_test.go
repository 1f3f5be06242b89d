package graph

import (
	"fmt"
	"testing"

	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// BenchmarkStep compares the backends on batches of positions from play.
func BenchmarkStep(b *testing.B) {
	const rows = 256
	source := batches(features.Perspective196{}, 400, 100)
	batch := new(learn.Batch)
	for _, from := range source {
		at := int32(0)
		for i := 0; i < from.Len() && batch.Len() < rows; i++ {
			batch.Add(from.Idx[at:from.Ends[i]], from.Val[at:from.Ends[i]], (*[nets.Outputs]float32)(from.Targets[i*nets.Outputs:]), 1)
			at = from.Ends[i]
		}
	}
	settings := learn.Settings{Loss: learn.CrossEntropy, Method: learn.Adam, Workers: 1}
	for _, hidden := range [][]int{{128}, {512}, {512, 256}} {
		reference, fast := mustLearn(b, randomNet(b, nets.Sigmoid, hidden...), settings)
		for _, backend := range []struct {
			name string
			stepper
		}{{"gorgonia", reference}, {"learn", fast}} {
			b.Run(fmt.Sprintf("net=%s/backend=%s", backend.Net().Spec(), backend.name), func(b *testing.B) {
				for b.Loop() {
					must.Get(backend.Step(batch, 1e-4))(b)
				}
				b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
			})
		}
	}
}
