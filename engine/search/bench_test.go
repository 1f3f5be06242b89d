package search_test

import (
	"fmt"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/search"
	"gammonlab/internal/cputime"
)

// BenchmarkDecision chooses plays with gnubg's nets, pruning and filter "normal",
// each decision once, in the processor time of one thread.
func BenchmarkDecision(b *testing.B) {
	static := enginetest.GnubgStatic(b)
	positions, rolls := decisions(200)
	for _, plies := range []int{1, 2} {
		b.Run(fmt.Sprintf("plies=%d/program=gammonlab", plies), func(b *testing.B) {
			benchmarkBest(b, static.Clone(), search.Depth{Plies: plies, Filter: search.Normal()}, positions, rolls)
		})
		b.Run(fmt.Sprintf("plies=%d/program=gnubg", plies), func(b *testing.B) {
			seconds, n := 0.0, 0
			for b.Loop() {
				_, took := askGnubg(b, playRequests(plies, positions, rolls))
				seconds += took
				n += len(positions)
			}
			b.ReportMetric(seconds*1e3/float64(n), "cpu-ms/decision")
		})
	}
}

// BenchmarkShipped makes the decisions of BenchmarkDecision with shipped nets.
func BenchmarkShipped(b *testing.B) {
	positions, rolls := decisions(200)
	for _, name := range []string{"default", "large"} {
		for _, depth := range []search.Depth{
			{Plies: 1, Filter: search.Normal()}, {Plies: 2, Filter: search.Normal()}, {Plies: 2, Filter: search.Quick()},
		} {
			b.Run(fmt.Sprintf("model=%s/plies=%d/filter=%v", name, depth.Plies, depth.Filter), func(b *testing.B) {
				model := enginetest.Shipped(b, name).Model()
				benchmarkBest(b, engine.NewStatic(model, enginetest.GnubgDatabases(b)), depth, positions, rolls)
			})
		}
	}
}

// benchmarkBest reports the processor time of a decision.
func benchmarkBest(b *testing.B, static *engine.Static, depth search.Depth, positions []board.Position, rolls []board.Roll) {
	s := newSearcher(b, static, search.Options{Depth: depth, CacheBytes: -1})
	var plays [][]board.Play
	for i := range positions {
		plays = append(plays, board.Plays(positions[i], rolls[i]))
	}
	b.ReportAllocs()
	begin, n := cputime.Process(), 0
	for b.Loop() {
		i := n % len(positions)
		if _, _, err := s.Best(b.Context(), &positions[i], plays[i]); err != nil {
			b.Fatal(err)
		}
		n++
	}
	b.ReportMetric(float64((cputime.Process()-begin).Microseconds())/1e3/float64(n), "cpu-ms/decision")
}
