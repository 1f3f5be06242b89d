package nets

import (
	"fmt"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
)

// BenchmarkForwardGnubg runs nets of the shape of gnubg's contact net, with its
// sigmoid and with the logistic one, and those that prune, over the results of
// a roll.
func BenchmarkForwardGnubg(b *testing.B) {
	start := board.Backgammon.Start()
	plays := board.Plays(start, board.Roll{6, 3})
	for _, shape := range []struct {
		inputs string
		hidden int
	}{{"gnubg-contact250", 128}, {"gnubg-base200", 16}} {
		set := must.Get(features.Lookup(shape.inputs))(b)
		for _, n := range []*Net{gnubgNet(b, set, shape.hidden), randomNet(b, set, Sigmoid, shape.hidden)} {
			rows := len(plays)
			p := n.NewPass(rows)
			for i := range rows {
				idx, val := p.SparseInput(i)
				p.SetSparse(i, set.ExtractSparse(idx, val, &plays[i].Result))
			}
			b.Run(fmt.Sprintf("net=%v/activation=%s/rows=%d", n.Spec(), n.spec.Activations[0], rows), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					p.ForwardSparse(rows)
				}
				b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
			})
		}
	}
}
