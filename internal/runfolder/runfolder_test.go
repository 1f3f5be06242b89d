package runfolder

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gammonlab/internal/must"
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
	must.OK(t, f.Begin(CheckpointDir))
	return f
}

func write(t *testing.T, path, text string) {
	t.Helper()
	must.OK(t, os.WriteFile(path, []byte(text), 0o666))
}

func TestConfig(t *testing.T) {
	f := mustBegin(t)
	if err := f.Begin(CheckpointDir); err != nil {
		t.Errorf("a folder without a config is refused: %v", err)
	}
	must.OK(t, f.WriteConfig(document{"run 1", 7}))
	var got document
	if err := f.ReadConfig("run 1", &got); err != nil || got != (document{"run 1", 7}) {
		t.Errorf("got %v, %v", got, err)
	}
	must.Fail(t, f.Begin(), f.Dir()+" holds a run already", "a folder with a run")
	for _, c := range []struct{ text, want string }{
		{`{"format":"run 2","more":1}`, `line 1: format is "run 2", this program reads "run 1"`},
		{`{"format":"run 1","more":1}`, `line 1: more: unknown field "more"`},
		{`{"format":"run 1","seed":"7"}`, `line 1: seed: found "7", want a whole number`},
		{`{"format":"run 1"} {}`, "more follows after the value"},
		{`{"format":`, "the JSON text is incomplete"},
	} {
		write(t, f.Path(ConfigFile), c.text)
		err := f.ReadConfig("run 1", &got)
		must.Fail(t, err, c.want, c.text)
		must.Fail(t, err, f.Path(ConfigFile), c.text)
	}
}

// Settings of a user need no format; another one is an error that names the line.
func TestCheckFormat(t *testing.T) {
	for _, text := range []string{`{"seed": 5}`, `{"format": "run 1"}`, `{"seed": 5`} {
		must.OK(t, CheckFormat([]byte(text), "run 1"))
	}
	must.Fail(t, CheckFormat([]byte("{\n\"format\":\"run 2\"}"), "run 1"), `line 2: format is "run 2", this program reads "run 1"`)
}

func TestCheckpointNumbers(t *testing.T) {
	f := mustBegin(t)
	if _, err := f.Checkpoints(); err == nil || f.Reached() != 0 {
		t.Errorf("no checkpoint: %v, reached %d", err, f.Reached())
	}
	write(t, filepath.Join(f.Path(CheckpointDir), ".000000000200.checkpoint.1-0.tmp"), "half")
	for _, c := range []struct {
		save int64
		kept int
		want []int64
	}{
		{9, 1, []int64{9}}, {20, 2, []int64{20, 9}}, {100, 2, []int64{100, 20}}, {50, 2, []int64{50, 20}}, {50, 1, []int64{50}},
	} {
		must.OK(t, f.SaveCheckpoint(c.save, &Checkpoint{Kind: "a", Run: document{}}, c.kept))
		if got, err := f.Checkpoints(); err != nil || !slices.Equal(got, c.want) || f.Reached() != c.want[0] {
			t.Errorf("got %v, %v, reached %d, want %v", got, err, f.Reached(), c.want)
		}
	}
	write(t, f.NumberedModel(8), "")
	must.OK(t, f.KeepModels(func(n int64) bool { return n == 8 }))
	if got, err := f.numbers(modelExt); err != nil || !slices.Equal(got, []int64{8}) {
		t.Errorf("models %v, %v, want 8", got, err)
	}
}

