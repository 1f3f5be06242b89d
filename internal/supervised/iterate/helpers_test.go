package iterate

import (
	"context"
	"gammonlab/datasets/generate"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/runfolder/runfoldertest"
	"gammonlab/internal/seed"
	"gammonlab/nets"
)

// startModel returns a small trained net, 196-8-5.
func startModel(t *testing.T) *nets.Model {
	t.Helper()
	return must.Get(nets.Load("../../../cmd/gammonlab/testdata/tiny.safetensors"))(t)
}

// tinyConfig is a run of seconds. With [drawnMatch] it promotes the candidates of
// generations 1 and 3.
func tinyConfig() Config {
	cfg := DefaultConfig()
	cfg.Generations, cfg.Window, cfg.Seed = 3, 2, 17
	cfg.Generate = Generate{Selection: generate.Selection{Positions: 150, PerGame: 10}, Play: generate.Play{Noise: 0.02, RandomPlies: generate.Range{To: 2}}}
	cfg.Train.Epochs, cfg.Train.Batch, cfg.Train.Checkpoint, cfg.Train.Holdout = 3, 32, 2, 0.2
	cfg.Measure = Measure{Games: 2500, PubevalGames: 1004}
	cfg.Promote.Sigmas = 0
	return cfg
}

// drawnMatch replaces a match by scores that follow from the seed, so that the
// same candidates are promoted on every machine.
func drawnMatch(ctx context.Context, m Match) (Played, error) {
	var played Played
	rng := rand.New(seed.Stream(m.Seed, 0))
	for range m.Games / 2 {
		points := rng.IntN(7) - 3
		played.Pairs[evenPair+points]++
		if m.Luck != nil {
			played.Adjusted = append(played.Adjusted, float64(points)/20+rng.Float64()/100)
		}
	}
	return played, ctx.Err()
}

func options(workers int) Options { return Options{Workers: workers, Match: drawnMatch} }

// mustCreate makes the folder of a run.
func mustCreate(t *testing.T, dir string, cfg Config) *Folder {
	t.Helper()
	return must.Get(Create(dir, cfg, Setup{Start: startModel(t)}))(t)
}

// mustRun runs to the end and returns the results.
func mustRun(t *testing.T, f *Folder, o Options) map[string]string {
	t.Helper()
	must.OK(t, f.Run(t.Context(), o))
	return results(t, f)
}

// results returns the contents of the result files.
func results(t *testing.T, f *Folder) map[string]string {
	t.Helper()
	all := map[string]string{}
	names := []string{bestFile, "metrics.jsonl"}
	for g := range f.Config().Generations + 1 {
		for _, name := range []string{recordFile, measuredFile} {
			path := must.Get(filepath.Rel(f.Dir(), filepath.Join(f.generationDir(g), name)))(t)
			names = append(names, path)
		}
	}
	for _, name := range names {
		text := must.Get(os.ReadFile(filepath.Join(f.Dir(), name)))(t)
		all[name] = runfoldertest.WithoutElapsed(string(text))
	}
	return all
}
