package supervised

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/childtest"
	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/runfolder/runfoldertest"
	"gammonlab/internal/safetensors"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// tiny is a run of some milliseconds with everything that a resumption must
// restore: moments, averages, annealing, weights, and checkpoints inside
// epochs.
func tiny() Config {
	cfg := DefaultConfig()
	cfg.Nets[0].Hidden = []int{6}
	cfg.Epochs, cfg.Batch, cfg.Checkpoint, cfg.Holdout = 4, 32, 5, 0.2
	cfg.Rate = mustParseSchedule("anneal:0.01:0.001:0.5")
	cfg.Average, cfg.Patience = 0.9, 0
	return cfg
}

func mustParseSchedule(text string) learn.Schedule {
	r, err := learn.ParseSchedule(text)
	if err != nil {
		panic(err)
	}
	return r
}

// byParts has a net for each class.
func byParts(cfg Config) Config {
	shape := cfg.Nets[0]
	cfg.Nets = nil
	for i, part := range []nets.Part{nets.Contact, nets.Race, nets.Crashed} {
		shape.Part, shape.Hidden = part, []int{4 + i}
		cfg.Nets = append(cfg.Nets, shape)
	}
	return cfg
}

func mustNew(t *testing.T, cfg Config, data *Data, o Options) *Trainer {
	t.Helper()
	o.Workers = max(o.Workers, 2)
	return must.Get(New(cfg, data, o))(t)
}

// begin creates a run and trains until the end or until ctx is cancelled.
func begin(t *testing.T, ctx context.Context, dir string, trainer *Trainer, hooks Hooks) *Folder {
	t.Helper()
	f := must.Get(Create(dir, trainer, engine.Endings{}))(t)
	if err := f.Run(ctx, trainer, hooks); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	return f
}

// resume opens a run and trains until the end or until ctx is cancelled.
func resume(t *testing.T, ctx context.Context, dir string, hooks Hooks, workers int) {
	t.Helper()
	f := must.Get(Open(dir))(t)
	cfg := f.Config()
	trainer := must.Get(f.Resume(mustLoad(t, &cfg, f.Files()), Options{Workers: workers}))(t)
	if err := f.Run(ctx, trainer, hooks); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

// contents returns the files of a finished run, without those that depend on
// its history.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	must.OK(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[name] = string(text)
		return err
	}))
	delete(files, runfolder.LogFile) // which has times
	files[runfolder.MetricsFile] = runfoldertest.WithoutElapsed(files[runfolder.MetricsFile])
	return files
}

// wantSame fails the test unless the folders hold the same.
func wantSame(t *testing.T, got, want map[string]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			t.Errorf("%s differs", name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("files %q, want %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
}

// sumOfWeights is a benchmark that follows from the weights alone.
func sumOfWeights(_ context.Context, m *nets.Model) (map[string]float64, error) {
	sum := 0.0
	for _, net := range m.Nets {
		for _, w := range net.Params()[:7] {
			sum += float64(w)
		}
	}
	return map[string]float64{"sum": sum}, nil
}

// cases are runs to interrupt.
func cases() map[string]Config {
	sgd := byParts(tiny())
	sgd.Optimizer, sgd.Momentum, sgd.Loss, sgd.Average = learn.SGD, 0.9, learn.Equity, 0
	sgd.Rate, sgd.Patience, sgd.BenchEvery, sgd.Checkpoint = learn.Cosine(0.5, 1, 0.01), 2, 3, 2
	return map[string]Config{"adam": tiny(), "sgd by class": sgd}
}

// Runs that are cancelled at many moments, some of them twice, end as one that
// was not, with any number of workers.
func TestInterruptedRun(t *testing.T) {
	files := labelledByGnubg(t)
	for name, cfg := range cases() {
		data := mustLoad(t, &cfg, files)
		dir := filepath.Join(t.TempDir(), "run")
		begin(t, t.Context(), dir, mustNew(t, cfg, data, Options{}), Hooks{Measure: sumOfWeights})
		want := contents(t, dir)
		for _, name := range []string{"config.json", "metrics.jsonl", "model.safetensors"} {
			if want[name] == "" {
				t.Errorf("%s is empty", name)
			}
		}
		moments := [][]int64{{1}, {150, 180}, {33, 640, 1300}, {644}, {99999}}
		if testing.Short() {
			moments = moments[:2]
		}
		for i, moments := range moments {
			t.Run(fmt.Sprintf("%s/after=%v", name, moments), func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "run")
				for j, moment := range moments {
					ctx, cancel := context.WithCancel(t.Context())
					hooks := Hooks{Measure: sumOfWeights, Progress: func(done, _ int64) {
						if done >= moment {
							cancel()
						}
					}}
					if j == 0 {
						begin(t, ctx, dir, mustNew(t, cfg, data, Options{Workers: 1 + 2*i}), hooks)
					} else {
						resume(t, ctx, dir, hooks, 1+i)
					}
					cancel()
				}
				resume(t, t.Context(), dir, Hooks{Measure: sumOfWeights}, 2)
				wantSame(t, contents(t, dir), want)
			})
		}
		t.Run(name+"/between", func(t *testing.T) { interruptBetween(t, cfg, data, want) })
	}
}