// A damaged checkpoint, or one of another run or trainer, is refused.
func TestCheckpoint(t *testing.T) {
	f := mustBegin(t)
	saved := Checkpoint{Kind: "trainer 1", Run: document{"x", 1}, State: point{7}, Tensors: Tensors{"w": {1, 2, 3}, "m": {4}}}
	must.OK(t, f.SaveCheckpoint(5, &saved, 1))
	whole := must.Get(os.ReadFile(f.CheckpointPath(5)))(t)
	read := func(kind string, seed int) (*Checkpoint, error) {
		c := &Checkpoint{Kind: kind, Run: document{"x", seed}, State: new(point)}
		return c, f.ReadCheckpoint(5, c)
	}
	c, err := read("trainer 1", 1)
	if err != nil || *c.State.(*point) != (point{7}) {
		t.Fatalf("got %+v, %v", c, err)
	}
	w, m := make([]float32, 3), make([]float32, 1)
	for _, test := range []struct {
		want Tensors
		err  string
	}{
		{Tensors{"w": w, "m": m, "x": m}, "tensor x is missing"},
		{Tensors{"w": w, "m": w}, "tensor m has 1 values, want 3"},
		{Tensors{"w": w}, "tensor m does not belong there"},
		{Tensors{"w": w, "m": m}, ""},
	} {
		err := maps.Clone(c.Tensors).TakeAll(test.want)
		if (err == nil) != (test.err == "") || err != nil && err.Error() != test.err {
			t.Errorf("got %v, want %q", err, test.err)
		}
	}
	if !slices.Equal(w, []float32{1, 2, 3}) || m[0] != 4 {
		t.Errorf("took %v and %v", w, m)
	}
	for _, test := range []struct {
		kind string
		seed int
		want string
	}{
		{"trainer 2", 1, `its kind is "trainer 1", this program reads "trainer 2"`},
		{"trainer 1", 2, "it belongs to another run: seed 1, want 2"},
	} {
		if _, err := read(test.kind, test.seed); err == nil || err.Error() != "checkpoint "+f.CheckpointPath(5)+": "+test.want {
			t.Errorf("got %v, want %q", err, test.want)
		}
	}
	// Every truncated file is an error, and so is a value that is not a number.
	for n := range whole {
		write(t, f.CheckpointPath(5), string(whole[:n]))
		if _, err := read("trainer 1", 1); err == nil {
			t.Errorf("%d bytes of %d were read", n, len(whole))
		}
	}
	// Every flipped bit is an error, unless it changes nothing.
	for bit := range 8 * len(whole) {
		flipped := slices.Clone(whole)
		flipped[bit/8] ^= 1 << (bit % 8)
		write(t, f.CheckpointPath(5), string(flipped))
		if got, err := read("trainer 1", 1); err == nil && (!reflect.DeepEqual(got.Tensors, c.Tensors) || *got.State.(*point) != (point{7})) {
			t.Errorf("bit %d of byte %d was not noticed", bit%8, bit/8)
		}
	}
	saved.Tensors["m"] = []float32{float32(math.NaN())}
	must.OK(t, f.SaveCheckpoint(5, &saved, 1))
	must.Fail(t, must.Err(read("trainer 1", 1)), "tensor m: value 0 is NaN", "no number")
	saved.State = struct{ Game int }{7}
	delete(saved.Tensors, "m")
	must.OK(t, f.SaveCheckpoint(5, &saved, 1))
	must.Fail(t, must.Err(read("trainer 1", 1)), `its state: Game: unknown field "Game"`, "another state")
}

