package recordfile

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var numbers = Kind{Magic: "numbers 1\n", Size: 8 + 4, Record: "number", Name: "a file of numbers"}

func appendNumber(dst []byte, x uint64) []byte {
	from := len(dst)
	return AppendSum(binary.LittleEndian.AppendUint64(dst, x), from)
}

// open opens the file and returns the numbers that it holds.
func open(t *testing.T, path, name string) (*File, []uint64, error) {
	t.Helper()
	return openWith(t, &numbers, path, map[string]string{"name": name})
}

func openWith(t *testing.T, kind *Kind, path string, settings any) (*File, []uint64, error) {
	t.Helper()
	head, err := kind.Head(settings)
	if err != nil {
		t.Fatal(err)
	}
	var all []uint64
	f, err := kind.Open(path, head, func(i int, record []byte) error {
		if i != len(all) {
			t.Errorf("record %d after %d", i, len(all))
		}
		all = append(all, binary.LittleEndian.Uint64(record))
		return nil
	})
	return f, all, err
}

// A file that is cut anywhere goes on from the last whole record.
func TestGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	f, _, err := open(t, path, "a")
	if err != nil {
		t.Fatal(err)
	}
	want := []uint64{5, 1 << 60, 0}
	for _, x := range want {
		if err := f.Add(appendNumber(nil, x)); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head := len(whole) - len(want)*numbers.Size
	for cut := range len(whole) + 1 {
		if err := os.WriteFile(path, whole[:cut], 0o666); err != nil {
			t.Fatal(err)
		}
		f, got, err := open(t, path, "a")
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		kept := max(0, cut-head) / numbers.Size
		if !slices.Equal(got, want[:kept]) {
			t.Errorf("cut at %d: %v, want %v", cut, got, want[:kept])
		}
		for _, x := range want[kept:] {
			if err := f.Add(appendNumber(nil, x)); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if again, err := os.ReadFile(path); err != nil || !slices.Equal(again, whole) {
			t.Errorf("cut at %d: the file differs from the whole one (%v)", cut, err)
		}
	}
}

// Whoever waits for a file until its work is done does not take it up.
func TestRemove(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	f, _, err := open(t, path, "a")
	if err != nil {
		t.Fatal(err)
	}
	opened := make(chan error)
	go func() {
		_, _, err := open(t, path, "a")
		opened <- err
	}()
	time.Sleep(200 * time.Millisecond) // less than others wait for the lock
	if err := f.Remove(); err != nil {
		t.Fatal(err)
	}
	if err := <-opened; err == nil || !strings.Contains(err.Error(), "another process has just finished this work") {
		t.Errorf("a second process: %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file is still there")
	}
}

func TestRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	f, _, err := open(t, path, "a")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := open(t, path, "a"); err == nil || !strings.Contains(err.Error(), "in use by another process") {
		t.Errorf("opened twice: %v", err)
	}
	f.Add(appendNumber(appendNumber(nil, 1), 2))
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := slices.Clone(whole)
	damaged[len(whole)-2*numbers.Size] ^= 1
	head := slices.Clone(whole)
	head[len(numbers.Magic)+2] ^= 1
	for _, c := range []struct {
		name, settings string
		data           []byte
		want           string
	}{
		{"other settings", "b", whole, `file: a file of numbers with other settings (name "a", want "b")`},
		{"damaged settings", "a", head, "file: damaged: its first lines have another checksum than they say"},
		{"another file", "a", []byte("hello\n"), "file: not a file of numbers: it starts with"},
		{"damaged", "a", damaged, "file: damaged: the checksum of number 0 is wrong, that of record 1 is right"},
	} {
		if err := os.WriteFile(path, c.data, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, _, err := open(t, path, c.settings); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if got, err := os.ReadFile(path); err != nil || !slices.Equal(got, c.data) {
			t.Errorf("%s: the file was changed (%v)", c.name, err)
		}
	}
}

// A file names the class of its kernels, which decides whether it can be added to;
// one of before they did is added to as it is.
func TestKernel(t *testing.T) {
	kind := numbers
	kind.Kernel = func(class string) error {
		if class == "other" {
			return errors.New("made with kernel other")
		}
		return nil
	}
	type settings struct {
		Seed   int    `json:"seed"`
		Kernel string `json:"kernel,omitempty"`
	}
	for _, c := range []struct{ begun, want string }{{"", ""}, {"this", ""}, {"other", "file: a file of numbers made with kernel other"}} {
		path := filepath.Join(t.TempDir(), "file")
		f, _, err := openWith(t, &kind, path, settings{7, c.begun})
		if err != nil {
			t.Fatal(err)
		}
		f.Add(appendNumber(nil, 1))
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		for n := uint64(1); n < 3; n++ {
			f, got, err := openWith(t, &kind, path, settings{7, "this"})
			if c.want != "" {
				if err == nil || !strings.HasSuffix(err.Error(), c.want) {
					t.Errorf("begun with %q: %v, want %q", c.begun, err, c.want)
				}
				continue
			}
			if err != nil || uint64(len(got)) != n {
				t.Fatalf("begun with %q: %v, %v, want %d numbers", c.begun, got, err, n)
			}
			f.Add(appendNumber(nil, n))
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if _, _, err := openWith(t, &kind, path, settings{8, "this"}); err == nil || !strings.Contains(err.Error(), "other settings (seed 7, want 8)") {
			t.Errorf("begun with %q: %v", c.begun, err)
		}
	}
}
