package td

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/nets/learn"
	"gammonlab/nets/safetensors"
)

// begunBatch returns the folder of a run of the batch update that has been
// interrupted after its first segment, and the path of the newest checkpoint.
func begunBatch(t *testing.T, cfg Config) (dir, checkpoint string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(context.Background())
	begin(t, ctx, dir, cfg, Hooks{Point: func(Point) { cancel() }})
	return dir, folderAt(dir).files.CheckpointPath(cfg.Segment)
}

// TestOptimizersKept holds that only the newest checkpoint has its optimizer.
func TestOptimizersKept(t *testing.T) {
	cfg := measured(BatchUpdate)
	dir := filepath.Join(t.TempDir(), "run")
	begin(t, context.Background(), dir, cfg, Hooks{Measure: measure})
	want := []string{"000000000000.safetensors", "000000000128.safetensors", "000000000256.safetensors",
		"000000000300.optimizer", "000000000300.safetensors"}
	if got := checkpointNames(t, dir); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestOptimizerOfEachMethod resumes with what each has to remember.
func TestOptimizerOfEachMethod(t *testing.T) {
	for _, method := range []learn.Method{learn.Adam, learn.SGD} {
		cfg := tinyBatch()
		cfg.Optimizer, cfg.ExactFrom = method, 0
		if method == learn.SGD {
			cfg.Momentum, cfg.Alpha = 0.9, learn.Constant(0.05)
		}
		want := uninterrupted(t, cfg, Hooks{})
		dir, _ := begunBatch(t, cfg)
		resume(t, context.Background(), dir, Hooks{})
		if got := outcomeOf(t, dir); got != want {
			t.Errorf("%s: got %+v, want %+v", method, got, want)
		}
	}
}

// TestKilledBeforeCheckpoint puts a run into the state that a kill between the
// two files of a checkpoint leaves behind.
func TestKilledBeforeCheckpoint(t *testing.T) {
	cfg := tinyBatch()
	want := uninterrupted(t, cfg, Hooks{})
	dir, checkpoint := begunBatch(t, cfg)
	if err := os.Remove(checkpoint); err != nil {
		t.Fatal(err)
	}
	resume(t, context.Background(), dir, Hooks{})
	if got := outcomeOf(t, dir); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestOpenRefusesOptimizer damages the file beside the checkpoint in one way
// each.
func TestOpenRefusesOptimizer(t *testing.T) {
	dir, checkpoint := begunBatch(t, tinyBatch())
	path := optimizerPath(checkpoint)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	type tensors = map[string]safetensors.Tensor
	for _, test := range []struct {
		name  string
		spoil func(all tensors, metadata map[string]string)
		want  string
	}{
		{"format", func(_ tensors, m map[string]string) { m[keyFormat] = "gammonlab-td-optimizer 2" }, `format is "gammonlab-td-optimizer 2"`},
		{"config", func(_ tensors, m map[string]string) { m[keyConfig] = "{}" }, "config is {}, the checkpoint's {"},
		{"games", func(_ tensors, m map[string]string) { m[keyGames] = "128" }, "games is 128, the checkpoint's 64"},
		{"no steps", func(_ tensors, m map[string]string) { delete(m, keySteps) }, `steps is ""`},
		{"steps", func(_ tensors, m map[string]string) { m[keySteps] = "0" }, `steps is "0", want a number above 0`},
		{"moment", func(all tensors, _ map[string]string) { delete(all, "moment1") }, "a state with 1 moments, want 2 for adam"},
		{"other moments", func(all tensors, _ map[string]string) { all["mean"] = all["moment0"]; delete(all, "moment0") }, "of 2 tensors none is moment0"},
		{"short moment", func(all tensors, _ map[string]string) { all["moment1"] = safetensors.Vector(all["moment1"].Data[1:]) }, "moment 1 has "},
	} {
		all, metadata, err := safetensors.Decode(whole)
		if err != nil {
			t.Fatal(err)
		}
		test.spoil(all, metadata)
		file, err := safetensors.Encode(all, metadata)
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, path, string(file))
		wantRefusal(t, test.name, dir, "000000000064.optimizer: "+test.want)
	}
	writeFile(t, path, string(whole[:len(whole)-4]))
	wantRefusal(t, "truncated", dir, "000000000064.optimizer: truncated")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	wantRefusal(t, "missing", dir, "checkpoint without its optimizer: open "+path)
}

func wantRefusal(t *testing.T, what, dir, want string) {
	t.Helper()
	_, _, err := Open(dir)
	if err == nil {
		t.Errorf("%s: opened", what)
		return
	}
	got := strings.ReplaceAll(err.Error(), "learn: ", "")
	if !strings.HasPrefix(got, "td: ") || !strings.Contains(got, want) {
		t.Errorf("%s: got %v, want %q", what, err, want)
	}
}
