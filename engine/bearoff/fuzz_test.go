package bearoff

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"gammonlab/board"
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

// smallCheck is the size up to which fuzzing verifies what it has opened.
const smallCheck = 1 << 13

func FuzzOneSided(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := NewOneSided("fuzz", data)
		if err != nil {
			return
		}
		rng := rand.New(rand.NewPCG(1, uint64(len(data))))
		for range 20 {
			own, opp := anySide(rng), anySide(rng)
			d.Covers(&own)
			d.Rolls(&own)
			d.GammonRolls(&own)
			if most := d.MostRolls(&own); most < 0 || most >= MaxRolls {
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
		if len(data) < smallCheck && d.Points() <= maxStackPoints {
			v := verifier{name: "fuzz", pool: newPool(context.Background(), 1)}
			v.oneSided(d)
		}
	})
}

func FuzzTwoSided(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := NewTwoSided("fuzz", data)
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
		if len(data) < smallCheck && d.Points() <= maxStackPoints {
			v := verifier{name: "fuzz", pool: newPool(context.Background(), 1)}
			v.twoSided(d)
		}
	})
}

// FuzzAdopt adopts records from a journal of an untrusted source.
func FuzzAdopt(f *testing.F) {
	r := newExactRun(newOneSidedRun(context.Background(), OneSidedOptions{Points: 1}))
	record, err := r.solve(0)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(record)
	f.Add([]byte{})
	f.Add([]byte{1, 0, 1, 0, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, record []byte) {
		exact := newExactRun(newOneSidedRun(context.Background(), OneSidedOptions{Points: 1}))
		exact.adopt(0, record)
		exact.adopt(1, record)
		normal := newNormalRun(newOneSidedRun(context.Background(), OneSidedOptions{Points: 1, Normal: true}))
		normal.adopt(0, record)
		newPairRun(context.Background(), TwoSidedOptions{Points: 2, Checkers: 1}).adopt(0, record)
		hyper := &hyperRun{table: newHyperTable(t.Context(), 1, 1)}
		if err := hyper.take(0, record); err == nil && (hyper.sweep < 1 || hyper.row > hyper.table.n) {
			t.Errorf("row %d of sweep %d", hyper.row, hyper.sweep)
		}
	})
}
