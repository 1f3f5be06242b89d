package td

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
	"gammonlab/nets"
)

// Nets that form no model are refused before anything is trained.
func TestNetsRefused(t *testing.T) {
	with := func(change func(s *nets.Shape)) func(*Config) {
		return func(c *Config) {
			for i := range c.Nets {
				if c.Nets[i].Part == nets.PruningContact {
					change(&c.Nets[i])
				}
			}
		}
	}
	for _, test := range []struct {
		change func(c *Config)
		want   string
	}{
		{func(c *Config) { c.Nets = only(nets.Race, nets.Contact) }, "the model has no net for positions of class crashed"},
		{func(c *Config) { c.Nets = only(nets.PruningContact) }, "the model has no net for positions of class race"},
		{func(c *Config) { c.Nets = []nets.Shape{} }, "nets is empty"},
		{func(c *Config) { c.Nets = append(c.Nets, c.Nets[0]) }, "nets.4.part is race, which an earlier net has"},
		{with(func(s *nets.Shape) { s.Part = "contract" }), `nets.2.part is "contract", want one of [all race crashed contact`},
		{with(func(s *nets.Shape) { s.Part = nets.All }), "the net for all would never be used: each class has its own"},
		{with(func(s *nets.Shape) { s.Features = "gnubg-contact250" }), "nets.2.features is gnubg-contact250@2, whose inputs are not additive"},
		{with(func(s *nets.Shape) { s.Features = "raw" }), `unknown set "raw"`},
		{with(func(s *nets.Shape) { s.Hidden = nil }), "nets.2.hidden has 0 layers, want 1 to 16 (net for pruning-contact)"},
		{with(func(s *nets.Shape) { s.Activations = append(s.Activations, nets.ReLU) }), "nets.2.activation has 2 activations for 1 hidden layers"},
		{with(func(s *nets.Shape) { s.Head = nets.GnubgSigmoid }), "net for pruning-contact has the head gnubg-sigmoid, that for race of the same model has sigmoid"},
		{with(func(s *nets.Shape) { s.Part = nets.PruningCrashed }), "pruning-crashed, but no position of hypergammon3 is crashed"},
		{func(c *Config) { c.Hidden = []int{8} }, "nets is set, and also features, hidden or activation"},
		{func(c *Config) { c.LayerRates = []float64{1, 2} }, "layer_rates has 2 factors, want one for each of the 3 layers of the net for contact"},
		{func(c *Config) { c.Parent = "abc" }, "the run starts from the model with the digest abc, but no parent is given"},
		{func(c *Config) {
			*c = tinyBatch()
			c.Prune = true
		}, "prune: the model has no pruning nets"},
	} {
		cfg := tiny()
		cfg.SetShapes(classes())
		must.Get(New(cfg))(t)
		test.change(&cfg)
		_, err := New(cfg)
		must.Fail(t, err, test.want)
	}
}

// Nets that cannot grow from the parent's, or have none there, are refused.
func TestParentRefused(t *testing.T) {
	cfg := tiny()
	cfg.SetShapes(classes())
	parent := parentOf(t, &cfg)
	grown := classes()
	grown[0].Hidden = []int{9}
	cfg.SetShapes(grown)
	bigger := must.Get(NewFrom(cfg, parent))(t)
	if got := bigger.Model().Nets[nets.Race].Spec().Hidden[0]; got != 9 {
		t.Errorf("the race net has %d units, want 9", got)
	}
	for _, test := range []struct {
		change func(c *Config)
		want   string
	}{
		{func(c *Config) { c.Nets[0].Hidden = []int{5} }, "net for race: from the parent's 214-6-5 over gnubg-race214@1"},
		{func(c *Config) { c.Parent = "abc" }, `the run starts from the model with the digest "abc", the parent has `},
		{func(c *Config) {
			s := c.Nets[0]
			s.Part = nets.All
			c.Nets = []nets.Shape{s}
		}, "the net for all would never be used"},
	} {
		changed := cfg
		changed.Nets = classes()
		test.change(&changed)
		_, err := NewFrom(changed, parent)
		must.Fail(t, err, test.want)
	}
	_, err := Resume(cfg, modelOf(mustNew(t, tiny()).Net()), 0, Stats{})
	must.Fail(t, err, "the model has no net for race")
}

// A run that keeps nets of its parent needs them to resume, and takes no others.
func TestKeptNetsAreNeeded(t *testing.T) {
	cfg := tinyBatch()
	cfg.SetShapes(classes())
	parent := parentOf(t, &cfg)
	cfg.SetShapes(only(nets.Contact))
	dir := filepath.Join(t.TempDir(), "run")
	must.Get(Create(dir, must.Get(NewFrom(cfg, parent))(t), engine.Endings{}))(t).Close()
	path := filepath.Join(dir, runfolder.ParentFile)
	file := must.Get(os.ReadFile(path))(t)
	f, trainer, err := reopen(dir)
	must.OK(t, err)
	f.Close()
	if got := trainer.Model().Nets; len(got) != 4 || len(trainer.weights.trained) != 1 {
		t.Errorf("resumed with %d nets, %d in training", len(got), len(trainer.weights.trained))
	}
	must.OK(t, os.Remove(path))
	_, _, err = reopen(dir)
	must.Fail(t, err, "parent.safetensors is missing, whose nets [crashed pruning-contact race] the model keeps")
	writeFile(t, path, string(file[:len(file)/2]))
	_, _, err = reopen(dir)
	must.Fail(t, err, runfolder.ParentFile)
	must.OK(t, nets.NewModel(mustNew(t, tiny()).Net(), board.Hypergammon3).Save(path))
	_, _, err = reopen(dir)
	must.Fail(t, err, "the run starts from the model with the digest")
}

// The statistics have room for all parts.
func TestParts(t *testing.T) {
	trained := nets.TrainedParts()
	if len(trained) != parts || !slices.Equal(trained, nets.Parts()[:parts]) {
		t.Errorf("parts to train are %v, want the first %d of %v", trained, parts, nets.Parts())
	}
}
