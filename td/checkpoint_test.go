package td

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/safetensors"
	"gammonlab/nets/learn"
)

// begunTo returns the folder of a run that was interrupted after a number of
// games, and its newest checkpoint.
func begunTo(t *testing.T, cfg Config, games int64) (dir, checkpoint string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	begin(t, ctx, dir, cfg, Hooks{Measure: measure, Progress: func(reached int64) {
		if reached >= games {
			cancel()
		}
	}})
	f := folderAt(dir)
	return dir, f.files.CheckpointPath(f.files.Reached())
}

// TestOptimizerOfEachMethod resumes runs with the state of each optimizer.
func TestOptimizerOfEachMethod(t *testing.T) {
	for _, c := range []struct {
		method   learn.Method
		momentum float64
	}{{learn.Adam, 0}, {learn.SGD, 0}, {learn.SGD, 0.9}} {
		cfg := tinyBatch()
		cfg.Optimizer, cfg.Momentum, cfg.ExactFrom = c.method, c.momentum, 0
		if c.method == learn.SGD {
			cfg.Rate = learn.Constant(0.05)
		}
		want := uninterrupted(t, cfg, Hooks{})
		dir, _ := begunTo(t, cfg, 80)
		resume(t, t.Context(), dir, Hooks{})
		if got := outcomeOf(t, dir); got != want {
			t.Errorf("%s, momentum %v: got %+v, want %+v", c.method, c.momentum, got, want)
		}
	}
}

