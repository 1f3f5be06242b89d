package filelock_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"gammonlab/internal/filelock"
)

func TestLock(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("files are locked on some systems only")
	}
	path := filepath.Join(t.TempDir(), "file")
	open := func() *os.File {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	first, second := open(), open()
	if err := filelock.Lock(first); err != nil {
		t.Fatal(err)
	}
	if err := filelock.Lock(second); err == nil {
		t.Error("a locked file was locked again")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := filelock.Lock(second); err != nil {
		t.Errorf("after the first was closed: %v", err)
	}
}