// interruptBetween cancels a run after each epoch, or while it measures.
func interruptBetween(t *testing.T, cfg Config, data *Data, want map[string]string) {
	dir := filepath.Join(t.TempDir(), "run")
	f := must.Get(Create(dir, mustNew(t, cfg, data, Options{}), engine.Endings{}))(t)
	f.Close()
	for range cfg.Epochs {
		ctx, cancel := context.WithCancel(t.Context())
		resume(t, ctx, dir, Hooks{Measure: sumOfWeights, Point: func(Point) { cancel() }}, 1)
		cancel()
		ctx, cancel = context.WithCancel(t.Context())
		resume(t, ctx, dir, Hooks{Measure: func(context.Context, *nets.Model) (map[string]float64, error) {
			cancel()
			return nil, errors.New("interrupted")
		}}, 1)
		cancel()
	}
	resume(t, t.Context(), dir, Hooks{Measure: sumOfWeights}, 1)
	wantSame(t, contents(t, dir), want)
}

// Two processes cannot train in one folder.
func TestOneProcessAtATime(t *testing.T) {
	cfg := tiny()
	data := mustLoad(t, &cfg, labelledByGnubg(t))
	dir := filepath.Join(t.TempDir(), "run")
	want := engine.Endings{Bearoff: "some.bd", Databases: []string{"one-sided 6x15"}}
	f := must.Get(Create(dir, mustNew(t, cfg, data, Options{}), want))(t)
	before := contents(t, dir)
	other := must.Get(Open(dir))(t)
	if got := other.Endings(); got.Bearoff != want.Bearoff || !slices.Equal(got.Databases, want.Databases) {
		t.Errorf("databases of endings: got %+v, want %+v", got, want)
	}
	if _, err := other.Resume(data, Options{}); err == nil || !strings.Contains(err.Error(), "another process is at work in "+dir) {
		t.Errorf("resumed beside another: got %v, want a refusal", err)
	}
	wantSame(t, contents(t, dir), before)
	f.Close()
	if _, err := other.Resume(data, Options{Workers: 1}); err != nil {
		t.Errorf("after the first was closed: %v", err)
	}
	other.Close()
}

func TestMain(m *testing.M) { childtest.Main(m, trainSlowly) }

// bySteps and byTime are runs whose checkpoints are due after steps, and always.
const (
	bySteps = "steps"
	byTime  = "time"
)

// checkpointed is the run of either form.
func checkpointed(by string) Config {
	cfg := tiny()
	if by == byTime {
		cfg.Checkpoint = 0
	}
	return cfg
}

