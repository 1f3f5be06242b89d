package td

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gammonlab/engine"
	"gammonlab/internal/childtest"
	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
	"gammonlab/nets"
)

// measuredGames returns the games after which a run of the config is measured, by the same
// steps as a run.
func measuredGames(c *Config) []int64 {
	games := []int64{0}
	for at := int64(0); at < c.Games; games = append(games, at) {
		at = c.nextMeasurement(at)
	}
	return games
}

// By default a run has 20 measurements after the initial one, whatever its length; one after
// each update if there are fewer.
func TestTwentyMeasurements(t *testing.T) {
	for _, base := range []Config{tiny(), tinyBatch()} {
		base.ExactFrom = 0
		for _, games := range []int64{1, 7, 16, 100, 381, 400, 999, 1500, 8000, 8001, 54321, 100_000, 123_456, 300_000, 1e9 + 7} {
			base.Games = games
			base.BenchEvery = twentieth(games, 1)
			measured := measuredGames(&base)
			updates := (games + base.round() - 1) / base.round()
			if most, n := min(20, updates), int64(len(measured)-1); n > most || n < most && games > 20*(19+base.round()) {
				t.Errorf("%s, %d games: %d measurements, want %d", base.Update, games, n, most)
			}
			for _, at := range measured {
				if at != games && at%base.round() != 0 || !base.measuresAt(at) {
					t.Errorf("%s, %d games: measured after %d, which is no end of a round of %d", base.Update, games, at, base.round())
				}
			}
		}
	}
	// Between two measurements no end of a round is one.
	c := tiny()
	c.Games, c.BenchEvery = 1000, 150
	want := []int64{0, 152, 304, 456, 600, 752, 904, 1000}
	if got := measuredGames(&c); !slices.Equal(got, want) {
		t.Errorf("measured after %v, want %v", got, want)
	}
	for at := int64(0); at < c.Games; at += c.round() {
		if c.measuresAt(at) != slices.Contains(want, at) {
			t.Errorf("after %d games measured is %v", at, c.measuresAt(at))
		}
	}
	c.BenchEvery = 1<<63 - 1
	if got := measuredGames(&c); !slices.Equal(got, []int64{0, 1000}) {
		t.Errorf("rarely measured: after %v", got)
	}
}

// Measurements anywhere in a segment change neither the nets nor what the metrics say at the
// ends of segments.
func TestMeasuringChangesNothing(t *testing.T) {
	for _, update := range []Update{GamesUpdate, OnlineUpdate, BatchUpdate} {
		cfg := measured(update)
		cfg.BenchEvery = 0
		whole := filepath.Join(t.TempDir(), "run")
		begin(t, t.Context(), whole, cfg, Hooks{})
		want := must.Get(nets.Load(folderAt(whole).Model()))(t).Net(nets.Contact)
		points := must.Get(folderAt(whole).Metrics())(t)
		for _, every := range []int64{20, 50, 1000} {
			cfg.BenchEvery = every
			dir := filepath.Join(t.TempDir(), "run")
			begin(t, t.Context(), dir, cfg, Hooks{Measure: measure})
			what := fmt.Sprintf("%s, measured every %d games", update, every)
			wantSameNet(t, what, must.Get(nets.Load(folderAt(dir).Model()))(t).Net(nets.Contact), want)
			var benched []int64
			ends := slices.DeleteFunc(must.Get(folderAt(dir).Metrics())(t), func(p Point) bool {
				if p.Measurement != nil {
					benched = append(benched, p.Games)
				}
				return p.Games == 0 || p.Games%cfg.Checkpoint != 0 && p.Games != cfg.Games
			})
			if want := measuredGames(&cfg); !slices.Equal(benched, want) {
				t.Errorf("%s: measured after %v, want %v", what, benched, want)
			}
			for _, all := range [][]Point{points, ends} {
				for i := range all {
					all[i].GamesPerSecond, all[i].Measurement = 0, nil
				}
			}
			if got, want := fmt.Sprint(ends), fmt.Sprint(points); got != want {
				t.Errorf("%s: ends of segments\n%s\nwant\n%s", what, got, want)
			}
		}
	}
}

