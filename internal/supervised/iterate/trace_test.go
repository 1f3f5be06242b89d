package iterate

import (
	"context"
	"errors"
	"gammonlab/board"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/datasets"
	"gammonlab/datasets/generate"
	"gammonlab/engine"
	"gammonlab/internal/longtest"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/supervised"
)

// tracedConfig is a run of seconds with all options that [tinyConfig] lacks.
// With [drawnMatch] it promotes the candidates of generations 1 and 3, and the
// third has grown.
func tracedConfig(t *testing.T) Config {
	t.Helper()
	list := filepath.Join(t.TempDir(), "list.txt")
	must.OK(t, os.WriteFile(list, []byte("4HPwATDgc/ABMA\n# a comment\n4HPhASjgc/ABMA\n"), 0o666))
	cfg := tinyConfig()
	cfg.Seed = 11 // which promotes
	cfg.Generate = Generate{Play: generate.Play{Games: 12}, Trace: generate.Trace{
		Lambda: &generate.Lambda{Rest: 0.7}, Prune: true, Alternatives: generate.Alternatives{Sieve: engine.Sieve{Most: 1, Margin: 0.01}},
	}}
	cfg.Label = nil
	cfg.Pools = &Pools{
		Opening: 0.5, Every: 2,
		Make: []Pool{
			{Name: "odd", Weight: 1, Generate: Generate{Play: generate.Play{RandomPlies: generate.Range{From: 2, To: 20}}, Selection: generate.Selection{Odd: true, Positions: 20}}},
			{Name: "held", Weight: 0.5, Generate: Generate{Selection: generate.Selection{Kinds: generate.Kinds{board.Backgame, board.Stuck}, PerGame: 4, Positions: 20}}, Starts: []string{"odd"}, Opening: 0.1},
		},
		Files: []PoolFile{{list, 0.25}},
	}
	cfg.Grow = &Grow{After: 1, To: []Layers{{onlyNet: "4"}}} // not larger, so that it must be fresh
	cfg.Fresh = true
	cfg.Prune = &Prune{Positions: 1000, Epochs: 1, Hidden: "2"}
	cfg.Measure = Measure{Games: 1600, StartGames: 20, PubevalGames: 20, Luck: luckOfBest}
	cfg.KeepDatabases = false
	return cfg
}

// TestTracedRun compares a run without interruption with other runs of the same
// settings.
func TestTracedRun(t *testing.T) {
	if testing.Short() {
		t.Skip("short: takes whole runs")
	}
	cfg := tracedConfig(t)
	whole := mustCreate(t, t.TempDir(), cfg)
	want := mustRun(t, whole, options(2))
	checkTraced(t, whole)
	sameResults(t, "interrupted run", results(t, interrupted(t, cfg, []Step{Pooling, Generating, Training, Pruning, Playing})), want)
	cfg.KeepDatabases = true
	sameResults(t, "with all databases, 1 worker", mustRun(t, mustCreate(t, t.TempDir(), cfg), options(1)), want)
}

// Games of a generation begin at positions of a pool, drawn by the weights of
// the pool.
func TestWeightedPool(t *testing.T) {
	cfg := tinyConfig()
	cfg.Generate = Generate{Play: generate.Play{Games: 5}}
	cfg.Pools = &Pools{Make: []Pool{{Name: "hard", Weight: 1, PositionWeights: generate.InformativeWeights, Generate: Generate{Selection: generate.Selection{Informative: new(engine.Equity(0.01)), Positions: 20}}}}}
	f := mustCreate(t, t.TempDir(), cfg)
	ctx, cancel := context.WithCancel(t.Context())
	o := options(2)
	o.Begin = func(_ int, step Step) func(done, total int64) {
		if step == Labelling {
			cancel()
		}
		return func(done, total int64) {}
	}
	if err := f.Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v, want %v", err, context.Canceled)
	}
	pool := must.Get(datasets.Open(filepath.Join(f.generationDir(1), poolFile("hard"))))(t)
	defer pool.Close()
	made := must.Get(datasets.Open(filepath.Join(f.generationDir(1), positionsFile)))(t)
	defer made.Close()
	if got := made.Meta().Provenance["starts"]; !pool.Weighted() || made.Weighted() || !strings.Contains(got, "1 of 20 weighted positions") {
		t.Errorf("weights of the pool: %t, of the games' positions: %t; games began with %q", pool.Weighted(), made.Weighted(), got)
	}
}