// trainSlowly trains in the folder of the first word, on the database of the second, with
// checkpoints of the form of the third, until it is killed.
func trainSlowly(words []string) error {
	dir, files, cfg := words[0], Files{Training: words[1]}, checkpointed(words[2])
	data, err := Load(context.Background(), &cfg, files, 2, nil)
	if err != nil {
		return err
	}
	trainer, err := New(cfg, data, Options{Workers: 2})
	if err != nil {
		return err
	}
	f, err := Create(dir, trainer, engine.Endings{})
	if err != nil {
		return err
	}
	if words[2] == byTime {
		f.files.Interval = 0
	}
	return f.Run(context.Background(), trainer, Hooks{
		Measure: sumOfWeights,
		Progress: func(done, total int64) {
			time.Sleep(2 * time.Millisecond)
			if done == total {
				time.Sleep(time.Hour) // until it is killed
			}
		},
	})
}

// TestKilledRun kills a process that trains, with a signal that it cannot catch,
// and resumes its run.
func TestKilledRun(t *testing.T) {
	files := labelledByGnubg(t)
	want := map[string]map[string]string{}
	for _, by := range []string{bySteps, byTime} {
		cfg := checkpointed(by)
		whole := filepath.Join(t.TempDir(), "run")
		begin(t, t.Context(), whole, mustNew(t, cfg, mustLoad(t, &cfg, files), Options{}), Hooks{Measure: sumOfWeights})
		want[by] = contents(t, whole)
	}
	for _, c := range []struct {
		by    string
		steps int64
	}{{bySteps, 0}, {bySteps, 5}, {bySteps, 25}, {bySteps, 60}, {byTime, 3}, {byTime, 26}, {byTime, 59}} {
		t.Run(fmt.Sprintf("%s=%d", c.by, c.steps), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "run")
			folder := runfolder.New(dir)
			childtest.Kill(t, childtest.Command(dir, files.Training, c.by), func() bool {
				_, err := os.Stat(folder.Path(runfolder.ConfigFile))
				return err == nil && folder.Reached() >= c.steps
			})
			reached := folder.Reached()
			resume(t, t.Context(), dir, Hooks{Measure: sumOfWeights}, 1)
			wantResumed(t, folder, reached)
			got := contents(t, dir)
			for name := range got {
				if strings.HasSuffix(name, ".tmp") { // what was being written when it was killed
					delete(got, name)
				}
			}
			wantSame(t, got, want[c.by])
		})
	}
}

// wantResumed fails the test unless the log says that the run went on after the steps.
func wantResumed(t *testing.T, folder *runfolder.Folder, steps int64) {
	t.Helper()
	text := must.Get(folder.ReadFile(runfolder.LogFile))(t)
	if want := fmt.Sprintf(`"msg":"resumed","steps":%d,`, steps); !strings.Contains(string(text), want) {
		t.Errorf("the log lacks %s:\n%s", want, text)
	}
}

// A run with games of a measurement has the strength in its metrics, beside the benchmarks, and is
// saved before each measurement. It needs the function that measures.
func TestStrength(t *testing.T) {
	cfg := tiny()
	cfg.BenchEvery, cfg.BenchGames, cfg.BenchOpponent, cfg.Checkpoint = 2, 40, "random", 0
	data := mustLoad(t, &cfg, labelledByGnubg(t))
	dir := filepath.Join(t.TempDir(), "run")
	trainer := mustNew(t, cfg, data, Options{})
	f := must.Get(Create(dir, trainer, engine.Endings{}))(t)
	must.Fail(t, f.Run(t.Context(), trainer, Hooks{Measure: sumOfWeights}), "bench_games is 40 games, but nothing measures strength: set Hooks.Strength, or bench_games to 0")
	f = must.Get(Open(dir))(t)
	trainer = must.Get(f.Resume(data, Options{Workers: 1}))(t)
	must.OK(t, f.Run(t.Context(), trainer, Hooks{Strength: func(_ context.Context, m *nets.Model, games int) (*Measurement, error) {
		if got, want := f.files.Reached(), trainer.steps(); got != want {
			t.Errorf("measured after step %d with a checkpoint after step %d", want, got)
		}
		return &Measurement{Bench: games, PPG: 1, PPGLow: 0.5, PPGHigh: 1.5}, nil
	}}))
	for i, p := range must.Get(f.Metrics())(t) {
		switch measured := i%2 == 1; {
		case measured != (p.Measurement != nil):
			t.Errorf("epoch %d: measured %v", p.Epoch, p.Measurement)
		case measured && *p.Measurement != Measurement{Opponent: "random", Bench: 40, PPG: 1, PPGLow: 0.5, PPGHigh: 1.5}:
			t.Errorf("epoch %d: %+v", p.Epoch, *p.Measurement)
		}
	}
}