// The line of the initial weights has nothing but their measurement.
func TestStartLine(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	cfg := measured(GamesUpdate)
	trainer := mustNew(t, cfg)
	first := must.Get(measure(t.Context(), trainer.Model(), cfg.BenchGames))(t)
	first.Opponent = "pubeval"
	f := must.Get(Create(dir, trainer, engine.Endings{}))(t)
	var points []Point
	must.OK(t, f.Run(t.Context(), trainer, 1, Hooks{Measure: measure, Point: func(p Point) { points = append(points, p) }}))
	var lines []map[string]any
	must.OK(t, folderAt(dir).files.EachMetric(func(line []byte) error {
		var fields map[string]any
		err := json.Unmarshal(line, &fields)
		delete(fields, "wall_seconds")
		delete(fields, "cpu_seconds")
		lines = append(lines, fields)
		return err
	}))
	want := map[string]any{"games": 0., "positions": 0., "opponent": "pubeval", "bench_games": 10., "strength": first.PPG, "strength_low": first.PPGLow, "strength_high": first.PPGHigh}
	if got := fmt.Sprint(lines[0]); got != fmt.Sprint(want) {
		t.Errorf("got %s\nwant %v", got, want)
	}
	if len(points) != len(lines) || points[0].Games != 0 || *points[0].Measurement != *first {
		t.Errorf("%d points for %d lines, the first %+v", len(points), len(lines), points[0])
	}
}

// A run that would be measured needs the function that measures.
func TestNothingMeasures(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	trainer := mustNew(t, measured(GamesUpdate))
	f := must.Get(Create(dir, trainer, engine.Endings{}))(t)
	must.Fail(t, f.Run(t.Context(), trainer, 1, Hooks{}), "bench_every is 128 games, but nothing measures strength: set Hooks.Measure, or bench_every to 0")
	f, trainer, err := reopen(dir) // the folder was unlocked
	must.OK(t, err)
	must.OK(t, f.Run(t.Context(), trainer, 1, Hooks{Measure: measure}))
}

// Checkpoints after each round, also with workers that play on meanwhile, change nothing. The
// run resumes from each of them.
func TestCheckpointsByTime(t *testing.T) {
	for _, update := range []Update{GamesUpdate, OnlineUpdate, BatchUpdate} {
		cfg := measured(update)
		cfg.BenchEvery = 100
		want := uninterrupted(t, cfg, Hooks{Measure: measure})
		dir := filepath.Join(t.TempDir(), "run")
		f := must.Get(Create(dir, mustNew(t, cfg), engine.Endings{}))(t)
		f.Close()
		for step, rounds := cfg.round(), int64(1); ; rounds += 3 {
			f, trainer, err := reopen(dir)
			must.OK(t, err)
			f.files.Interval = 0
			stop, begun, saved := fmt.Errorf("after %d rounds", rounds), trainer.games, int64(0)
			err = f.Run(t.Context(), trainer, 2, Hooks{Progress: func(games int64) {
				saved = f.files.Reached()
				if before := max(games-step, begun); saved < before {
					t.Errorf("%s: after game %d the newest checkpoint is after %d, want %d", update, games, saved, before)
				}
			}, Measure: func(ctx context.Context, m *nets.Model, games int) (*Measurement, error) {
				if trainer.games > begun+rounds*step {
					return nil, stop
				}
				return measure(ctx, m, games)
			}})
			if err == nil {
				break
			}
			if err != stop {
				t.Fatal(err)
			}
		}
		if got := outcomeOf(t, dir); got != want {
			t.Errorf("%s: got %+v\nwant %+v", update, got, want)
		}
	}
}