// The log continues after its earlier lines, without an incomplete last line.
func TestLog(t *testing.T) {
	f := mustBegin(t)
	f.Started("begun", "avx2", document{"x", 1})
	f.Unlock()
	f.Event("lost: nobody has the folder")
	text, err := os.ReadFile(f.Path(LogFile))
	must.OK(t, err)
	write(t, f.Path(LogFile), string(text)+`{"time":`)
	must.OK(t, f.Lock())
	f.Event("checkpoint", "number", 7)
	f.Ended(fmt.Errorf("work: %w", context.Canceled))
	f.Ended(errors.New("no room"))
	f.Ended(nil)
	f.Unlock()
	if text, err = os.ReadFile(f.Path(LogFile)); err != nil {
		t.Fatal(err)
	}
	var events []string
	for line := range strings.Lines(string(text)) {
		var e struct {
			Time    time.Time
			Event   string `json:"msg"`
			Machine struct{ CPUs int }
			Kernel  string
			Error   string
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.Time.IsZero() {
			t.Fatalf("%s: %v", line, err)
		}
		events = append(events, e.Event+e.Error)
		if e.Event == "begun" && (e.Machine.CPUs < 1 || !strings.Contains(line, `"kernel":"avx2"`) || !strings.Contains(line, `"settings":{"format":"x","seed":1}`)) {
			t.Errorf("the beginning is %s", line)
		}
	}
	if want := []string{"begun", "checkpoint", "interrupted", "failedno room", "done"}; !slices.Equal(events, want) {
		t.Errorf("events %q, want %q", events, want)
	}
}

func TestMetrics(t *testing.T) {
	f := mustBegin(t)
	if got, err := Metrics[point](f); err != nil || got != nil {
		t.Errorf("without metrics: %v, %v", got, err)
	}
	for n := range 5 {
		must.OK(t, f.AppendMetrics(point{n}))
	}
	text, err := os.ReadFile(f.Path(MetricsFile))
	must.OK(t, err)
	write(t, f.Path(MetricsFile), string(text)+`{"games":`) // cut off
	must.OK(t, KeepMetrics(f, 3, func(p *point) bool { return p.Games != 3 }))
	if got, err := Metrics[point](f); err != nil || !slices.Equal(got, []point{{0}, {1}, {2}}) {
		t.Errorf("kept %v, %v, want the first three", got, err)
	}
	must.Fail(t, KeepMetrics(f, 2, func(p *point) bool { return p.Games == 0 }), f.Path(MetricsFile)+" has 1 line up to the newest checkpoint, want 2")
	if got := must.Get(Metrics[point](f))(t); len(got) != 3 {
		t.Errorf("%v are left, want the first three", got)
	}
	write(t, f.Path(MetricsFile), "{\"games\":1}\nx\n")
	for _, err := range []error{
		KeepMetrics(f, 1, func(*point) bool { return true }),
		func() error { _, err := Metrics[point](f); return err }(),
	} {
		must.Fail(t, err, f.Path(MetricsFile)+":2: ", "damaged")
	}
}

// A new run is refused in a folder with files that it would replace, except for
// files of a process that was killed while it made the folder.
func TestBeginRefuses(t *testing.T) {
	for _, c := range []struct {
		files []string
		free  bool
	}{
		{[]string{"notes.txt"}, true},
		{[]string{ModelFile}, false},
		{[]string{MetricsFile}, false},
		{[]string{"equity-curve.png"}, false},
		{[]string{"checkpoints/000000000000.safetensors"}, false},
		{[]string{lockFile, "checkpoints/000000000000.checkpoint", "parent.safetensors"}, true},
		{[]string{lockFile, "checkpoints/000000000010.checkpoint"}, false},
		{[]string{LogFile}, false},
		{[]string{lockFile, "checkpoints/000000000000.safetensors", ModelFile}, false},
		{[]string{ConfigFile}, false},
	} {
		f := New(t.TempDir())
		for _, name := range c.files {
			must.OK(t, os.MkdirAll(filepath.Dir(f.Path(name)), 0o777))
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
		must.OK(t, f.Clear("td"))
		if err := f.Refuse(); err != nil {
			t.Errorf("%q: cleared: %v", c.files, err)
		}
		if _, err := os.Stat(f.Path("notes.txt")); (err == nil) != (c.files[0] == "notes.txt") {
			t.Errorf("%q: the notes: %v", c.files, err)
		}
	}
}

// TestClearRefusesOtherKinds keeps the files of a run of another command.
func TestClearRefusesOtherKinds(t *testing.T) {
	for name, c := range map[string]struct {
		config, kind string
		cleared      bool
	}{
		"the same":                    {`{"format": "gammonlab-td-run 1"}`, "td", true},
		"a later version of the same": {`{"format": "gammonlab-td-run 7", "new": 1}`, "td", true},
		"another":                     {`{"format": "gammonlab-td-run 1"}`, "supervised", false},
		"damaged":                     {`{"format": "gammonlab-t`, "td", true},
	} {
		f := New(t.TempDir())
		write(t, f.Model(), "a net")
		write(t, f.Path(ConfigFile), c.config)
		err := f.Clear(c.kind)
		if _, statErr := os.Stat(f.Model()); (err == nil) != c.cleared || (statErr != nil) != c.cleared {
			t.Errorf("%s: error %v, the net: %v", name, err, statErr)
		}
	}
}

func TestLock(t *testing.T) {
	f := mustBegin(t)
	stale := f.Path(CheckpointDir) + "/.000000000001.safetensors.2147483646-0.tmp"
	write(t, stale, "half")
	other := New(f.Dir())
	must.Fail(t, other.Lock(), "another process is at work in "+f.Dir(), "locked twice")
	if err := other.Clear("td"); err == nil {
		t.Error("cleared while another process is at work")
	}
	f.Unlock()
	must.OK(t, other.Lock())
	if _, err := os.Stat(stale); err == nil {
		t.Error("what a killed process was writing is still there")
	}
}
