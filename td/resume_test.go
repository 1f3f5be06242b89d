package td

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gammonlab/engine"
	"gammonlab/internal/childtest"
	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
	"gammonlab/nets"
)

// measured is a run of five segments that measures its strength.
func measured(update Update) Config {
	cfg := tinyOf(update)
	cfg.Games = 300
	cfg.BenchEvery, cfg.BenchGames = 128, 10
	if update == BatchUpdate {
		cfg.ExactFrom = 272
	}
	return cfg
}

// measure is a measurement that follows from the weights alone.
func measure(_ context.Context, m *nets.Model, games int) (*Measurement, error) {
	ppg := float64(m.Net(nets.Contact).Params()[0])
	return &Measurement{Bench: games, PPG: ppg, PPGLow: ppg - 0.1, PPGHigh: ppg + 1./3}, nil
}

// TestInterruptedRun cancels runs at many moments, some of them twice, and
// compares their results with those of an uninterrupted run.
func TestInterruptedRun(t *testing.T) {
	for _, update := range []Update{GamesUpdate, OnlineUpdate, BatchUpdate} {
		cfg := measured(update)
		whole := filepath.Join(t.TempDir(), "run")
		begin(t, context.Background(), whole, cfg, Hooks{Measure: measure})
		want := outcomeOf(t, whole)
		moments := [][]int64{{1}, {130, 200}, {257}, {60}, {64}, {65}, {128}, {192, 193}, {1, 65, 129, 193, 257}, {299}}
		if testing.Short() {
			moments = moments[:3]
		}
		for _, moments := range moments {
			t.Run(fmt.Sprintf("%s/after=%v", update, moments), func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "run")
				for i, moment := range moments {
					ctx, cancel := context.WithCancel(context.Background())
					hooks := Hooks{Measure: measure, Progress: func(games int64) {
						if games >= moment {
							cancel()
						}
					}}
					if i == 0 {
						begin(t, ctx, dir, cfg, hooks)
					} else {
						resume(t, ctx, dir, hooks)
					}
					cancel()
					if got := folderAt(dir).files.Reached(); got < moment {
						t.Errorf("interrupted after game %d: kept up to game %d", moment, got)
					}
				}
				resume(t, context.Background(), dir, Hooks{Measure: measure})
				if got := outcomeOf(t, dir); got != want {
					t.Errorf("got  %+v\nwant %+v", got, want)
				}
				if got, want := modelNames(t, dir), modelNames(t, whole); !slices.Equal(got, want) {
					t.Errorf("models %q, want %q", got, want)
				}
			})
		}
	}
}

