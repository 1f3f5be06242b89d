package iterate

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
)

// sameResults reports results that differ.
func sameResults(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	if !maps.Equal(got, want) {
		for name := range want {
			if got[name] != want[name] {
				t.Errorf("%s: %s is\n%.2000s\nwant\n%.2000s", what, name, got[name], want[name])
			}
		}
	}
}

// TestRun compares a run without interruption by one worker with other runs of
// the same settings.
func TestRun(t *testing.T) {
	whole := mustCreate(t, t.TempDir(), tinyConfig())
	want := mustRun(t, whole, options(1))
	t.Run("its folder", func(t *testing.T) { checkGenerations(t, whole) })
	for _, test := range []struct {
		name string
		run  func(t *testing.T, want map[string]string)
	}{
		{"3 workers", func(t *testing.T, want map[string]string) {
			sameResults(t, "3 workers", mustRun(t, mustCreate(t, t.TempDir(), tinyConfig()), options(3)), want)
		}},
		{"interrupted everywhere", interruptEverywhere},
		{"without old databases", dropDatabases},
		{"more generations later", addGenerations},
		{"after a kill", leaveThings},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, want) })
		if testing.Short() {
			break // concurrent parts have other tests
		}
	}
}

// interrupted stops a run as each of the steps of each generation begins, and again
// when it has come some way, resumes it each time, and returns its folder.
func interrupted(t *testing.T, cfg Config, steps []Step) *Folder {
	t.Helper()
	dir := t.TempDir()
	mustCreate(t, dir, cfg)
	stopped := map[stop]bool{}
	for len(stopped) < 200 && !runUntilNextStop(t, dir, stopped) {
	}
	for g := 1; g <= cfg.Generations; g++ {
		for _, step := range steps {
			if step == Pooling && cfg.Pools.madeIn(g) != g {
				continue
			}
			if !stopped[stop{g, step, true}] {
				t.Errorf("never stopped when generation %d begins step %s", g, step)
			}
			// The training of pruning nets is not interrupted.
			if !stopped[stop{g, step, false}] && step != Pruning {
				t.Errorf("never stopped while generation %d was at step %s", g, step)
			}
		}
	}
	return must.Get(Open(dir))(t)
}

// stop is a place at which a run was stopped.
type stop struct {
	generation int
	step       Step
	begins     bool
}

// runUntilNextStop resumes a run up to a place at which it was not yet stopped,
// or to its end. It reports whether the run has ended.
func runUntilNextStop(t *testing.T, dir string, stopped map[stop]bool) (ended bool) {
	t.Helper()
	f, err := Open(dir)
	must.OK(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	at := func(where stop) {
		if ctx.Err() == nil && !stopped[where] {
			stopped[where] = true
			cancel()
		}
	}
	o := options(2)
	o.Begin = func(g int, step Step) func(done, total int64) {
		at(stop{g, step, true})
		return func(done, total int64) {
			if done > total/3 && done < total {
				at(stop{g, step, false})
			}
		}
	}
	if err = f.Run(ctx, o); err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
	return err == nil
}

// interruptEverywhere stops a run at all places.
func interruptEverywhere(t *testing.T, want map[string]string) {
	f := interrupted(t, tinyConfig(), []Step{Generating, Labelling, Training, Playing})
	sameResults(t, "interrupted run", results(t, f), want)
	// Another run has nothing to do.
	o := options(1)
	o.Begin = func(g int, step Step) func(done, total int64) {
		t.Errorf("generation %d, %s: done again", g, step)
		return nil
	}
	sameResults(t, "finished run", mustRun(t, f, o), want)
}

// dropDatabases runs without keeping databases outside the window.
func dropDatabases(t *testing.T, want map[string]string) {
	cfg := tinyConfig()
	cfg.KeepDatabases = false
	f := mustCreate(t, t.TempDir(), cfg)
	sameResults(t, "without old databases", mustRun(t, f, options(2)), want)
	for g := 1; g <= cfg.Generations; g++ {
		checkDatabases(t, f, g, map[string]bool{labelledFile: g > cfg.Generations-cfg.Window})
	}
}

// checkDatabases checks which databases of a generation exist.
func checkDatabases(t *testing.T, f *Folder, g int, want map[string]bool) {
	t.Helper()
	for _, name := range []string{positionsFile, labelledFile, windowFile} {
		if got, err := exists(filepath.Join(f.generationDir(g), name)); err != nil || got != want[name] {
			t.Errorf("generation %d: %s is there: %v, want %v (%v)", g, name, got, want[name], err)
		}
	}
}

// addGenerations makes a finished run longer. It interrupts the training of the
// new generation, and resumes it from a checkpoint.
func addGenerations(t *testing.T, want map[string]string) {
	cfg, dir := tinyConfig(), t.TempDir()
	cfg.Generations = 2
	mustRun(t, mustCreate(t, dir, cfg), options(2))
	f, err := Open(dir)
	must.OK(t, err)
	must.Fail(t, f.SetGenerations(1), "from 2 to 1: 2 are done", "fewer than are done")
	must.OK(t, f.SetGenerations(3))
	ctx, cancel := context.WithCancel(t.Context())
	o := options(2)
	o.Begin = func(_ int, step Step) func(done, total int64) {
		return func(done, total int64) {
			if step == Training && done > total/3 {
				cancel()
			}
		}
	}
	if err := f.Run(ctx, o); err == nil {
		t.Fatal("the run was not stopped")
	}
	if n := runfolder.New(filepath.Join(f.generationDir(3), trainDir)).Reached(); n == 0 {
		t.Fatal("the training was stopped before its first checkpoint")
	}
	if f, err = Open(dir); err != nil {
		t.Fatal(err)
	}
	sameResults(t, "in three parts", mustRun(t, f, options(2)), want)
	log := must.Get(os.ReadFile(filepath.Join(dir, runfolder.LogFile)))(t)
	for event, n := range map[string]int{"begun": 1, "resumed": 2, "generation": 4, "interrupted": 1, "done": 2} {
		if got := strings.Count(string(log), `"msg":"`+event+`"`); got != n {
			t.Errorf("%d lines of the log say %s, want %d", got, event, n)
		}
	}
}

// leaveThings runs with files in the folder that a kill may leave.
func leaveThings(t *testing.T, want map[string]string) {
	dir := t.TempDir()
	f := mustCreate(t, dir, tinyConfig())
	ctx, cancel := context.WithCancel(t.Context())
	o := options(2)
	o.Begin = func(g int, step Step) func(int64, int64) {
		if g == 2 && step == Training {
			cancel()
		}
		return nil
	}
	if err := f.Run(ctx, o); err == nil {
		t.Fatal("the run was not stopped")
	}
	second := f.generationDir(2)
	left := []string{
		filepath.Join(second, ".window.parquet.2147483646-0.tmp"), filepath.Join(dir, ".best.safetensors.2147483646-0.tmp"),
		filepath.Join(second, "labelled.parquet.part"), filepath.Join(second, "measured.json"),
	}
	for _, path := range left {
		text := "half"
		if strings.HasSuffix(path, ".json") {
			text = `{"settings": "others", "match": {"games": 2500}}`
		}
		must.OK(t, os.WriteFile(path, []byte(text), 0o666))
	}
	must.OK(t, os.MkdirAll(filepath.Join(second, "train", "checkpoints"), 0o777))
	sameResults(t, "resumed run", mustRun(t, f, options(2)), want)
	for _, path := range left[:3] {
		if there, err := exists(path); there || err != nil {
			t.Errorf("%s is there still: %v", path, err)
		}
	}
}
