package bearoff

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"gammonlab/board"
	"gammonlab/internal/must"
)

// hyperOnce holds the databases that several tests read.
var hyperOnce [maxHyperCheckers + 1]struct {
	once sync.Once
	data []byte
	err  error
}

// hyperFile returns the contents of a database of 1 or 2 checkers. The second
// takes a while to make, which short tests leave out.
func hyperFile(t testing.TB, checkers int) []byte {
	t.Helper()
	if checkers > 1 && testing.Short() {
		t.Skip("takes a few seconds")
	}
	made := &hyperOnce[checkers]
	made.once.Do(func() {
		dir, err := os.MkdirTemp("", "hyper")
		if err != nil {
			made.err = err
			return
		}
		defer os.RemoveAll(dir)
		path := filepath.Join(dir, "hyper.bd")
		if made.err = GenerateHyper(context.Background(), path, HyperOptions{Checkers: checkers}); made.err == nil {
			made.data, made.err = os.ReadFile(path)
		}
	})
	if made.err != nil {
		t.Fatal(made.err)
	}
	return made.data
}

// hyperPath returns the path of a copy of the database.
func hyperPath(t testing.TB, checkers int) string {
	t.Helper()
	data := hyperFile(t, checkers)
	path := filepath.Join(t.TempDir(), "hyper.bd")
	must.OK(t, os.WriteFile(path, data, 0o666))
	return path
}

func openHyper(t testing.TB, path string) *Hyper {
	t.Helper()
	d := must.Get(OpenHyper(path))(t)
	t.Cleanup(func() { d.Close() })
	return d
}

// hyperPosition returns the position of two numbers of sides.
func hyperPosition(x *Index, own, opp int) (pos board.Position) {
	x.Unrank(own, pos.Own[1:])
	x.Unrank(opp, pos.Opp[1:])
	pos.Own[board.Off] = uint8(x.Checkers() - pos.Own.Checkers())
	pos.Opp[board.Off] = uint8(x.Checkers() - pos.Opp.Checkers())
	return pos
}

// randomPlayable returns the numbers of two sides that can play on.
func randomPlayable(rng *rand.Rand, boards []hyperBoard) (own, opp int) {
	for {
		own, opp = rng.IntN(len(boards)), rng.IntN(len(boards))
		if c := hyperClassOf(&boards[own], &boards[opp]); c == hyperRace || c == hyperContact {
			return own, opp
		}
	}
}
