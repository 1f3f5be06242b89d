package iterate

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
	"gammonlab/nets"
)

// checkGenerations checks the records of a run: the parents, the data of the
// training, and the best model.
func checkGenerations(t *testing.T, f *Folder) {
	done := must.Get(f.records())(t)
	if len(done) != 4 {
		t.Fatalf("%d generations, want 0 to 3", len(done))
	}
	best := parent{0, f.doc.StartDigest}
	seeds := map[uint64]bool{}
	for g, r := range done {
		if r.Parent != best {
			t.Errorf("generation %d has the parent %+v, want %+v", g, r.Parent, best)
		}
		if want := g == 1 || g == 3; r.Promoted != want {
			t.Errorf("generation %d promoted: %v, want %v", g, r.Promoted, want)
		}
		if g == 0 {
			continue
		}
		checkDatabases(t, f, g, map[string]bool{positionsFile: true, labelledFile: true})
		if r.Promoted {
			best = parent{g, r.Model}
		}
		for step, s := range r.Seeds {
			if seeds[s] != (step == Pubeval && g > 1) {
				t.Errorf("generation %d, %s: seed %d is that of another step: %v", g, step, s, seeds[s])
			}
			seeds[s] = true
		}
		if want := min(g, 2); len(r.Databases) != want || r.Databases[0].Generation != g {
			t.Errorf("generation %d is trained on %+v, want %d databases from its own on", g, r.Databases, want)
		}
		m := must.Get(nets.Load(f.model(g)))(t)
		if got := m.Provenance["parent"]; got != r.Parent.Model {
			t.Errorf("generation %d: the candidate says that it comes from %s, want %s", g, got, r.Parent.Model)
		}
		if g == 1 && r.Trained != r.Databases[0].SHA256 {
			t.Errorf("generation 1 was trained on %s, want %s", r.Trained, r.Databases[0].SHA256)
		}
	}
	m := must.Get(nets.Load(f.Best()))(t)
	if digest, _ := m.Digest(); digest != best.Model {
		t.Errorf("the best model has the digest %s, want %s", digest, best.Model)
	}
}

func TestShapes(t *testing.T) {
	if testing.Short() {
		t.Skip("short: takes whole runs")
	}
	part := func(p nets.Part, hidden ...int) nets.Shape {
		return nets.Shape{Part: p, Features: "perspective196", Hidden: hidden, Activations: []nets.Activation{nets.Sigmoid}}
	}
	for _, test := range []struct {
		name   string
		change func(c *Config)
		want   []string // shapes of the candidates of generations 1 and 2, or an error
	}{
		{"cold", func(c *Config) { c.Warm, c.Train.Nets = false, []nets.Shape{part(nets.All, 6)} }, []string{"196-6-5", "196-6-5"}},
		{"growing", func(c *Config) { c.Hidden = map[int]Layers{2: {onlyNet: "12"}} }, []string{"196-8-5", "196-12-5"}},
		{"classes", func(c *Config) {
			c.Train.Nets = []nets.Shape{part(nets.All, 8), part(nets.Contact, 9)}
		}, []string{"196-8-5 196-9-5", "196-8-5 196-9-5"}},
		{"shrinking", func(c *Config) { c.Hidden = map[int]Layers{2: {onlyNet: "4"}} }, []string{"generation 2: "}},
		{"growing classes", func(c *Config) {
			c.Hidden, c.Train.Nets = map[int]Layers{2: {onlyNet: "40"}}, []nets.Shape{part(nets.All, 8), part(nets.Contact, 9)}
		}, []string{"hidden layers without the name of a net need a model with one net, there are 2"}},
		{"cold without a class", func(c *Config) {
			c.Warm, c.Train.Nets = false, []nets.Shape{part(nets.Contact, 8)}
		}, []string{"train.nets, which must be complete without warm"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			cfg := tinyConfig()
			cfg.Generations, cfg.Train.Epochs, cfg.Promote.Always = 2, 1, true
			cfg.Measure = Measure{}
			test.change(&cfg)
			dir := t.TempDir()
			f, err := Create(dir, cfg, Setup{Start: startModel(t)})
			if len(test.want) == 1 {
				must.Fail(t, err, test.want[0])
				return
			}
			must.OK(t, err)
			must.OK(t, f.Run(t.Context(), Options{Workers: 2}))
			for g := 1; g <= 2; g++ {
				m := must.Get(nets.Load(f.model(g)))(t)
				var shapes []string
				for _, s := range nets.ShapesOf(m) {
					shapes = append(shapes, s.Spec().String())
				}
				if got := strings.Join(shapes, " "); got != test.want[g-1] {
					t.Errorf("generation %d trained %s, want %s", g, got, test.want[g-1])
				}
			}
		})
	}
}