// TestOpenRefusesState opens checkpoints with one fault each in the state of
// the trainer.
func TestOpenRefusesState(t *testing.T) {
	long := tinyOf(GamesUpdate)
	long.Games, long.Checkpoint = 1<<20, 1<<20 // so that it does not end meanwhile
	games, _ := begunTo(t, long, 80)
	batch, _ := begunTo(t, tinyBatch(), 80)
	state := func(old, new string) func(map[string]safetensors.Tensor, map[string]string) {
		return func(_ map[string]safetensors.Tensor, m map[string]string) {
			if !strings.Contains(m["state"], old) {
				t.Fatalf("nothing to replace: %s in %s", old, m["state"])
			}
			m["state"] = strings.Replace(m["state"], old, new, 1)
		}
	}
	for _, c := range []struct {
		name, dir string
		spoil     func(all map[string]safetensors.Tensor, metadata map[string]string)
		want      string
	}{
		{"another run", games, func(_ map[string]safetensors.Tensor, m map[string]string) {
			m["run"] = strings.Replace(m["run"], `"epsilon":0`, `"epsilon":0.5`, 1)
		}, "it belongs to another run: epsilon 0.5, want 0"},
		{"no older weights", games, func(all map[string]safetensors.Tensor, _ map[string]string) { delete(all, "older") }, "tensor older is missing"},
		{"another segment", games, state(`"begun":0`, `"begun":8`), "in the segment that begins after 8 games: segments have 1048576"},
		{"no segment", games, state(`"begun":0`, `"begun":-1`), "in the segment that begins after -1 games"},
		{"moments without batches", games, state(`"steps":0`, `"steps":3`), "cannot have taken 3 steps in"},
		{"no moment", batch, func(all map[string]safetensors.Tensor, _ map[string]string) { delete(all, "moment1") }, "tensor moment1 is missing"},
		{"inside a round", batch, state(`"games":80`, `"games":81`), "cannot resume after 81 games: not the end of a round of 16"},
	} {
		dir := filepath.Join(t.TempDir(), "run")
		must.OK(t, os.CopyFS(dir, os.DirFS(c.dir)))
		path := folderAt(dir).files.CheckpointPath(folderAt(dir).files.Reached())
		file := must.Get(os.ReadFile(path))(t)
		all, metadata, err := safetensors.Decode(file)
		must.OK(t, err)
		c.spoil(all, metadata)
		if file, err = safetensors.Encode(all, metadata); err != nil {
			t.Fatal(err)
		}
		writeFile(t, path, string(file))
		if _, _, err := reopen(dir); err == nil || !strings.HasPrefix(err.Error(), "checkpoint "+path+": ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// lengthen resumes a run with another number of games.
func lengthen(t *testing.T, dir string, games int64) {
	t.Helper()
	f := must.Get(Open(dir))(t)
	must.OK(t, f.SetGames(games))
	trainer := must.Get(f.Resume())(t)
	must.OK(t, f.Run(t.Context(), trainer, 2, Hooks{Measure: measure}))
}

// A run that is made longer ends with the same bytes as a run of this length,
// for any end of the shorter run.
func TestLengthened(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, where TestWorkersGiveTheSameNet shares work among goroutines")
	}
	for _, update := range []Update{GamesUpdate, OnlineUpdate, BatchUpdate} {
		long := measured(update)
		long.Rate, _ = learn.ParseSchedule("steps:0.01,200:0.002")
		want := uninterrupted(t, long, Hooks{Measure: measure})
		for _, games := range []int64{50, 64, 131, 150, 256, 280} {
			short := long
			if short.Games = games; games <= short.ExactFrom {
				continue
			}
			dir := filepath.Join(t.TempDir(), "run")
			begin(t, t.Context(), dir, short, Hooks{Measure: measure})
			lengthen(t, dir, long.Games)
			got := outcomeOf(t, dir)
			if games%long.Checkpoint == 0 { // was measured at its end, too
				got.metrics = want.metrics
			}
			if got != want {
				t.Errorf("%s, from %d games: got %+v\nwant %+v", update, games, got, want)
			}
		}
		// Interrupted in the short segment at the end, and in its measurement.
		for _, moment := range []int64{144, 150} {
			short := long
			if short.Games = 150; short.ExactFrom > 0 {
				short.ExactFrom = 0
				continue
			}
			dir, _ := begunTo(t, short, moment)
			lengthen(t, dir, long.Games)
			if got := outcomeOf(t, dir); got != want {
				t.Errorf("%s, interrupted after %d of 150 games: got %+v\nwant %+v", update, moment, got, want)
			}
		}
	}
}

func TestSetGames(t *testing.T) {
	for _, c := range []struct {
		alpha, lambda string
		games         int64
		want          string // "" for no error
	}{
		{"0.1", "0", 400, ""},
		{"0.1", "0", 150, ""},
		{"0.1", "0", 64, "games cannot be changed from 150 to 64: "},
		{"0.1", "0", 0, "games is 0"},
		{"exp:0.1:0.01", "0", 400, "rate exp:0.1:0.01 depends on the number of games"},
		{"0.1", "exp:0.9:0.1", 400, "lambda exp:0.9:0.1 depends on the number of games"},
		{"cosine:0.1", "0", 400, "rate cosine:0.1 depends"},
		{"exp:0.1:0.01", "0", 150, ""},
	} {
		cfg := tiny()
		cfg.Rate, _ = learn.ParseSchedule(c.alpha)
		cfg.Lambda, _ = learn.ParseSchedule(c.lambda)
		dir, _ := begunTo(t, cfg, 80)
		f := must.Get(Open(dir))(t)
		if err := f.SetGames(c.games); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %s to %d games: got %v, want %q", c.alpha, c.lambda, c.games, err, c.want)
		}
	}
	// A config that was edited by hand is refused.
	cfg := tiny()
	cfg.Rate, _ = learn.ParseSchedule("exp:0.1:0.01")
	dir, _ := begunTo(t, cfg, 80)
	path := filepath.Join(dir, runfolder.ConfigFile)
	text := must.Get(os.ReadFile(path))(t)
	writeFile(t, path, strings.Replace(string(text), `"games": 150`, `"games": 400`, 1))
	if _, _, err := reopen(dir); err == nil || !strings.Contains(err.Error(), "it belongs to another run: games 150, want 400") {
		t.Errorf("an edited config: got %v", err)
	}
}

// The log contains the events of a run.
func TestLog(t *testing.T) {
	dir, _ := begunTo(t, tiny(), 80)
	resume(t, t.Context(), dir, Hooks{})
	f, trainer, err := reopen(dir)
	must.OK(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.Run(ctx, trainer, 1, Hooks{}); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	text := contents(t, dir)[filepath.Join(dir, runfolder.LogFile)]
	at := 0
	for _, want := range []string{`"begun"`, `"cpus":`, `"hidden":[10]`, `"checkpoint","number":64`, `"interrupted"`, `"resumed","games":`, `"done"`} {
		i := strings.Index(text[at:], want)
		if i < 0 {
			t.Fatalf("the log has no %s after %q:\n%s", want, text[:at], text)
		}
		at += i
	}
}