// A run that is killed at random moments, again and again, goes on within its only segment.
func TestKilledAtRandomMoments(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, where TestCheckpointsByTime does the same in one process")
	}
	for _, name := range []string{"one segment", "one segment batch"} {
		want := uninterrupted(t, killed(name), Hooks{Measure: measure})
		dir := filepath.Join(t.TempDir(), "run")
		rng := rand.New(rand.NewPCG(1, 2))
		before, inside := int64(0), 0
		for range 8 {
			var moved time.Time // when the run first got beyond the last kill
			wait := time.Duration(rng.IntN(40_000)) * time.Microsecond
			childtest.Kill(t, childtest.Command(dir, name), func() bool {
				if moved.IsZero() && reached(dir, 1) && folderAt(dir).files.Reached() > before {
					moved = time.Now()
				}
				return !moved.IsZero() && time.Since(moved) >= wait
			})
			if now := folderAt(dir).files.Reached(); now > before && now < killed(name).Games {
				inside++
				before = now
			}
			if before > killed(name).Games*2/3 {
				break
			}
		}
		if inside < 2 {
			t.Errorf("%s: %d kills within the segment went beyond the last one, want more", name, inside)
		}
		resume(t, t.Context(), dir, Hooks{Measure: measure})
		if got := outcomeOf(t, dir); got != want {
			t.Errorf("%s: got  %+v\nwant %+v", name, got, want)
		}
	}
}

// Checkpoints of earlier versions do not say which lines the metrics have: one for each
// segment.
func TestMetricsOfOldCheckpoints(t *testing.T) {
	for _, c := range []struct {
		begun, games, lines int64
	}{{0, 0, 0}, {0, 16, 0}, {64, 64, 1}, {128, 144, 2}, {150, 150, 3}} {
		trainer := mustNew(t, tiny())
		must.OK(t, trainer.setSegment(&state{Begun: c.begun, Games: c.games}))
		if trainer.lines != c.lines || trainer.recorded != c.begun {
			t.Errorf("%+v: %d lines up to game %d", c, trainer.lines, trainer.recorded)
		}
	}
	must.Fail(t, mustNew(t, tiny()).setSegment(&state{Begun: 64, Games: 72, Lines: 2, Recorded: 80}), "its metrics cannot have 2 lines up to 80 games after 72 games")
	must.Fail(t, mustNew(t, tiny()).setSegment(&state{Begun: 64, Games: 72, Lines: -2}), "cannot have -2 lines")
}

// A run whose measurements an earlier version chose continues by the same command.
func TestSameWithOldMeasurements(t *testing.T) {
	old, now := tiny(), tiny()
	old.Games, now.Games = 1000, 1000
	old.BenchEvery, now.BenchEvery = 64, 50
	must.OK(t, old.Same(&now))
	must.Fail(t, now.Same(&old), "bench_every 50, want 64")
	now.BenchEvery = 51
	must.Fail(t, old.Same(&now), "bench_every 64, want 51")
}

// Lines of earlier versions have points per game against pubeval.
func TestMetricsOfEarlierVersions(t *testing.T) {
	f := must.Get(Create(filepath.Join(t.TempDir(), "run"), mustNew(t, tiny()), engine.Endings{}))(t)
	defer f.Close()
	must.OK(t, os.WriteFile(f.files.Path(runfolder.MetricsFile), []byte(
		`{"games":0,"positions":0,"bench_games":40,"pubeval_ppg":-2,"pubeval_ppg_low":-2.5,"pubeval_ppg_high":-1.5}`+"\n"+
			`{"games":64,"positions":900,"loss":0.5}`+"\n"+
			`{"games":150,"positions":1900,"opponent":"net:x","opponent_digest":"d","bench_games":8,"strength":1,"strength_low":0.5,"strength_high":1.5}`+"\n"), 0o666))
	points := must.Get(f.Metrics())(t)
	if len(points) != 3 || points[1].Measurement != nil || points[1].Loss != 0.5 ||
		*points[0].Measurement != (Measurement{Opponent: "pubeval", Bench: 40, PPG: -2, PPGLow: -2.5, PPGHigh: -1.5}) ||
		*points[2].Measurement != (Measurement{Opponent: "net:x", Digest: "d", Bench: 8, PPG: 1, PPGLow: 0.5, PPGHigh: 1.5}) {
		t.Errorf("got %+v", points)
	}
}
