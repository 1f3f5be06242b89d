package td

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/engine"
	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

func TestCreateRefusesExistingRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	must.Get(Create(dir, mustNew(t, tiny()), engine.Endings{}))(t)
	before := contents(t, dir)
	other := tiny()
	other.Seed = 99
	_, err := Create(dir, mustNew(t, other), engine.Endings{})
	must.Fail(t, err, dir+" holds a run already: resume it or choose another folder")
	if !maps.Equal(contents(t, dir), before) {
		t.Error("the refusal changed the folder")
	}
}

// Two processes cannot train in one folder, and none can resume a run that
// another one trains.
func TestOneProcessAtATime(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	f := must.Get(Create(dir, mustNew(t, tiny()), engine.Endings{}))(t)
	before := contents(t, dir)
	for _, attempt := range []struct {
		what string
		do   func() error
	}{
		{"resumed", func() error { _, _, err := reopen(dir); return err }},
		{"run", func() error {
			return folderAt(dir).Run(t.Context(), mustNew(t, tiny()), 1, Hooks{})
		}},
	} {
		must.Fail(t, attempt.do(), "another process is at work in "+dir, attempt.what)
	}
	if !maps.Equal(contents(t, dir), before) {
		t.Error("a refusal changed the folder")
	}
	f.Close()
	again, _, err := reopen(dir)
	if err != nil {
		t.Fatalf("after the first was closed: %v", err)
	}
	again.Close()
}

// A resumed run has the endings with which it was measured.
func TestEndings(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	want := engine.Endings{Bearoff: "some.bd", Databases: []string{"one-sided 6x15"}}
	f, err := Create(dir, mustNew(t, tiny()), want)
	must.OK(t, err)
	f.Close()
	f, _, err = reopen(dir)
	must.OK(t, err)
	got := f.Endings()
	if got.Bearoff != want.Bearoff || !slices.Equal(got.Databases, want.Databases) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if err := got.Check(nil); err == nil {
		t.Error("a run that began with a database goes on without")
	}
}

func TestCreateFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	writeFile(t, file, "not a folder")
	if _, err := Create(filepath.Join(file, "run"), mustNew(t, tiny()), engine.Endings{}); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("below a file: got %v", err)
	}
}

// A folder without a config has no run: Create accepts a folder that a kill
// inside Create has left.
func TestCreateAfterKill(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	cfg := tiny()
	want := uninterrupted(t, cfg, Hooks{})
	first := cfg
	first.Seed = 5
	f := must.Get(Create(dir, mustNew(t, first), engine.Endings{}))(t)
	f.Close()
	must.OK(t, os.Remove(filepath.Join(dir, runfolder.ConfigFile)))
	if _, _, err := reopen(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Open without a config: got %v", err)
	}
	begin(t, context.Background(), dir, cfg, Hooks{})
	if got := outcomeOf(t, dir); got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// TestOpen reads back what Create wrote.
func TestOpen(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	cfg := tiny()
	cfg.Lambda, _ = learn.ParseSchedule("steps:0.7,100:0.25")
	cfg.Rate, _ = learn.ParseSchedule("exp:0.1:0.01")
	cfg.LayerRates = []float64{1, 0.5}
	cfg.Seed = 1<<64 - 1
	created := mustNew(t, cfg)
	first := must.Get(Create(dir, created, engine.Endings{}))(t)
	first.Close()
	f, opened, err := reopen(dir)
	must.OK(t, err)
	got := opened.Config()
	if diff := got.Same(&cfg); diff != nil {
		t.Error(diff)
	}
	wantSameNet(t, "net", opened.Net(), created.Net())
	if opened.Games() != 0 || opened.Stats() != (Stats{}) || f.Dir() != dir || f.files.Reached() != 0 {
		t.Errorf("%d games, stats %+v, folder %s, reached %d", opened.Games(), opened.Stats(), f.Dir(), f.files.Reached())
	}
	train(t, opened, 1)
	train(t, created, 1)
	wantSameNet(t, "trained net", opened.Net(), created.Net())
}

// TestOpenRefuses opens folders with one fault each, which must not change.
func TestOpenRefuses(t *testing.T) {
	replace := func(t *testing.T, path, old, new string) {
		t.Helper()
		text := must.Get(os.ReadFile(path))(t)
		if !strings.Contains(string(text), old) {
			t.Fatalf("%s does not contain %s", path, old)
		}
		writeFile(t, path, strings.Replace(string(text), old, new, 1))
	}
	for _, test := range []struct {
		name  string
		spoil func(t *testing.T, config, metrics, checkpoint string)
		want  string
	}{
		{"no config", func(t *testing.T, config, _, _ string) { os.Remove(config) }, "is not a run folder"},
		{"bad setting", func(t *testing.T, config, _, _ string) { replace(t, config, `"sync": 8`, `"sync": 0`) }, "config.json: sync is 0"},
		{"bad schedule", func(t *testing.T, config, _, _ string) { replace(t, config, `"lambda": "0"`, `"lambda": "much"`) }, `config.json: line 14: lambda: bad schedule "much"`},
		{"changed setting", func(t *testing.T, config, _, _ string) { replace(t, config, `"seed": 1`, `"seed": 2`) }, "belongs to another run: seed 1, want 2"},
		{"additional setting", func(t *testing.T, config, _, _ string) {
			replace(t, config, `"seed": 1`, `"seed": 1, "layer_rates": [1, 2]`)
		}, "belongs to another run: layer_rates \"\", want [1,2]"},

		{"no checkpoint", func(t *testing.T, _, _, checkpoint string) { os.RemoveAll(filepath.Dir(checkpoint)) }, "no such file or directory"},
		{"damaged metrics", func(t *testing.T, _, metrics, _ string) {
			replace(t, metrics, `{"games"`, `"games"`)
		}, "metrics.jsonl:1: "},
		{"emptied metrics", func(t *testing.T, _, metrics, _ string) { writeFile(t, metrics, "") }, "metrics.jsonl has 0 lines up to the newest checkpoint, want 1"},
		{"no metrics", func(t *testing.T, _, metrics, _ string) { os.Remove(metrics) }, "metrics.jsonl has 0 lines up to the newest checkpoint, want 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "run")
			ctx, cancel := context.WithCancel(context.Background())
			begin(t, ctx, dir, tiny(), Hooks{Point: func(Point) { cancel() }})
			f := folderAt(dir)
			test.spoil(t, f.files.Path(runfolder.ConfigFile), f.files.Path(runfolder.MetricsFile), f.files.CheckpointPath(64))
			before := contents(t, dir)

			_, _, err := reopen(dir)
			must.Fail(t, err, test.want)
			if err != nil && !strings.Contains(err.Error(), dir) {
				t.Errorf("%v: want the package and the path", err)
			}
			if !maps.Equal(contents(t, dir), before) {
				t.Error("the folder has changed")
			}
		})
	}
	t.Run("missing folder", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "nowhere")
		if _, _, err := reopen(dir); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), dir+" is not a run folder") {
			t.Errorf("got %v", err)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Error("Open made a folder")
		}
	})
}

