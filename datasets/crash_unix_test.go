//go:build unix

package datasets_test

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/internal/must"
)

// Environment variables that make the test binary a child which writes.
const (
	childPath  = "GAMMONLAB_TEST_WRITES" // a database at this path
	childLimit = "GAMMONLAB_TEST_LIMIT"  // with files limited to so many bytes; else over and over
)

func TestMain(m *testing.M) {
	path := os.Getenv(childPath)
	if path == "" {
		os.Exit(m.Run())
	}
	if err := writeForever(path); err != nil {
		fmt.Println(err)
		os.Exit(3)
	}
}

// childRows is how many rows the longest database of a child has.
const childRows = 1500

// writeForever writes databases with more and more rows until it is killed.
func writeForever(path string) error {
	var limit uint64
	if _, err := fmt.Sscan(os.Getenv(childLimit), &limit); err == nil {
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
			return err
		}
	}
	rows := someRows(childRows, board.Backgammon, 1)
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

// child starts the test binary as a child.
func child(t *testing.T, environment ...string) *exec.Cmd {
	t.Helper()
	exe := must.Get(os.Executable())(t)
	c := exec.Command(exe)
	c.Env = append(os.Environ(), environment...)
	return c
}

// Whenever a writer is killed, there is an old file or a new one, and it is
// whole.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.parquet")
	want := someRows(childRows, board.Backgammon, 1)
	for round := range 5 {
		c := child(t, childPath+"="+path)
		must.OK(t, c.Start())
		for started := time.Now(); ; time.Sleep(time.Millisecond) {
			if _, err := os.Stat(path); err == nil {
				break
			}
			if time.Since(started) > time.Minute {
				t.Fatal("nothing was written")
			}
		}
		time.Sleep(time.Duration(7*round) * time.Millisecond)
		must.OK(t, c.Process.Kill())
		if err := c.Wait(); c.ProcessState.ExitCode() == 3 {
			t.Fatal(err)
		}
		rows, err := readRows(path)
		if err != nil {
			t.Fatalf("after kill %d: %v", round, err)
		}
		wantRows(t, rows, want[:len(rows)])
	}
}

// Where there is no room for the file, the old one stays.
func TestNoRoom(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "rows.parquet")
	rows := someRows(10, board.Backgammon, 2)
	data := must.Get(os.ReadFile(writeRows(t, datasets.Meta{}, rows)))(t)
	must.OK(t, os.WriteFile(path, data, 0o600))
	// Enough for the first of them, which then replace the old file, or for none.
	for _, limit := range []int{10, 30_000} {
		out, err := child(t, childPath+"="+path, fmt.Sprintf("%s=%d", childLimit, limit)).Output()
		if err == nil || !strings.Contains(string(out), "writing "+path+": ") || !strings.Contains(string(out), "file too large") {
			t.Errorf("limit %d: %v, %q, want that the file is too large", limit, err, out)
		}
		got := must.Get(readRows(path))(t)
		if limit == 10 {
			wantRows(t, got, rows)
		}
		names, err := os.ReadDir(dir)
		if err != nil || len(names) != 1 {
			t.Errorf("limit %d left %v, %v, want only the database", limit, names, err)
		}
	}
}
