package report

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestThinned adds a long series: the samples that are kept are evenly spaced,
// limited in number, and include the end.
func TestThinned(t *testing.T) {
	for _, n := range []int{0, 1, 511, 512, 513, 100_000} {
		var s thinned[int]
		for i := range n {
			s.add(func() int { return i + 1 })
		}
		if n < mostKept && len(s.kept) != n || len(s.kept) >= mostKept || n >= mostKept && len(s.kept) < mostKept/2-1 {
			t.Errorf("%d of %d are kept", len(s.kept), n)
		}
		for i, x := range s.kept {
			if x != (i+1)*s.every {
				t.Fatalf("value %d of %d is number %d, want %d", i, n, x, (i+1)*s.every)
			}
		}
	}
}

// TestLuckCells adds games of extreme luck: the number of cells is limited,
// they contain all games, and nearly all games are shown at their places.
func TestLuckCells(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, scale := range []float64{1e-3, 1, 1000, 1e9} {
		const games = 5000
		var l luckCells
		for range games {
			luck := scale * random.NormFloat64()
			l.add(luck, 2*luck)
			if len(l.cells) > mostCells {
				t.Fatalf("scale %v: %d cells", scale, len(l.cells))
			}
		}
		n := 0
		for _, s := range l.cells {
			n += s.N()
		}
		shown := l.shown()
		in, width := 0, math.Inf(1) // of the cells that are shown
		for i := range len(shown) - 1 {
			width = min(width, shown[i+1].luck-shown[i].luck)
		}
		for _, c := range shown {
			in += c.result.N
			if scale < 1e6 && math.Abs(c.result.Center-2*c.luck) > width {
				t.Errorf("scale %v: the games around %v have %v, want twice as much", scale, c.luck, c.result.Center)
			}
		}
		if n != games || in < games*9/10 && len(shown) > fewestCells || len(shown) > mostShown || len(shown) == 0 {
			t.Errorf("scale %v: %d of %d games in %d cells", scale, in, n, len(shown))
		}
	}
}

// TestRateInterval checks the interval of errors per decision: it contains the
// true rate in about 95 of 100 samples, even if players with more decisions err
// more.
func TestRateInterval(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const samples, items = 2000, 60
	held := 0
	for range samples {
		var r rate
		for range items {
			n := 1 + random.IntN(20)
			r.add(n, float64(n)*(1+0.1*float64(n))*random.ExpFloat64())
		}
		// The mean of n(1+n/10) over that of n, for n from 1 to 20.
		const truth = (10.5 + 0.1*143.5) / 10.5
		if math.Abs(r.mean()-truth) <= r.margin() {
			held++
		}
	}
	if share := float64(held) / samples; share < 0.90 || share > 0.97 {
		t.Errorf("the interval has the truth in %.3f of samples", share)
	}
	var none rate
	none.add(0, 0)
	if none.mean() != 0 || none.margin() != 0 {
		t.Errorf("nothing costs %v ± %v", none.mean(), none.margin())
	}
}
