package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"gammonlab/internal/must"
)

func TestWriteFileReplaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model.bin")
	for _, want := range [][]byte{[]byte("old"), {}, bytes.Repeat([]byte("new"), 1<<16)} {
		must.OK(t, WriteFile(path, want))
		wantFile(t, path, want)
		wantNames(t, filepath.Dir(path), "model.bin")
	}
}

func TestWriteInWorkingDirectory(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	must.OK(t, WriteFile("plain", []byte("x")))
	wantNames(t, dir, "plain")
}

func TestFailureLeavesTheOldFile(t *testing.T) {
	broken := errors.New("disk on fire")
	fail := func(w io.Writer) error {
		// More than the buffer, so that the temporary file has data.
		if _, err := w.Write(make([]byte, 1<<18)); err != nil {
			return err
		}
		return broken
	}

	path := filepath.Join(t.TempDir(), "config.json")
	err := Write(path, fail)
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), path) {
		t.Errorf("Write = %v, want %q and the path", err, broken)
	}
	wantNames(t, filepath.Dir(path))

	must.OK(t, WriteFile(path, []byte("kept")))
	if err := Write(path, fail); !errors.Is(err, broken) {
		t.Errorf("Write = %v, want %v", err, broken)
	}
	wantFile(t, path, []byte("kept"))
	wantNames(t, filepath.Dir(path), "config.json")
}

func TestPanicLeavesNothingBehind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		Write(path, func(io.Writer) error { panic("boom") })
	}()
	wantNames(t, filepath.Dir(path))
}

func TestRenameFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "taken")
	must.OK(t, os.MkdirAll(filepath.Join(path, "full"), 0o755))
	if err := WriteFile(path, []byte("x")); err == nil {
		t.Error("a directory was replaced by a file")
	}
	wantNames(t, dir, "taken")
}

func TestMissingDirectory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nowhere", "x")
	if err := WriteFile(path, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("WriteFile = %v, want a missing directory", err)
	}
}

func TestKeepsPermissions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	must.OK(t, os.WriteFile(path, nil, 0o640))
	if err := os.Chmod(path, 0o640); err != nil { // past the umask
		t.Fatal(err)
	}
	must.OK(t, WriteFile(path, []byte("new")))
	info := must.Get(os.Stat(path))(t)
	if got := info.Mode().Perm(); got != 0o640 {
		t.Errorf("mode %o, want 640", got)
	}
}

// A leftover of a killed process with the same number must not stop its
// successor.
func TestTemporaryNameTaken(t *testing.T) {
	dir := t.TempDir()
	stale := fmt.Sprintf(".x.%d-0.tmp", os.Getpid())
	must.OK(t, os.WriteFile(filepath.Join(dir, stale), nil, 0o644))
	must.OK(t, WriteFile(filepath.Join(dir, "x"), []byte("x")))
	wantNames(t, dir, stale, "x")
}

func TestRemoveStale(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".x.17-0.tmp", ".x.17-1.tmp", ".xy.17-0.tmp", ".x.parquet.17-0.tmp", ".x.17-0.tmp.bak", "x", "x.tmp"} {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), nil, 0o644))
	}
	RemoveStale(filepath.Join(dir, "x"))
	wantNames(t, dir, ".x.17-0.tmp.bak", ".x.parquet.17-0.tmp", ".xy.17-0.tmp", "x", "x.tmp")
}

// Temporary files that somebody is writing are kept, whatever the number of the process: in
// containers all have the number 1.
func TestRemoveDead(t *testing.T) {
	fill := func() (dir string, live []string) {
		dir = t.TempDir()
		for _, base := range []string{"x", "y.z"} {
			must.OK(t, os.WriteFile(filepath.Join(dir, "."+base+".1-0.tmp"), nil, 0o666))
			f := must.Get(Create(filepath.Join(dir, base)))(t)
			t.Cleanup(f.Abort)
			live = append(live, filepath.Base(f.file.Name()))
		}
		return dir, live
	}
	dir, live := fill()
	RemoveDead(filepath.Join(dir, "x"))
	want := append(live, ".y.z.1-0.tmp")
	slices.Sort(want)
	wantNames(t, dir, want...)
	dir, live = fill()
	RemoveDeadIn(dir)
	wantNames(t, dir, live...)
}

// A file that appears at a reserved path is kept, and the output beside it.
func TestReserve(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	Reserve(path)
	must.OK(t, os.WriteFile(path, []byte("theirs"), 0o666))
	for i := 1; i <= 2; i++ {
		must.Fail(t, WriteFile(path, []byte("ours")), fmt.Sprintf("a file has appeared there meanwhile; the output is in %s.%d", path, i))
	}
	wantNames(t, dir, "x", "x.1", "x.2")
	if got := string(must.Get(os.ReadFile(path))(t)) + string(must.Get(os.ReadFile(path+".2"))(t)); got != "theirsours" {
		t.Errorf("got %s", got)
	}
	Release(path)
	must.OK(t, WriteFile(path, []byte("replaced")))
	must.OK(t, os.Remove(path))
	Reserve(path)
	for _, text := range []string{"first", "second"} { // which replaces the first
		must.OK(t, WriteFile(path, []byte(text)))
	}
	wantNames(t, dir, "x", "x.1", "x.2")
}

func TestWritersOfOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			if err := WriteFile(path, bytes.Repeat([]byte{byte(i)}, 1000)); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	got := must.Get(os.ReadFile(path))(t)
	if len(got) != 1000 || bytes.Count(got, got[:1]) != 1000 {
		t.Errorf("%d bytes of more than one writer", len(got))
	}
	wantNames(t, filepath.Dir(path), "x")
}

func wantFile(t *testing.T, path string, want []byte) {
	t.Helper()
	got := must.Get(os.ReadFile(path))(t)
	if !bytes.Equal(got, want) {
		t.Errorf("%s holds %d bytes, want %d", path, len(got), len(want))
	}
}

func wantNames(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries := must.Get(os.ReadDir(dir))(t)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("%s holds %q, want %q", dir, got, want)
	}
}

func TestMove(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "made"), filepath.Join(dir, "model.bin")
	for _, want := range []string{"old", "new"} {
		must.OK(t, WriteFile(from, []byte(want)))
		must.OK(t, Move(from, to))
		wantFile(t, to, []byte(want))
		wantNames(t, dir, "model.bin")
	}
	if err := Move(from, to); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Move of a file that is not there = %v, want %v", err, os.ErrNotExist)
	}
}