// A run that is cancelled while it measures or between segments loses nothing
// either.
func TestInterruptedBetweenSegments(t *testing.T) {
	cfg := measured(GamesUpdate)
	want := uninterrupted(t, cfg, Hooks{Measure: measure})
	for _, when := range []string{"measure", "point"} {
		t.Run(when, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "run")
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			hooks := Hooks{Measure: measure}
			if when == "measure" {
				first := true
				hooks.Measure = func(ctx context.Context, m *nets.Model, games int) (*Measurement, error) {
					if first {
						first = false
						return measure(ctx, m, games)
					}
					cancel()
					return nil, ctx.Err()
				}
			} else {
				hooks.Point = func(p Point) {
					if p.Games > 0 {
						cancel()
					}
				}
			}
			begin(t, ctx, dir, cfg, hooks)
			if _, err := os.Stat(folderAt(dir).Model()); err == nil {
				t.Error("an interrupted run has a model")
			}
			if got, want := folderAt(dir).files.Reached(), map[string]int64{"measure": 128, "point": 64}[when]; got != want {
				t.Errorf("kept up to game %d, want %d", got, want)
			}
			resume(t, context.Background(), dir, Hooks{Measure: measure})
			if got := outcomeOf(t, dir); got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}

// TestInterruptedWrites resumes folders in the states that a kill between two
// writes leaves.
func TestInterruptedWrites(t *testing.T) {
	cfg := tiny()
	want := uninterrupted(t, cfg, Hooks{})
	first := "" // checkpoint
	checkpoint := func(dir string, games int64) string { return folderAt(dir).files.CheckpointPath(games) }
	for name, spoil := range map[string]func(t *testing.T, dir string){
		"nothing": func(*testing.T, string) {},
		"metrics line cut off": func(t *testing.T, dir string) {
			appendFile(t, filepath.Join(dir, runfolder.MetricsFile), `{"games":128,"posi`)
		},
		"metrics without checkpoint": func(t *testing.T, dir string) {
			appendFile(t, filepath.Join(dir, runfolder.MetricsFile), `{"games":128,"positions":1,"loss":2}`+"\n")
		},
		"temporary file left": func(t *testing.T, dir string) {
			writeFile(t, filepath.Join(dir, runfolder.CheckpointDir, ".000000000128.safetensors.1-0.tmp"), "half a checkp")
			writeFile(t, filepath.Join(dir, ".model.safetensors.1-0.tmp"), "")
		},
		"killed before the first metrics": func(t *testing.T, dir string) {
			for _, path := range []string{filepath.Join(dir, runfolder.MetricsFile), checkpoint(dir, 64)} {
				must.OK(t, os.Remove(path))
			}
			writeFile(t, checkpoint(dir, 0), first)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "run")
			ctx, cancel := context.WithCancel(context.Background())
			begin(t, ctx, dir, cfg, Hooks{Point: func(Point) { cancel() }, Progress: func(int64) {
				if first == "" {
					first = contents(t, dir)[checkpoint(dir, 0)]
				}
			}})
			names := []string{"000000000000.safetensors", "000000000064.checkpoint", "000000000064.safetensors"}
			if got := checkpointNames(t, dir); !slices.Equal(got, names) {
				t.Fatalf("checkpoints %q, want %q", got, names)
			}
			spoil(t, dir)
			resume(t, context.Background(), dir, Hooks{})
			if got := outcomeOf(t, dir); got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}

// A finished run can be opened; running it writes the same model again.
func TestFinishedRun(t *testing.T) {
	cfg := measured(GamesUpdate)
	dir := filepath.Join(t.TempDir(), "run")
	begin(t, context.Background(), dir, cfg, Hooks{Measure: measure})
	want := outcomeOf(t, dir)
	f, trainer, err := reopen(dir)
	must.OK(t, err)
	if !trainer.Done() || f.files.Reached() != cfg.Games {
		t.Errorf("done %v after %d games", trainer.Done(), f.files.Reached())
	}
	must.OK(t, os.Remove(f.Model()))
	must.OK(t, f.Run(context.Background(), trainer, 1, Hooks{Measure: measure}))
	if got := outcomeOf(t, dir); got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestMain(m *testing.M) { childtest.Main(m, trainSlowly) }

// trainSlowly begins or continues the run in the folder of the first word, with updates of
// the form of the second, until it is killed. Checkpoints are always due.
func trainSlowly(words []string) error {
	cfg := killed(words[1])
	f, trainer, err := reopen(words[0])
	if errors.Is(err, fs.ErrNotExist) {
		if trainer, err = New(cfg); err == nil {
			f, err = Create(words[0], trainer, engine.Endings{})
		}
	}
	if err != nil {
		return err
	}
	f.files.Interval = 0
	slowly := func(games int64) {
		time.Sleep(time.Millisecond)
		if games == cfg.Games {
			time.Sleep(time.Hour) // until it is killed
		}
	}
	return f.Run(context.Background(), trainer, 2, Hooks{Progress: slowly, Measure: measure})
}

// killed is the run that the child trains: one of the updates, "classes", the batch update of
// several nets, or "one segment", maybe with the update, which the run does not end.
func killed(name string) Config {
	if name == "classes" {
		cfg := killed(string(BatchUpdate))
		cfg.SetShapes(classes())
		return cfg
	}
	if update, ok := strings.CutPrefix(name, "one segment"); ok {
		cfg := killed(cmp.Or(strings.TrimSpace(update), string(GamesUpdate)))
		cfg.Checkpoint = 1 << 20
		return cfg
	}
	cfg := measured(Update(name))
	cfg.Games, cfg.Checkpoint, cfg.BenchEvery = 600, 24, 48
	if cfg.Update == BatchUpdate {
		cfg.Games, cfg.RoundGames, cfg.ExactFrom = 240, 8, 200
	}
	return cfg
}

// TestKilledRun kills a process that trains, with a signal that it cannot
// catch, and resumes its run.
func TestKilledRun(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, where TestWorkersGiveTheSameNet shares work among goroutines")
	}
	for _, name := range []string{string(GamesUpdate), string(BatchUpdate), "classes"} {
		want := uninterrupted(t, killed(name), Hooks{Measure: measure})
		for _, lines := range []int{0, 2, 7} {
			t.Run(fmt.Sprintf("%s/metrics=%d", name, lines), func(t *testing.T) {
				killAndResume(t, name, lines, want)
			})
		}
	}
}

// killAndResume kills a run after a number of lines of metrics, and resumes it.
func killAndResume(t *testing.T, name string, lines int, want outcome) {
	dir := filepath.Join(t.TempDir(), "run")
	childtest.Kill(t, childtest.Command(dir, name), func() bool { return reached(dir, lines) })
	resume(t, context.Background(), dir, Hooks{Measure: measure})
	if got := outcomeOf(t, dir); got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// reached reports whether a run has a config and a number of lines of metrics.
func reached(dir string, lines int) bool {
	if _, err := os.Stat(filepath.Join(dir, runfolder.ConfigFile)); err != nil {
		return false
	}
	text, err := os.ReadFile(filepath.Join(dir, runfolder.MetricsFile))
	return lines == 0 || err == nil && strings.Count(string(text), "\n") >= lines
}

// TestCheckpointsKept checks the files that a run keeps: the models at its
// beginning, at its measurements and at its end; the newest checkpoint, and the
// one before it if the run ends inside a segment.
func TestCheckpointsKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	begin(t, context.Background(), dir, measured(GamesUpdate), Hooks{Measure: measure})
	want := []string{"000000000000.safetensors", "000000000128.safetensors", "000000000256.checkpoint", "000000000256.safetensors",
		"000000000300.checkpoint", "000000000300.safetensors"}
	if got := checkpointNames(t, dir); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	points := must.Get(folderAt(dir).Metrics())(t)
	var games, benched []int64
	for _, p := range points {
		games = append(games, p.Games)
		if p.Measurement != nil {
			benched = append(benched, p.Games)
		}
	}
	if !slices.Equal(games, []int64{0, 64, 128, 192, 256, 300}) || !slices.Equal(benched, []int64{0, 128, 256, 300}) {
		t.Errorf("points after %v games, measured after %v", games, benched)
	}
}

// The provenance of the model has the settings and the measured strength.
func TestModelProvenance(t *testing.T) {
	cfg := measured(GamesUpdate)
	dir := filepath.Join(t.TempDir(), "run")
	begin(t, context.Background(), dir, cfg, Hooks{Measure: measure})
	m := must.Get(nets.Load(folderAt(dir).Model()))(t)
	last, _ := measure(context.Background(), m, cfg.BenchGames)
	for key, want := range map[string]string{
		"games":             "300",
		"measured_opponent": "pubeval",
		"measured_games":    "10",
		"measured_ppg":      fmt.Sprintf("%.4f", last.PPG),
		"measured_ppg_low":  fmt.Sprintf("%.4f", last.PPGLow),
		"measured_ppg_high": fmt.Sprintf("%.4f", last.PPGHigh),
	} {
		if got := m.Provenance[key]; got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	for key, value := range m.Provenance {
		if strings.Contains(value, dir) || strings.Contains(key, "worker") || strings.Contains(key, "time") {
			t.Errorf("provenance %s = %q differs between equal runs", key, value)
		}
	}
	if m.Variant.String() != cfg.Variant {
		t.Errorf("variant %v, want %s", m.Variant, cfg.Variant)
	}
}
