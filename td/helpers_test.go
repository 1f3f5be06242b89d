package td

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/netrun"
	"gammonlab/engine/start"
	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
	"gammonlab/nets"
)

// tiny is a run of three segments, the last one short, that takes some
// milliseconds.
func tiny() Config {
	cfg := DefaultConfig()
	cfg.Variant = board.Hypergammon3.String()
	cfg.Hidden = []int{10}
	cfg.Games = 150
	cfg.Checkpoint = 64
	cfg.Sync = 8
	cfg.BenchEvery = 0
	return cfg
}

// tinyBatch is tiny with the batch update. The third segment has exact targets,
// which take most of the time.
func tinyBatch() Config {
	cfg := DefaultBatchConfig()
	same := tiny()
	cfg.Variant, cfg.Hidden, cfg.Games, cfg.Checkpoint, cfg.BenchEvery = same.Variant, same.Hidden, same.Games, same.Checkpoint, 0
	cfg.RoundGames, cfg.Batch = 16, 32
	cfg.ExactFrom = 128
	return cfg
}

// classes are shapes of small nets, one for each class, and of a pruning net.
func classes() []nets.Shape {
	net := func(part nets.Part, features string, hidden ...int) nets.Shape {
		return nets.Shape{Part: part, Features: features, Hidden: hidden, Activations: slices.Repeat([]nets.Activation{nets.Tanh}, len(hidden))}
	}
	return []nets.Shape{
		net(nets.Race, "gnubg-race214@1", 6), net(nets.Crashed, "tesauro198@1", 5),
		net(nets.PruningContact, "gnubg-base200@1", 4), net(nets.Contact, "perspective196@1", 8, 7),
	}
}

// only returns the shapes of [classes] for the parts.
func only(parts ...nets.Part) []nets.Shape {
	return slices.DeleteFunc(classes(), func(s nets.Shape) bool { return !slices.Contains(parts, s.Part) })
}

// tinyOf returns tiny or tinyBatch with the update.
func tinyOf(update Update) Config {
	cfg := tiny()
	if update == BatchUpdate {
		cfg = tinyBatch()
	}
	cfg.Update = update
	return cfg
}

func folderAt(dir string) *Folder { return &Folder{files: &netrun.Folder{Folder: runfolder.New(dir)}} }

// modelOf returns a model of one net.
func modelOf(net *nets.Net) *nets.Model { return nets.NewModel(net, board.Backgammon) }

func mustNew(t testing.TB, cfg Config) *Trainer {
	t.Helper()
	return must.Get(New(cfg))(t)
}

// startsOf sets the starts of the config to the positions, with equal weights.
func startsOf(t testing.TB, cfg *Config, opening float64, positions ...board.Position) *start.Positions {
	t.Helper()
	variant := must.Get(board.ParseVariant(cfg.Variant))(t)
	starts, err := start.New(variant, opening, start.Pool{Name: "pool.txt", Weight: 1, Positions: positions})
	must.OK(t, err)
	cfg.SetStarts(starts)
	return starts
}

// mustNewFrom returns a trainer whose games begin in the positions, if there are any.
func mustNewFrom(t testing.TB, cfg Config, positions []board.Position) *Trainer {
	t.Helper()
	if len(positions) == 0 {
		return mustNew(t, cfg)
	}
	starts := startsOf(t, &cfg, 0, positions...)
	trainer := mustNew(t, cfg)
	must.OK(t, trainer.SetStarts(starts))
	return trainer
}

// train trains to the end.
func train(t testing.TB, trainer *Trainer, workers int) {
	t.Helper()
	for !trainer.Done() {
		must.OK(t, trainer.Segment(context.Background(), workers, nil))
	}
}

// wantSameNet fails the test unless the parameters agree to the bit.
func wantSameNet(t *testing.T, what string, got, want *nets.Net) {
	t.Helper()
	for i, w := range want.Params() {
		if math.Float32bits(got.Params()[i]) != math.Float32bits(w) {
			t.Fatalf("%s: parameter %d is %v, want %v", what, i, got.Params()[i], w)
		}
	}
}

// outcome is the part of a finished run's files that must not depend on
// interruptions.
type outcome struct {
	digest  string
	metrics string // without the games per second
}

func outcomeOf(t *testing.T, dir string) outcome {
	t.Helper()
	f := folderAt(dir)
	m := must.Get(nets.Load(f.Model()))(t)
	digest := must.Get(m.Digest())(t)
	points := must.Get(f.Metrics())(t)
	for i := range points {
		points[i].GamesPerSecond = 0
	}
	text := must.Get(json.MarshalIndent(points, "", " "))(t)
	return outcome{digest, string(text)}
}

// begin creates a run and trains until the end or until ctx is cancelled.
func begin(t *testing.T, ctx context.Context, dir string, cfg Config, hooks Hooks) {
	t.Helper()
	trainer := mustNew(t, cfg)
	f := must.Get(Create(dir, trainer, engine.Endings{}))(t)
	if err := f.Run(ctx, trainer, 2, hooks); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

// reopen opens a run and returns its trainer.
func reopen(dir string) (*Folder, *Trainer, error) {
	f, err := Open(dir)
	if err != nil {
		return nil, nil, err
	}
	t, err := f.Resume()
	return f, t, err
}

// resume opens a run and trains until the end or until ctx is cancelled.
func resume(t *testing.T, ctx context.Context, dir string, hooks Hooks) {
	t.Helper()
	f, trainer, err := reopen(dir)
	must.OK(t, err)
	if err := f.Run(ctx, trainer, 2, hooks); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

// uninterrupted returns the outcome of the run without interruption.
func uninterrupted(t *testing.T, cfg Config, hooks Hooks) outcome {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	begin(t, context.Background(), dir, cfg, hooks)
	return outcomeOf(t, dir)
}

// contents returns the files below a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	must.OK(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files[path] = string(text)
		return err
	}))
	return files
}

// checkpointNames lists what lies in the folder of checkpoints.
func checkpointNames(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	for path := range contents(t, filepath.Join(dir, runfolder.CheckpointDir)) {
		names = append(names, filepath.Base(path))
	}
	slices.Sort(names)
	return names
}

// modelNames lists the models in the folder of checkpoints.
func modelNames(t *testing.T, dir string) []string {
	t.Helper()
	return slices.DeleteFunc(checkpointNames(t, dir), func(name string) bool { return filepath.Ext(name) != ".safetensors" })
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	must.OK(t, os.WriteFile(path, []byte(text), 0o666))
}

func appendFile(t *testing.T, path, text string) {
	t.Helper()
	old := must.Get(os.ReadFile(path))(t)
	writeFile(t, path, string(old)+text)
}
