// Package bearofftest has helpers for the tests of bear-off databases.
package bearofftest

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"gammonlab/board"
	"gammonlab/internal/must"
)

// Where Debian puts the databases of gnubg.
const (
	OneSided = "/usr/share/gnubg/gnubg_os0.bd"
	TwoSided = "/var/lib/gnubg/gnubg_ts0.bd"
)

// NeedFile skips a test that wants a file which is not there.
func NeedFile(t testing.TB, path string) string {
	t.Helper()
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s is not installed", path)
	}
	return path
}

// Program returns the path of a program of gnubg, or skips.
func Program(t testing.TB, name string) string {
	t.Helper()
	for _, try := range []string{name, "/usr/games/" + name} {
		if path, err := exec.LookPath(try); err == nil {
			return path
		}
	}
	t.Skipf("%s of gnubg is not installed", name)
	return ""
}

// OnBoard returns the side with counts[p-1] checkers on point p and the rest of
// 15 off.
func OnBoard(counts ...uint8) board.Side {
	s := board.Side{board.Off: board.MaxCheckers}
	for i, n := range counts {
		s[i+1] = n
		s[board.Off] -= n
	}
	return s
}

// RandomSide returns a side with any number of its checkers on the points 1 to
// points.
func RandomSide(rng *rand.Rand, points, checkers int) board.Side {
	s := board.Side{board.Off: board.MaxCheckers}
	for range rng.IntN(checkers + 1) {
		s[board.Off]--
		s[1+rng.IntN(points)]++
	}
	return s
}

// Hyper has the hypergammon databases that several tests read. Make makes one.
type Hyper struct {
	Make  func(ctx context.Context, path string, checkers int) error
	files [3]struct {
		once sync.Once
		data []byte
		err  error
	}
}

// File returns the contents of a database of 1 or 2 checkers. The second
// takes a while to make, which short tests leave out.
func (h *Hyper) File(t testing.TB, checkers int) []byte {
	t.Helper()
	if checkers > 1 && testing.Short() {
		t.Skip("takes a few seconds")
	}
	made := &h.files[checkers]
	made.once.Do(func() {
		dir, err := os.MkdirTemp("", "hyper")
		if err != nil {
			made.err = err
			return
		}
		defer os.RemoveAll(dir)
		path := filepath.Join(dir, "hyper.bd")
		if made.err = h.Make(context.Background(), path, checkers); made.err == nil {
			made.data, made.err = os.ReadFile(path)
		}
	})
	if made.err != nil {
		t.Fatal(made.err)
	}
	return made.data
}

// Path returns the path of a copy of the database.
func (h *Hyper) Path(t testing.TB, checkers int) string {
	t.Helper()
	data := h.File(t, checkers)
	path := filepath.Join(t.TempDir(), "hyper.bd")
	must.OK(t, os.WriteFile(path, data, 0o666))
	return path
}

// index is a bearoff.Index.
type index interface {
	Unrank(rank int, counts []uint8)
	Checkers() int
}

// HyperPosition returns the position of two numbers of sides.
func HyperPosition(x index, own, opp int) (pos board.Position) {
	x.Unrank(own, pos.Own[1:])
	x.Unrank(opp, pos.Opp[1:])
	pos.Own[board.Off] = uint8(x.Checkers() - pos.Own.Checkers())
	pos.Opp[board.Off] = uint8(x.Checkers() - pos.Opp.Checkers())
	return pos
}