// A kill between two writes leaves a folder that can be resumed.
func TestInterruptedWrites(t *testing.T) {
	files := labelledByGnubg(t)
	cfg := tiny()
	data := mustLoad(t, &cfg, files)
	whole := filepath.Join(t.TempDir(), "run")
	begin(t, t.Context(), whole, mustNew(t, cfg, data, Options{}), Hooks{})
	want := contents(t, whole)
	for name, spoil := range map[string]func(f *runfolder.Folder) error{
		"metrics without checkpoint": func(f *runfolder.Folder) error { return f.AppendMetrics(Point{Epoch: 2, Part: nets.All}) },
		"an old checkpoint": func(f *runfolder.Folder) error {
			return os.WriteFile(f.CheckpointPath(3), []byte("old"), 0o666)
		},
		"a metrics line cut off": func(f *runfolder.Folder) error {
			file, err := os.OpenFile(f.Path(runfolder.MetricsFile), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = file.WriteString(`{"epoch":2,"pa`)
			return errors.Join(err, file.Close())
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "run")
			ctx, cancel := context.WithCancel(t.Context())
			begin(t, ctx, dir, mustNew(t, cfg, data, Options{}), Hooks{Point: func(Point) { cancel() }})
			must.OK(t, spoil(runfolder.New(dir)))
			resume(t, t.Context(), dir, Hooks{}, 1)
			wantSame(t, contents(t, dir), want)
		})
	}
}

func TestCreateRefusesExistingRun(t *testing.T) {
	cfg := tiny()
	data := mustLoad(t, &cfg, labelledByGnubg(t))
	dir := filepath.Join(t.TempDir(), "run")
	begin(t, t.Context(), dir, mustNew(t, cfg, data, Options{}), Hooks{})
	before := contents(t, dir)
	_, err := Create(dir, mustNew(t, cfg, data, Options{}), engine.Endings{})
	must.Fail(t, err, dir+" holds a run already")
	wantSame(t, contents(t, dir), before)
}

