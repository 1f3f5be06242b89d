package bearoff

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"

	"gammonlab/board"
	"gammonlab/internal/must"
)

// Where Debian puts the databases of gnubg.
const (
	installedOneSided = "/usr/share/gnubg/gnubg_os0.bd"
	installedTwoSided = "/var/lib/gnubg/gnubg_ts0.bd"
)

// needFile skips a test that wants a file which is not there.
func needFile(t testing.TB, path string) string {
	t.Helper()
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s is not installed", path)
	}
	return path
}

// program returns the path of a program of gnubg, or skips.
func program(t testing.TB, name string) string {
	t.Helper()
	for _, try := range []string{name, "/usr/games/" + name} {
		if path, err := exec.LookPath(try); err == nil {
			return path
		}
	}
	t.Skipf("%s of gnubg is not installed", name)
	return ""
}

func openOneSided(t testing.TB, path string) *OneSided {
	t.Helper()
	d := must.Get(OpenOneSided(path))(t)
	t.Cleanup(func() { d.Close() })
	return d
}

func openTwoSided(t testing.TB, path string) *TwoSided {
	t.Helper()
	d := must.Get(OpenTwoSided(path))(t)
	t.Cleanup(func() { d.Close() })
	return d
}

// onBoard returns the side with counts[p-1] checkers on point p and the rest of
// 15 off.
func onBoard(counts ...uint8) board.Side {
	s := board.Side{board.Off: board.MaxCheckers}
	for i, n := range counts {
		s[i+1] = n
		s[board.Off] -= n
	}
	return s
}

// randomSide returns a side with any number of its checkers on the points 1 to
// points.
func randomSide(rng *rand.Rand, points, checkers int) board.Side {
	s := board.Side{board.Off: board.MaxCheckers}
	for range rng.IntN(checkers + 1) {
		s[board.Off]--
		s[1+rng.IntN(points)]++
	}
	return s
}
