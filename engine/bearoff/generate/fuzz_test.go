package generate

import (
	"context"
	"os"
	"testing"

	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/stacks"
)

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

// FuzzVerify verifies files that can be opened.
func FuzzVerify(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) >= smallCheck {
			return
		}
		v := verifier{name: "fuzz", pool: newPool(context.Background(), 1)}
		if d, err := bearoff.NewOneSided("fuzz", data); err == nil && d.Points() <= stacks.MaxPoints {
			v.oneSided(d)
		}
		if d, err := bearoff.NewTwoSided("fuzz", data); err == nil && d.Points() <= stacks.MaxPoints {
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