// spoil changes a file of a run.
func spoil(t *testing.T, path, old, new string) {
	t.Helper()
	text := must.Get(os.ReadFile(path))(t)
	if !strings.Contains(string(text), old) {
		t.Fatalf("%s has no %q", path, old)
	}
	must.OK(t, os.WriteFile(path, []byte(strings.Replace(string(text), old, new, 1)), 0o666))
}

// TestRefusals resumes a run with changed files of its folder.
func TestRefusals(t *testing.T) {
	cfg := tinyConfig()
	cfg.Generations = 1
	two := func(dir string) { spoil(t, filepath.Join(dir, "config.json"), `"generations": 1`, `"generations": 2`) }
	whole := t.TempDir()
	mustRun(t, mustCreate(t, whole, cfg), options(1))
	for _, test := range []struct {
		name  string
		spoil func(dir string)
		want  string
	}{
		{"other settings", func(dir string) { spoil(t, filepath.Join(dir, "config.json"), `"window": 2`, `"window": 3`) },
			"was made with settings that differ"},
		{"another start", func(dir string) {
			m := startModel(t)
			m.Nets[nets.All].Params()[0]++
			must.OK(t, m.Save(filepath.Join(dir, startFile)))
		}, "has changed since the run began"},
		{"another candidate", func(dir string) {
			m := startModel(t)
			must.OK(t, m.Save(filepath.Join(dir, "generations/0001/train/model.safetensors")))
		}, "has changed since the end of generation 1"},
		{"another database", func(dir string) {
			two(dir)
			from, to := filepath.Join(dir, "generations/0001/positions.parquet"), filepath.Join(dir, "generations/0001/labelled.parquet")
			must.OK(t, os.Rename(from, to))
		}, "labelled.parquet has changed since it was made"},
		{"another generation's database", func(dir string) {
			two(dir)
			must.OK(t, os.MkdirAll(filepath.Join(dir, "generations/0002"), 0o777))
			from, to := filepath.Join(dir, "generations/0001/positions.parquet"), filepath.Join(dir, "generations/0002/positions.parquet")
			must.OK(t, os.Rename(from, to))
		}, "belongs to another run or was made with other settings"},
		{"another generation's training", func(dir string) {
			two(dir)
			if err := os.CopyFS(filepath.Join(dir, "generations/0002/train"), os.DirFS(filepath.Join(dir, "generations/0001/train"))); err != nil {
				t.Fatal(err)
			}
		}, "contains a run with other settings (from "},
		{"a record of another generation", func(dir string) {
			spoil(t, filepath.Join(dir, "generations/0001/generation.json"), `"generation": 1`, `"generation": 7`)
		}, "generation is 7, want 1"},
		{"half a measurement", func(dir string) {
			two(dir)
			must.OK(t, os.MkdirAll(filepath.Join(dir, "generations/0002"), 0o777))
			must.OK(t, os.WriteFile(filepath.Join(dir, "generations/0002/measured.json"), []byte("{"), 0o666))
		}, "measured.json: line 1: the JSON text is incomplete"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			must.OK(t, os.CopyFS(dir, os.DirFS(whole)))
			test.spoil(dir)
			f, err := Open(dir)
			if err == nil {
				err = f.Run(t.Context(), options(1))
			}
			must.Fail(t, err, test.want)
		})
	}
}

func TestCreateAndOpenRefuse(t *testing.T) {
	dir := t.TempDir()
	cfg := tinyConfig()
	must.Fail(t, must.Err(Open(dir)), "is not a run folder", "an empty folder")
	bench := filepath.Join(dir, "bench")
	cfg.Measure.Values = []string{bench}
	if _, err := Create(filepath.Join(dir, "run"), cfg, Setup{Start: startModel(t)}); err == nil || !strings.Contains(err.Error(), "measure.values: open") {
		t.Errorf("a benchmark that is not there: %v", err)
	}
	must.OK(t, os.WriteFile(bench, []byte("no database"), 0o666))
	f := mustCreate(t, filepath.Join(dir, "run"), cfg)
	must.Fail(t, f.Run(t.Context(), options(1)), "generation 0, values: "+bench, "a benchmark that is no database")
	if _, err := Create(f.Dir(), cfg, Setup{Start: startModel(t)}); err == nil || !strings.Contains(err.Error(), "holds a run already") {
		t.Errorf("a folder with a run: %v", err)
	}
	must.OK(t, os.WriteFile(bench, []byte("another file"), 0o666))
	must.Fail(t, must.Err(Open(f.Dir())), bench+" has changed since the run began", "another benchmark")
}

func TestOneProcessAtATime(t *testing.T) {
	f := mustCreate(t, t.TempDir(), tinyConfig())
	other := runfolder.New(f.Dir())
	must.OK(t, other.Lock())
	must.Fail(t, f.Run(t.Context(), options(1)), "another process is at work", "two at work in the same folder")
	other.Unlock()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.Run(ctx, options(1)); err == nil || strings.Contains(err.Error(), "another process") {
		t.Errorf("after the first has gone: %v", err)
	}
}