// TestResumeRefuses resumes folders with one fault each, which must not change.
func TestResumeRefuses(t *testing.T) {
	files := labelledByGnubg(t)
	cfg := tiny()
	data := mustLoad(t, &cfg, files)
	whole := filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(t.Context())
	begin(t, ctx, whole, mustNew(t, cfg, data, Options{}), Hooks{Point: func(Point) { cancel() }})
	replace := func(old, new string) func(string) string {
		return func(text string) string {
			if !strings.Contains(text, old) {
				panic("nothing to replace: " + old)
			}
			return strings.Replace(text, old, new, 1)
		}
	}
	const config, metrics, checkpoint = "config.json", "metrics.jsonl", "checkpoint"
	for _, c := range []struct {
		name  string
		file  string
		spoil func(text string) string
		want  string
	}{
		{"bad setting", config, replace(`"batch": 32`, `"batch": 0`), "config.json: batch is 0"},
		{"changed setting", config, replace(`"seed": 1`, `"seed": 2`), "it belongs to another run: seed 1, want 2"},
		{"changed digest", config, replace(`"digests": {
    "data": "`, `"digests": {
    "data": "x`), "the data differ from those of the run in"},
		{"no files", config, func(text string) string {
			return regexp.MustCompile(`(?s)"files": \{.*?\},`).ReplaceAllString(text, "")
		}, "files or digests are missing"},
		{"damaged metrics", metrics, replace(`{"epoch"`, `"epoch"`), "metrics.jsonl:1: "},
		{"emptied metrics", metrics, func(string) string { return "" }, "metrics.jsonl has 0 lines up to the newest checkpoint, want 1"},
		{"a missing tensor", checkpoint, recoded(t, func(v map[string]safetensors.Tensor, _ map[string]string) { delete(v, "all.average") }), "tensor all.average is missing"},
		{"of other data", checkpoint, recoded(t, func(_ map[string]safetensors.Tensor, m map[string]string) {
			m["run"] = replace(`"digests":{"data":"`, `"digests":{"data":"x`)(m["run"])
		}), "it belongs to another run: digests."},
		{"no state of a net", checkpoint, recoded(t, func(_ map[string]safetensors.Tensor, m map[string]string) { m["state"] = "{}" }), "it has the states of 0 nets, want 1 nets, one of them for all"},
		{"an impossible state", checkpoint, recoded(t, func(_ map[string]safetensors.Tensor, m map[string]string) {
			m["state"] = replace(`"epoch":1`, `"epoch":2`)(m["state"])
		}), "it cannot be at step 0 of epoch 3"},
		{"more epochs than the run has", checkpoint, recoded(t, func(_ map[string]safetensors.Tensor, m map[string]string) {
			m["state"] = replace(`"epoch":1`, `"epoch":9`)(m["state"])
		}), "9 epochs are done, the run has 4"},
		{"a best epoch after the last one", checkpoint, recoded(t, func(_ map[string]safetensors.Tensor, m map[string]string) {
			m["state"] = replace(`"best":{"epoch":1`, `"best":{"epoch":7`)(m["state"])
		}), "the best of 1 epochs is not one of them"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "run")
			must.OK(t, os.CopyFS(dir, os.DirFS(whole)))
			path := filepath.Join(dir, c.file)
			if c.file == checkpoint {
				path = runfolder.New(dir).CheckpointPath(runfolder.New(dir).Reached())
			}
			text := must.Get(os.ReadFile(path))(t)
			must.OK(t, os.WriteFile(path, []byte(c.spoil(string(text))), 0o666))
			before := contents(t, dir)
			f, err := Open(dir)
			if err == nil {
				_, err = f.Resume(data, Options{Workers: 1})
			}
			must.Fail(t, err, c.want)
			must.Fail(t, err, dir)
			wantSame(t, contents(t, dir), before)
		})
	}
	must.Fail(t, must.Err(Open(filepath.Join(t.TempDir(), "nowhere"))), "is not a run folder", "no folder")
}

