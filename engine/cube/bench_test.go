package cube_test

import (
	"testing"

	"gammonlab/engine/cube"
)

// lines are the states of a search: the cube where it is and after each double
// that may come in between.
func lines(tb testing.TB, s cube.State) []*cube.Stakes {
	st := mustPrepare(tb, s, mustMET(tb, cube.DefaultMET))
	twice := st.Doubled().Swap()
	return []*cube.Stakes{st, st.Doubled(), twice, twice.Doubled()}
}

// values returns the sum of the values at the stakes.
func values(stakes []*cube.Stakes, l *cube.Leaf) (sum float64) {
	for _, st := range stakes {
		sum += st.Value(l)
	}
	return sum
}

func TestValuesDoNotAllocate(t *testing.T) {
	leaf := cube.Leaf{Chances: manualChances, Efficiency: cube.Same(0.68)}
	for _, s := range []cube.State{cube.Money(true, true), cube.Match(11, 3, 5, false)} {
		stakes := lines(t, s)
		if n := testing.AllocsPerRun(100, func() { values(stakes, &leaf) }); n != 0 {
			t.Errorf("%+v: %v allocations", s, n)
		}
	}
}

// Values at four states.
func BenchmarkValues(b *testing.B) {
	leaf := cube.Leaf{Chances: manualChances, Efficiency: cube.Same(0.68)}
	for name, s := range map[string]cube.State{"money": cube.Money(true, true), "match": cube.Match(11, 3, 5, false)} {
		b.Run("game="+name, func(b *testing.B) {
			stakes := lines(b, s)
			b.ReportAllocs()
			for b.Loop() {
				values(stakes, &leaf)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

func BenchmarkPrepare(b *testing.B) {
	met := mustMET(b, cube.DefaultMET)
	for b.Loop() {
		mustPrepare(b, cube.Match(25, 0, 0, false), met)
	}
}
