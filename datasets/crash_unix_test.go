//go:build unix

package datasets_test

import (
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/internal/childtest"
	"gammonlab/internal/must"
)

func TestMain(m *testing.M) { childtest.Main(m, writeForever) }

// childRows is how many rows the longest database of a child has.
const childRows = 1500

// writeForever writes larger and larger databases to the path of the first word
// until it is killed. The second word, if not 0, limits the bytes of files.
func writeForever(words []string) error {
	path := words[0]
	limit, err := strconv.ParseUint(words[1], 10, 64)
	if err != nil {
		return err
	}
	if limit > 0 {
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
			return err
		}
	}
	rows := datasetstest.Rows(childRows, board.Backgammon, 1)
	for n := 1; ; n = n%len(rows) + 37 {
		w, err := datasets.Create(path, datasets.Meta{})
		if err != nil {
			return err
		}
		for i := range min(n, len(rows)) {
			if err := w.Write(&rows[i]); err != nil {
				return err
			}
		}
		if err := w.Close(); err != nil {
			return err
		}
	}
}

// At any kill of a writer the file is the complete old one or the complete new
// one.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.parquet")
	want := datasetstest.Rows(childRows, board.Backgammon, 1)
	for round := range 5 {
		childtest.Kill(t, childtest.Command(path, "0"), func() bool {
			_, err := os.Stat(path)
			if err == nil {
				time.Sleep(time.Duration(7*round) * time.Millisecond)
			}
			return err == nil
		})
		rows, err := readRows(path)
		if err != nil {
			t.Fatalf("after kill %d: %v", round, err)
		}
		datasetstest.Want(t, rows, want[:len(rows)])
	}
}

// If the disk has no room for the new file, the old one is kept.
func TestNoRoom(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "rows.parquet")
	rows := datasetstest.Rows(10, board.Backgammon, 2)
	data := must.Get(os.ReadFile(datasetstest.Write(t, datasets.Meta{}, rows)))(t)
	must.OK(t, os.WriteFile(path, data, 0o600))
	// 10 bytes are not enough for any database; 30,000 are enough for the first
	// ones, which replace the old file.
	for _, limit := range []int{10, 30_000} {
		out, err := childtest.Command(path, strconv.Itoa(limit)).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "writing "+path+": ") || !strings.Contains(string(out), "file too large") {
			t.Errorf("limit %d: %v, %q, want that the file is too large", limit, err, out)
		}
		got := must.Get(readRows(path))(t)
		if limit == 10 {
			datasetstest.Want(t, got, rows)
		}
		names, err := os.ReadDir(dir)
		if err != nil || len(names) != 1 {
			t.Errorf("limit %d left %v, %v, want only the database", limit, names, err)
		}
	}
}
