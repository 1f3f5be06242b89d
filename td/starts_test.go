package td

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/start"
	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
	"gammonlab/nets"
)

// hyperPool are positions of hypergammon3 after the first plays.
func hyperPool() []board.Position {
	var all []board.Position
	start := board.Hypergammon3.Start()
	for _, roll := range board.Rolls {
		for _, play := range board.Plays(start, roll) {
			all = append(all, play.Result)
		}
	}
	return all
}

// beginFrom begins a run in the folder, from the starts.
func beginFrom(t *testing.T, ctx context.Context, dir string, cfg Config, starts *start.Positions, hooks Hooks) {
	t.Helper()
	trainer := mustNew(t, cfg)
	must.OK(t, trainer.SetStarts(starts))
	f := must.Get(Create(dir, trainer, engine.Endings{}))(t)
	if err := f.Run(ctx, trainer, 2, hooks); err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
}

// A run from pools with too many positions for the header of a model: model and
// config name the pools by digest and number of positions, and the run can be
// resumed.
func TestRunFromPools(t *testing.T) {
	var many []board.Position
	for len(many) < 60_000 {
		many = append(many, hyperPool()...)
	}
	for _, update := range []Update{GamesUpdate, BatchUpdate, OnlineUpdate} {
		cfg := tinyOf(update)
		starts := startsOf(t, &cfg, 0.25, many...)
		whole := filepath.Join(t.TempDir(), "whole")
		beginFrom(t, context.Background(), whole, cfg, starts, Hooks{})
		want := outcomeOf(t, whole) // which reads the model

		dir := filepath.Join(t.TempDir(), "run")
		ctx, cancel := context.WithCancel(context.Background())
		beginFrom(t, ctx, dir, cfg, starts, Hooks{Point: func(Point) { cancel() }})
		f, trainer, err := reopen(dir)
		must.OK(t, err)
		if got := f.Settings().StartFiles; len(got) != 1 || got[0] != "pool.txt" {
			t.Errorf("%s: the files are %q, want pool.txt", update, got)
		}
		if err := f.Run(context.Background(), trainer, 2, Hooks{}); err != errNoStarts {
			t.Errorf("%s: without its positions: got %v, want %v", update, err, errNoStarts)
		}
		must.OK(t, trainer.SetStarts(starts))
		must.OK(t, f.Run(context.Background(), trainer, 1, Hooks{}))
		if got := outcomeOf(t, dir); got != want {
			t.Errorf("%s: resumed: got  %+v\nwant %+v", update, got, want)
		}
		model := must.Get(nets.Load(f.Model()))(t)
		for what, text := range map[string]string{
			"model": model.Provenance["config"], "config.json": contents(t, dir)[f.files.Path(runfolder.ConfigFile)],
		} {
			if len(text) > 2000 || !strings.Contains(text, starts.IDs()[0].SHA256) || !strings.Contains(text, "60") {
				t.Errorf("%s: the config in %s has %d bytes, want the pool by its digest and count alone:\n%.2000s", update, what, len(text), text)
			}
		}
	}
}

// The starts of games have an effect on the trained net.
func TestStartsHaveEffects(t *testing.T) {
	digests := map[string]bool{}
	for _, opening := range []float64{-1, 0, 0.5} { // -1 without a pool
		cfg := tiny()
		trainer := mustNew(t, cfg)
		if opening >= 0 {
			starts := startsOf(t, &cfg, opening, hyperPool()...)
			trainer = mustNew(t, cfg)
			must.OK(t, trainer.SetStarts(starts))
		}
		train(t, trainer, 1)
		digest := must.Get(nets.NewModel(trainer.Net(), trainer.variant).Digest())(t)
		digests[digest] = true
	}
	if len(digests) != 3 {
		t.Errorf("%d different nets, want 3", len(digests))
	}
}

func TestSetStartsRefuses(t *testing.T) {
	cfg := tiny()
	pool := hyperPool()
	startsOf(t, &cfg, 0.25, pool...)
	trainer := mustNew(t, cfg)
	pools := func(opening float64, pools ...start.Pool) *start.Positions {
		return must.Get(start.New(board.Hypergammon3, opening, pools...))(t)
	}
	for _, test := range []struct {
		starts *start.Positions
		want   string
	}{
		{start.Opening(board.Backgammon), "the start positions are for backgammon, the run is for hypergammon3"},
		{start.Opening(board.Hypergammon3), "0 pools of positions, want 1"},
		{pools(0.25, start.Pool{Name: "moved.txt", Weight: 1, Positions: pool[1:]}), "moved.txt holds"},
		{pools(0.25, start.Pool{Name: "same.txt", Weight: 2, Positions: pool}), "same.txt holds"},
		{pools(0.5, start.Pool{Name: "same.txt", Weight: 1, Positions: pool}), "the share of games from the opening is 0.5, the run has 0.25"},
	} {
		must.Fail(t, trainer.SetStarts(test.starts), test.want)
		if err := trainer.Segment(t.Context(), 1, nil); err != errNoStarts {
			t.Errorf("%s: after a refusal: got %v, want %v", test.want, err, errNoStarts)
		}
	}
	dir := filepath.Join(t.TempDir(), "run")
	if _, err := Create(dir, trainer, engine.Endings{}); err != errNoStarts {
		t.Errorf("a folder without the positions: got %v, want %v", err, errNoStarts)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the refusal has left a folder")
	}
	if err := trainer.SetStarts(pools(0.25, start.Pool{Name: "elsewhere.txt", Weight: 1, Positions: pool})); err != nil {
		t.Errorf("the same positions from another file: %v", err)
	}
}

// Damaged starts are refused with the reason.
func TestPoolsOfConfigs(t *testing.T) {
	for text, want := range map[string]string{
		`[{"weight":1,"positions":3,"md5":"x"}]`: `unknown field "md5"`,
		`{"weight":1}`:                           "object",
	} {
		dir := filepath.Join(t.TempDir(), "run")
		begin(t, context.Background(), dir, tiny(), Hooks{})
		config := folderAt(dir).files.Path(runfolder.ConfigFile)
		writeFile(t, config, strings.Replace(contents(t, dir)[config], `"update"`, `"starts":`+text+`,"update"`, 1))
		if _, _, err := reopen(dir); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), config) {
			t.Errorf("%s: Open: got %v, want %q and the file", text, err, want)
		}
	}
	dir := filepath.Join(t.TempDir(), "run")
	begin(t, context.Background(), dir, tiny(), Hooks{})
	config := folderAt(dir).files.Path(runfolder.ConfigFile)
	writeFile(t, config, strings.Replace(contents(t, dir)[config], `"update"`, `"starts":[{"weight":1,"positions":3,"sha256":"x"}],"update"`, 1))
	if _, _, err := reopen(dir); err == nil || !strings.Contains(err.Error(), "0 start_files, want one for each of the 1 starts") {
		t.Errorf("a pool without a file: got %v", err)
	}
}

// Without pools every game begins with the opening, and the config says nothing of it.
func TestNoStarts(t *testing.T) {
	c := Config{Starts: []start.PoolID{{Weight: 1, Positions: 1}}, Opening: 0.5}
	c.SetStarts(start.Opening(board.Backgammon))
	if c.Starts != nil || c.Opening != 0 {
		t.Errorf("%v, opening %v", c.Starts, c.Opening)
	}
}