// checkTraced checks the records of the run and its files.
func checkTraced(t *testing.T, f *Folder) {
	t.Helper()
	done := must.Get(f.records())(t)
	layers := []string{"", "196-8-5", "196-8-5", "196-4-5"}
	for g, r := range done {
		if m := must.Get(nets.Load(f.model(g)))(t); !engine.NewStatic(m, nil).Prunes() || must.Get(m.Digest())(t) != r.Model {
			t.Errorf("generation %d: the model %s has pruning nets: %v", g, r.Model, engine.NewStatic(m, nil).Prunes())
		}
		if g == 0 {
			continue
		}
		if want := []int{0, 1, 1, 3}[g]; len(r.Pools) != 2 || r.Pools[0].Generation != want || r.Pools[0].Rows != 20 {
			t.Errorf("generation %d: pools %+v, want two of generation %d", g, r.Pools, want)
		}
		if r.Games != 12 || r.Positions < 100 || len(r.Nets) != 1 || r.Nets[0].Layers != layers[g] || r.Nets[0].Contact == nil {
			t.Errorf("generation %d: %d games, %d positions, nets %+v, want 12 games and %s", g, r.Games, r.Positions, r.Nets, layers[g])
		}
		if s := r.Match; s.Adjusted == nil || s.Adjusted.StdErr >= s.StdErr/5 || r.Promoted != (s.Adjusted.PPG > 0) || r.Start.Games != 20 {
			t.Errorf("generation %d: match %+v, without luck %+v, promoted %v", g, s.Estimate, s.Adjusted, r.Promoted)
		}
		if want := g == 1 || g == 3; r.Promoted != want {
			t.Errorf("generation %d promoted: %v, want %v", g, r.Promoted, want)
		}
		checkDatabases(t, f, g, map[string]bool{labelledFile: g > 1, "pools/odd.parquet": g == 3, "pools/held.parquet": g == 3})
	}
	checkTracedRows(t, f, done)
	times := must.Get(f.Timings())(t)
	for _, step := range []Step{Pooling, Generating, Training, Pruning, Playing, Starting, Pubeval} {
		if !slices.ContainsFunc(times, func(w Timing) bool { return w.Generation == 3 && w.Step == step && w.Wall > 0 }) {
			t.Errorf("generation 3: no time of step %s in %+v", step, times)
		}
	}
}

// checkTracedRows checks that the labels are those of the best net, and that games
// began in the pools.
func checkTracedRows(t *testing.T, f *Folder, done []*record) {
	t.Helper()
	file := must.Get(datasets.Open(f.labelled(3)))(t)
	defer file.Close()
	if got := file.Meta().Provenance["starts"]; !strings.Contains(got, "opening 0.5") || strings.Count(got, "sha256") != 3 {
		t.Errorf("games began with %q, want the opening and three pools", got)
	}
	row, err := file.Read()
	if err != nil || row.Method != datasets.Trace || row.Labeller != done[3].Parent.Model || done[3].Parent.Generation != 1 {
		t.Errorf("row %+v (%v), want one labelled by %+v", row, err, done[3].Parent)
	}
}

// TestPruningNetsEvery has every second candidate keep the pruning nets of the best net;
// the pruning nets of the others are trained on the labelled positions.
func TestPruningNetsEvery(t *testing.T) {
	longtest.Skip(t, "TestTracedRun trains pruning nets")
	cfg := tracedConfig(t)
	cfg.Generations, cfg.Promote.Always, cfg.Measure, cfg.Grow, cfg.Generate.Games = 3, true, Measure{}, nil, 400
	cfg.Prune.Every, cfg.Prune.Labelled = 2, true
	f := mustCreate(t, t.TempDir(), cfg)
	must.OK(t, f.Run(t.Context(), options(2)))
	done := must.Get(f.records())(t)
	var models []*nets.Model
	for g, r := range done {
		models = append(models, must.Get(nets.Load(f.model(g)))(t))
		if got := must.Get(models[g].Digest())(t); got != r.Model {
			t.Errorf("generation %d: the model is %s, want %s", g, got, r.Model)
		}
	}
	for g, kept := range map[int]bool{1: false, 2: true, 3: false} {
		same := slices.Equal(models[g].Nets[nets.PruningContact].Params(), models[g-1].Nets[nets.PruningContact].Params())
		if data := models[g].Provenance["data"]; same != kept || !kept && data != done[g].Databases[0].SHA256 {
			t.Errorf("generation %d keeps the pruning net of the one before: %v, want %v; it learned from %q", g, same, kept, data)
		}
	}
}