func TestMetrics(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	cfg := tiny()
	cfg.Rate, _ = learn.ParseSchedule("exp:0.1:0.05")
	begin(t, context.Background(), dir, cfg, Hooks{})
	f := folderAt(dir)
	points := must.Get(f.Metrics())(t)
	if len(points) != 3 {
		t.Fatalf("%d points, want 3", len(points))
	}
	last := Point{}
	for _, p := range points {
		if p.Games <= last.Games || p.Positions <= last.Positions || !(p.Loss > 0 && p.Loss < 2.5) ||
			!(p.GammonShare >= p.BackgammonShare && p.BackgammonShare >= 0 && p.GammonShare <= 1) ||
			p.Rate != cfg.alpha(p.Games-1) || p.Lambda != 0 || p.Measurement != nil {
			t.Errorf("point %+v after %+v", p, last)
		}
		last = p
	}

	// Names that scripts rely on.
	text := must.Get(os.ReadFile(f.files.Path(runfolder.MetricsFile)))(t)
	line, _, _ := strings.Cut(string(text), "\n")
	var fields map[string]any
	must.OK(t, json.Unmarshal([]byte(line), &fields))
	for _, name := range []string{"games", "positions", "loss", "gammon_share", "backgammon_share", "rate", "lambda", "games_per_second", "wall_seconds", "cpu_seconds"} {
		if _, ok := fields[name]; !ok {
			t.Errorf("metrics lack %s: %s", name, line)
		}
		delete(fields, name)
	}
	if len(fields) > 0 {
		t.Errorf("metrics have more than they should: %v", fields)
	}
}

// TestDiverged trains with a rate at which the weights diverge, after a first
// segment with a good rate.
func TestDiverged(t *testing.T) {
	for _, test := range []struct {
		update     Update
		loss       Loss
		activation nets.Activation
		hidden     []int
		alpha      string
	}{
		{GamesUpdate, CrossEntropy, nets.Sigmoid, []int{10}, "steps:0.1,64:1e6"},
		{OnlineUpdate, CrossEntropy, nets.Sigmoid, []int{10}, "steps:0.1,64:1e6"},
		{GamesUpdate, SquaredLoss, nets.Tanh, []int{10}, "steps:0.1,64:1e6"},
		{GamesUpdate, CrossEntropy, nets.ReLU, []int{10, 10}, "steps:0.1,64:1e20"}, // NaN
		{OnlineUpdate, SquaredLoss, nets.ReLU, []int{10, 10}, "steps:0.1,64:1e300"},
	} {
		t.Run(fmt.Sprintf("%s/%s/%s", test.update, test.activation, test.alpha), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "run")
			cfg := tiny()
			cfg.Update, cfg.Loss, cfg.Activation, cfg.Hidden = test.update, test.loss, nets.Activations{test.activation}, test.hidden
			cfg.Rate, _ = learn.ParseSchedule(test.alpha)
			trainer := mustNew(t, cfg)
			f, err := Create(dir, trainer, engine.Endings{})
			must.OK(t, err)
			err = f.Run(context.Background(), trainer, 2, Hooks{})
			if !errors.Is(err, ErrDiverged) || !strings.Contains(err.Error(), "between games 64 and 128, rate "+test.alpha) {
				t.Fatalf("got %v, want %v", err, ErrDiverged)
			}
			if _, err := os.Stat(f.Model()); err == nil {
				t.Error("a run that diverged has a model")
			}
			points, err := f.Metrics()
			if err != nil || len(points) != 1 || points[0].Games != 64 {
				t.Errorf("metrics %+v, %v, want one point after 64 games", points, err)
			}
			_, good, err := reopen(dir)
			must.OK(t, err)
			if good.Games() != 64 || good.weights.diverged() {
				t.Errorf("the checkpoint is after %d games, diverged: %v", good.Games(), good.weights.diverged())
			}
		})
	}
}
