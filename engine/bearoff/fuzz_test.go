package bearoff_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
)

// anySide returns a side that may be illegal.
func anySide(rng *rand.Rand) (s board.Side) {
	for range rng.IntN(20) {
		s[rng.IntN(len(s))] += uint8(rng.IntN(1 << rng.IntN(9)))
	}
	return s
}

// seeds adds small databases to a corpus.
func seeds(f *testing.F) {
	for _, path := range made(f) {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
}

func FuzzOneSided(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := bearoff.NewOneSided("fuzz", data)
		if err != nil {
			return
		}
		rng := rand.New(rand.NewPCG(1, uint64(len(data))))
		for range 20 {
			own, opp := anySide(rng), anySide(rng)
			d.Covers(&own)
			d.Rolls(&own)
			d.GammonRolls(&own)
			if most := d.MostRolls(&own); most < 0 || most >= bearoff.MaxRolls {
				t.Errorf("at most %d rolls", most)
			}
			mean, deviation := d.Moments(&own)
			if !(mean >= 0 && deviation >= 0) {
				t.Errorf("%v ± %v rolls", mean, deviation)
			}
			for _, p := range d.Evaluate(&own, &opp) {
				if !(p >= 0) {
					t.Errorf("chance %v", p)
				}
			}
		}
	})
}

func FuzzTwoSided(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := bearoff.NewTwoSided("fuzz", data)
		if err != nil {
			return
		}
		rng := rand.New(rand.NewPCG(1, uint64(len(data))))
		for range 20 {
			pos := board.Position{Own: anySide(rng), Opp: anySide(rng)}
			d.Covers(&pos)
			for _, e := range d.Equities(&pos) {
				if !(e >= -1 && e <= 1) {
					t.Errorf("equity %v", e)
				}
			}
		}
	})
}