// TestLuckByAnotherModel keeps the model in the folder and plays with it.
func TestLuckByAnotherModel(t *testing.T) {
	cfg := tinyConfig()
	cfg.Generations, cfg.Measure.Luck = 1, "judge.safetensors"
	judge := startModel(t)
	judge.Nets[nets.All].Params()[0]++
	dir := t.TempDir()
	if _, err := Create(dir, cfg, Setup{Start: startModel(t)}); err == nil || !strings.Contains(err.Error(), `measure.luck is "judge.safetensors", but no model is given`) {
		t.Errorf("without the model: %v", err)
	}
	must.Get(Create(dir, cfg, Setup{Start: startModel(t), Luck: judge}))(t)
	f := must.Get(Open(dir))(t)
	o, asked := options(2), 0
	o.Match = func(ctx context.Context, m Match) (Played, error) {
		asked++
		if must.Get(m.Luck.Digest())(t) != must.Get(judge.Digest())(t) {
			t.Error("the luck is that of another model")
		}
		return drawnMatch(ctx, m)
	}
	mustRun(t, f, o)
	if asked == 0 {
		t.Error("no match was played")
	}
	must.OK(t, startModel(t).Save(filepath.Join(dir, luckFile)))
	must.Fail(t, must.Err(Open(dir)), luckFile+" has changed since the run began", "another model")
}

// TestNetsByClass begins with one net, which nets by class replace; those of
// another shape begin with random weights.
func TestNetsByClass(t *testing.T) {
	if testing.Short() {
		t.Skip("short: takes whole runs")
	}
	cfg := tracedConfig(t)
	cfg.Generations, cfg.Promote.Always, cfg.Measure, cfg.Grow = 3, true, Measure{}, nil
	cfg.Generate.Prune, cfg.Prune, cfg.Generate.Games = false, nil, 60
	for _, part := range []nets.Part{nets.Race, nets.Crashed, nets.Contact} {
		cfg.Train.Nets = append(cfg.Train.Nets, nets.Shape{
			Part: part, Features: "perspective196", Hidden: []int{4, 6}, Activations: []nets.Activation{nets.ReLU, nets.ReLU},
		})
	}
	cfg.Hidden = map[int]Layers{3: {nets.Contact: "9-6-3"}}
	f := mustCreate(t, t.TempDir(), cfg)
	must.OK(t, f.Run(t.Context(), options(2)))
	for g, want := range map[int]string{1: "196-4-6-5 196-4-6-5 196-4-6-5", 2: "196-4-6-5 196-4-6-5 196-4-6-5", 3: "196-4-6-5 196-4-6-5 196-9-6-3-5"} {
		m := must.Get(nets.Load(f.model(g)))(t)
		var got []string
		for _, s := range nets.ShapesOf(m) {
			spec := s.Spec()
			got = append(got, spec.String())
		}
		if strings.Join(got, " ") != want || m.Nets[nets.All] != nil {
			t.Errorf("generation %d trained %s, want %s alone", g, got, want)
		}
		folder := must.Get(supervised.Open(filepath.Join(f.generationDir(g), trainDir)))(t)
		config := folder.Config()
		for _, s := range config.Nets {
			if fresh := g == 1 || g == 3 && s.Part == nets.Contact; s.Fresh != fresh {
				t.Errorf("generation %d: the net for %s is fresh: %v, want %v", g, s.Part, s.Fresh, fresh)
			}
		}
	}
}
