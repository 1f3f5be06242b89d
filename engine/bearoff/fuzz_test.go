package bearoff

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/board"
)

// anySide returns a side that need not make sense.
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

// What a journal says is used only when its checksums are right, and they are
// right for some inputs here: the fuzzed part is given one.
func FuzzJournal(f *testing.F) {
	f.Add([]byte{}, []byte{})
	f.Add([]byte(journalMagic), []byte{1, 0, 1, 0, 0xff, 0xff, 0xff, 0xff})
	f.Add(journalHead(""), []byte{1, 0, 1, 0, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, data, record []byte) {
		path := filepath.Join(t.TempDir(), "fuzz.bd")
		if err := os.WriteFile(path+journalSuffix, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if j, err := openJournal(path, ""); err == nil {
			for {
				if r, err := j.next(); err != nil || r == nil {
					break
				}
			}
			if err := j.add(record); err != nil {
				t.Error(err)
			}
			got := make([]byte, len(record))
			if err := j.readAt(got, len(j.offsets)-1, 0); err != nil || !bytes.Equal(got, record) {
				t.Errorf("%x read back for %x: %v", got, record, err)
			}
			j.close()
		}
		r := newExactRun(newOneSidedRun(context.Background(), OneSidedOptions{Points: 1}))
		r.adopt(0, record)
		r.adopt(1, record)
	})
}
