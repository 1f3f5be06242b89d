package filelock_test

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"gammonlab/internal/filelock"
	"gammonlab/internal/must"
)

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	open := func() *os.File {
		f := must.Get(os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666))(t)
		t.Cleanup(func() { f.Close() })
		return f
	}
	first, second := open(), open()
	if err := filelock.Lock(first); errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	next, turn := open(), make(chan error, 1)
	go func() { turn <- filelock.LockTurn(next) }()
	for range 2 { // each as long as Lock waits
		must.Fail(t, filelock.Lock(second), "in use by another process", "a locked file was locked again")
	}
	if !isTaken(t, path) {
		t.Error("a locked file is not taken")
	}
	must.OK(t, first.Close())
	if err := <-turn; err != nil {
		t.Errorf("who waits for a turn got %v", err)
	}
	must.OK(t, next.Close())
	if isTaken(t, path) || isTaken(t, path+".none") {
		t.Error("a file that nobody has is taken")
	}
	if err := filelock.Lock(second); err != nil {
		t.Errorf("after the first was closed: %v", err)
	}
	second.Close()
	third := open()
	must.OK(t, os.Remove(path))
	for _, name := range []string{"removed", "replaced"} {
		must.Fail(t, filelock.Lock(third), "has just finished", name)
		open()
	}
}

// Lock waits for a process that soon releases the file.
func TestLockWaits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	var files [2]*os.File
	for i := range files {
		var err error
		if files[i], err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
			t.Fatal(err)
		}
		defer files[i].Close()
	}
	if err := filelock.Lock(files[0]); errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(50*time.Millisecond, func() { files[0].Close() })
	if err := filelock.Lock(files[1]); err != nil {
		t.Errorf("the first was closed soon: %v", err)
	}
}

// A locked file can be read and written.
func TestLockedFileIsReadable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	f := must.Get(os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666))(t)
	defer f.Close()
	if err := filelock.Lock(f); errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	must.OK(t, os.WriteFile(path, []byte("text"), 0o666))
	if got, err := os.ReadFile(path); err != nil || string(got) != "text" {
		t.Errorf("got %q, %v, want what was written", got, err)
	}
}

// Calls of IsTaken at the same time do not count as locks.
func TestIsTakenTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	must.OK(t, os.WriteFile(path, nil, 0o666))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 500 {
				if isTaken(t, path) {
					t.Error("a file that nobody has is taken")
					return
				}
			}
		})
	}
	group.Wait()
}

// isTaken is filelock.IsTaken for the file at a path.
func isTaken(t *testing.T, path string) bool {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return filelock.IsTaken(f)
}