// A run that is made longer ends with the same weights as a run of this length.
func TestLengthened(t *testing.T) {
	cfg := byParts(tiny())
	data := mustLoad(t, &cfg, labelledByGnubg(t))
	whole, dir := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")
	begin(t, t.Context(), whole, mustNew(t, cfg, data, Options{}), Hooks{Measure: sumOfWeights})
	short := cfg
	short.Epochs = 2
	begin(t, t.Context(), dir, mustNew(t, short, data, Options{}), Hooks{Measure: sumOfWeights})
	f := must.Get(Open(dir))(t)
	must.OK(t, f.SetEpochs(cfg.Epochs))
	trainer := must.Get(f.Resume(data, Options{Workers: 1}))(t)
	must.OK(t, f.Run(t.Context(), trainer, Hooks{Measure: sumOfWeights}))
	wantSame(t, contents(t, dir), contents(t, whole))
	log, err := os.ReadFile(filepath.Join(dir, runfolder.LogFile))
	if err != nil || strings.Count(string(log), `"msg":"done"`) != 2 || !strings.Contains(string(log), `"msg":"resumed"`) {
		t.Errorf("the log is\n%s, %v", log, err)
	}
	must.OK(t, f.SetEpochs(2))
	if _, err := f.Resume(data, Options{Workers: 1}); err == nil || !strings.Contains(err.Error(), "4 epochs are done, the run has 2") {
		t.Errorf("shorter than what is done: got %v", err)
	}

	cfg.Rate = learn.Cosine(0.01, 1, 0)
	if f, err = Create(filepath.Join(t.TempDir(), "run"), mustNew(t, cfg, data, Options{}), engine.Endings{}); err != nil {
		t.Fatal(err)
	}
	want := "epochs cannot be changed from 4 to 9: rate cosine:0.01:1:0 depends on the number of epochs"
	must.Fail(t, f.SetEpochs(9), want)
}

// recoded changes the contents of a checkpoint.
func recoded(t *testing.T, change func(map[string]safetensors.Tensor, map[string]string)) func(string) string {
	return func(text string) string {
		tensors, metadata, err := safetensors.Decode([]byte(text))
		must.OK(t, err)
		change(tensors, metadata)
		file := must.Get(safetensors.Encode(tensors, metadata))(t)
		return string(file)
	}
}

// The files of the data may move, but not change.
func TestResumeWithMovedData(t *testing.T) {
	cfg := tiny()
	rows := distinct(gnubgLabelled(t))
	files := Files{Training: database(t, board.Backgammon, rows)}
	dir := filepath.Join(t.TempDir(), "run")
	f := begin(t, t.Context(), dir, mustNew(t, cfg, mustLoad(t, &cfg, files), Options{}), Hooks{})
	moved := Files{Training: database(t, board.Backgammon, rows)}
	if _, err := f.Resume(mustLoad(t, &cfg, moved), Options{Workers: 1}); err != nil {
		t.Error(err)
	}
	other := Files{Training: database(t, board.Backgammon, rows[1:])}
	if _, err := f.Resume(mustLoad(t, &cfg, other), Options{Workers: 1}); err == nil || !strings.Contains(err.Error(), "the data differ from those") {
		t.Errorf("other data: got %v", err)
	}
}

// The files of a run's benchmarks may move, but not change.
func TestResumeWithBenches(t *testing.T) {
	cfg := tiny()
	files := labelledByGnubg(t)
	files.Decisions = []string{"../datasets/exchange/testdata/handmade.bm"}
	dir := filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(t.Context())
	hooks := Hooks{Measure: sumOfWeights, Point: func(Point) { cancel() }}
	f := begin(t, ctx, dir, mustNew(t, cfg, mustLoad(t, &cfg, files), Options{}), hooks)
	other := files
	other.Decisions = nil
	if _, err := f.Resume(mustLoad(t, &cfg, other), Options{Workers: 1}); err == nil || !strings.Contains(err.Error(), "the data differ from those") {
		t.Errorf("without the benchmark: got %v", err)
	}
	resume(t, t.Context(), dir, Hooks{Measure: sumOfWeights}, 1)
	points, err := f.Metrics()
	if err != nil || len(points) != cfg.Epochs {
		t.Fatalf("%d points, %v, want %d", len(points), err, cfg.Epochs)
	}
	for _, p := range points {
		if len(p.Bench) == 0 {
			t.Errorf("epoch %d has no benchmarks", p.Epoch)
		}
	}
}

// A benchmark that cannot be read ends the run before it begins.
func TestLoadWithoutBench(t *testing.T) {
	cfg := tiny()
	files := labelledByGnubg(t)
	files.Values = []string{"nowhere.csv"}
	_, err := Load(t.Context(), &cfg, files, 2, nil)
	must.Fail(t, err, "benchmark: open nowhere.csv")
}
