package nets_test

import (
	"fmt"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// benchRows is about how many plays a roll has.
const benchRows = 20

// benchPositions returns results of one roll, and the position they come from
// as their player on roll sees it.
func benchPositions(b *testing.B) (board.Position, []board.Position) {
	b.Helper()
	pos := board.Backgammon.Start()
	var results []board.Position
	for _, play := range board.Plays(pos, board.Roll{2, 1}) {
		for _, next := range board.Plays(play.Result, board.Roll{6, 5}) {
			pos = next.Result
		}
	}
	for _, play := range board.Plays(pos, board.Roll{1, 1}) {
		results = append(results, play.Result)
	}
	if len(results) < benchRows {
		b.Fatalf("only %d plays", len(results))
	}
	return pos.Swap(), results[:benchRows]
}

// benchPass runs bench on a pass over the results for each size of net.
func benchPass(b *testing.B, rows int, bench func(p *nets.Pass)) {
	for _, hidden := range []int{100, 256} {
		net := must.Get(nets.NewRandom(nets.NewSpec(features.Perspective196{}, nets.Sigmoid, hidden), 1))(b)
		base, results := benchPositions(b)
		p := net.NewPass(rows)
		net.Set().Extract(p.Input(0), &base)
		p.SetBase()
		for i := range rows {
			net.Set().Extract(p.Input(i), &results[i])
		}
		p.Forward(1)
		b.Run(fmt.Sprintf("net=%v/rows=%d", net.Spec(), rows), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bench(p)
			}
			b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

func BenchmarkForward(b *testing.B) {
	benchPass(b, benchRows, func(p *nets.Pass) { p.Forward(benchRows) })
	benchPass(b, 1, func(p *nets.Pass) { p.Forward(1) })
}

// BenchmarkForwardFromBase is BenchmarkForward by the inputs that differ from
// those of the position before the play.
func BenchmarkForwardFromBase(b *testing.B) {
	benchPass(b, benchRows, func(p *nets.Pass) { p.ForwardFromBase(benchRows) })
}

// BenchmarkStep is one step of learning: a pass forward and the update. Its
// derivatives are zero so that the weights stay.
func BenchmarkStep(b *testing.B) {
	var d [nets.Outputs]float32
	rates := []float32{0.1, 0.1}
	benchPass(b, 1, func(p *nets.Pass) {
		p.Forward(1)
		p.Step(&d, rates)
	})
}

// BenchmarkBackward is the gradient of a batch.
func BenchmarkBackward(b *testing.B) {
	d := make([]float32, benchRows*nets.Outputs)
	var grad []float32
	benchPass(b, benchRows, func(p *nets.Pass) {
		if len(grad) != len(p.Net().Params()) {
			grad = make([]float32, len(p.Net().Params()))
		}
		p.Forward(benchRows)
		p.Backward(grad, d, benchRows)
	})
}
