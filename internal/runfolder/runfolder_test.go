package runfolder

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

type document struct {
	Format string `json:"format"`
	Seed   int    `json:"seed"`
}

type point struct {
	Games int `json:"games"`
}

func mustBegin(t *testing.T) *Folder {
	t.Helper()
	f := New(filepath.Join(t.TempDir(), "run"))
	if err := f.Begin(CheckpointDir); err != nil {
		t.Fatal(err)
	}
	return f
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestConfig(t *testing.T) {
	f := mustBegin(t)
	if err := f.Begin(CheckpointDir); err != nil {
		t.Errorf("a folder without a config is refused: %v", err)
	}
	if err := f.WriteConfig(document{"run 1", 7}); err != nil {
		t.Fatal(err)
	}
	var got document
	if err := f.ReadConfig("run 1", &got); err != nil || got != (document{"run 1", 7}) {
		t.Errorf("got %v, %v", got, err)
	}
	if err := f.Begin(); err == nil || !strings.Contains(err.Error(), f.Dir()+" holds a run already") {
		t.Errorf("a folder with a run: got %v", err)
	}
	for _, c := range []struct{ text, want string }{
		{`{"format":"run 2","more":1}`, `format is "run 2", this program reads "run 1"`},
		{`{"format":"run 1","more":1}`, `unknown field "more"`},
		{`{"format":`, "unexpected EOF"},
	} {
		write(t, f.Path(ConfigFile), c.text)
		err := f.ReadConfig("run 1", &got)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), f.Path(ConfigFile)) {
			t.Errorf("%s: got %v, want %q", c.text, err, c.want)
		}
	}
}

func TestCheckpoints(t *testing.T) {
	f := mustBegin(t)
	if _, err := f.Newest(); err == nil || f.Reached() != 0 {
		t.Errorf("no checkpoint: %v, reached %d", err, f.Reached())
	}
	for _, n := range []int64{9, 100, 20} {
		write(t, f.CheckpointPath(n), "")
	}
	write(t, filepath.Join(f.Path(CheckpointDir), ".000000000200.safetensors.1-0.tmp"), "half")
	got, err := f.Checkpoints()
	want := []string{f.CheckpointPath(9), f.CheckpointPath(20), f.CheckpointPath(100)}
	if err != nil || !slices.Equal(got, want) || f.Reached() != 100 {
		t.Errorf("got %q, %v, reached %d, want %q and 100", got, err, f.Reached(), want)
	}
	for range 2 { // the second time it is gone already
		if err := f.DropCheckpoint(100); err != nil || f.Reached() != 20 {
			t.Errorf("dropped: %v, reached %d, want 20", err, f.Reached())
		}
	}
}

func TestMetrics(t *testing.T) {
	f := mustBegin(t)
	if got, err := Metrics[point](f); err != nil || got != nil {
		t.Errorf("without metrics: %v, %v", got, err)
	}
	for n := range 5 {
		if err := f.AppendMetrics(point{n}); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(f.Path(MetricsFile))
	if err != nil {
		t.Fatal(err)
	}
	write(t, f.Path(MetricsFile), string(text)+`{"games":`) // cut off
	if err := KeepMetrics(f, func(p *point) bool { return p.Games != 3 }); err != nil {
		t.Fatal(err)
	}
	if got, err := Metrics[point](f); err != nil || !slices.Equal(got, []point{{0}, {1}, {2}}) {
		t.Errorf("kept %v, %v, want the first three", got, err)
	}
	write(t, f.Path(MetricsFile), "{\"games\":1}\nx\n")
	for _, err := range []error{
		KeepMetrics(f, func(*point) bool { return true }),
		func() error { _, err := Metrics[point](f); return err }(),
	} {
		if err == nil || !strings.Contains(err.Error(), f.Path(MetricsFile)+":2: ") {
			t.Errorf("damaged: got %v, want line 2", err)
		}
	}
}

// Files that a run would replace are no new run's to take, unless they are what a
// process left that was killed while it made the folder.
func TestBeginRefuses(t *testing.T) {
	for _, c := range []struct {
		files []string
		free  bool
	}{
		{[]string{"notes.txt"}, true},
		{[]string{ModelFile}, false},
		{[]string{MetricsFile}, false},
		{[]string{"start.safetensors"}, false},
		{[]string{"equity-curve.png"}, false},
		{[]string{"checkpoints/000000000000.safetensors"}, false},
		{[]string{LockFile, "checkpoints/000000000000.safetensors", "parent.safetensors"}, true},
		{[]string{LockFile, "checkpoints/000000000010.safetensors"}, false},
		{[]string{LockFile, "checkpoints/000000000000.safetensors", ModelFile}, false},
		{[]string{ConfigFile}, false},
	} {
		f := New(t.TempDir())
		for _, name := range c.files {
			if err := os.MkdirAll(filepath.Dir(f.Path(name)), 0o777); err != nil {
				t.Fatal(err)
			}
			write(t, f.Path(name), "kept")
		}
		if err := f.Begin(CheckpointDir); (err == nil) != c.free {
			t.Errorf("%q: %v, want it free: %v", c.files, err, c.free)
		}
		for _, name := range c.files {
			if text, err := os.ReadFile(f.Path(name)); err != nil || string(text) != "kept" {
				t.Errorf("%q: %s is %q, %v", c.files, name, text, err)
			}
		}
		f.Unlock()
		if err := f.Clear(); err != nil {
			t.Fatal(err)
		}
		if err := f.Refuse(); err != nil {
			t.Errorf("%q: cleared: %v", c.files, err)
		}
		if _, err := os.Stat(f.Path("notes.txt")); (err == nil) != (c.files[0] == "notes.txt") {
			t.Errorf("%q: the notes: %v", c.files, err)
		}
	}
}

func TestLock(t *testing.T) {
	f := mustBegin(t)
	stale := f.Path(CheckpointDir) + "/.000000000001.safetensors.2147483646-0.tmp"
	write(t, stale, "half")
	other := New(f.Dir())
	if err := other.Lock(); err == nil || !strings.Contains(err.Error(), "another process is at work in "+f.Dir()) {
		t.Errorf("locked twice: %v", err)
	}
	if err := other.Clear(); err == nil {
		t.Error("cleared while another process is at work")
	}
	f.Unlock()
	if err := other.Lock(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stale); err == nil {
		t.Error("what a killed process was writing is still there")
	}
}
