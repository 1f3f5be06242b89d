package iterate

import (
	"context"
	"path/filepath"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/setting"
	"gammonlab/internal/supervised/prune"
	"gammonlab/nets"
)

// Prune has the settings of the candidates' pruning nets. Omitted settings are those of
// [prune.DefaultSettings].
type Prune struct {
	Train     *bool  `json:"train,omitempty"`     // whether to train pruning nets; nil: if label.prune is set
	Positions int    `json:"positions,omitempty"` // maximal number of positions for each net
	Epochs    int    `json:"epochs,omitempty"`
	Hidden    string `json:"hidden,omitempty"` // units of the hidden layers, such as 12

	// Every is the number of generations between candidates with new pruning nets, the
	// first generation included; other candidates keep those of the best net. 0 trains
	// them in all generations.
	Every int `json:"every,omitempty"`

	// Labelled trains them on the generation's labelled positions instead of the
	// candidate's self-play games.
	Labelled bool `json:"labelled,omitempty"`
}

// prunes reports whether candidates get pruning nets.
func (c *Config) prunes() bool {
	if c.Prune != nil && c.Prune.Train != nil {
		return *c.Prune.Train
	}
	return c.labelsPrune() != ""
}

// labelsPrune returns the setting by which labels are computed with pruning nets, "" for
// none.
func (c *Config) labelsPrune() setting.Name {
	switch {
	case c.Label != nil && c.Label.Prune:
		return "label.prune"
	case c.Generate.Prune:
		return "generate.prune"
	}
	return ""
}

// prunesAt reports whether the candidate of a generation gets pruning nets.
func (c *Config) prunesAt(generation int) bool {
	return c.prunes() && (c.Prune == nil || c.Prune.Every < 2 || (generation-1)%c.Prune.Every == 0)
}

// pruneSettings returns the settings of the training of pruning nets.
func (c *Config) pruneSettings(v board.Variant, s uint64) (prune.Settings, error) {
	to := prune.DefaultSettings(v)
	to.Seed = s
	p := c.Prune
	if p == nil {
		return to, nil
	}
	if p.Positions != 0 {
		to.Positions = p.Positions
	}
	if p.Epochs != 0 {
		to.Epochs = p.Epochs
	}
	if p.Hidden != "" {
		sizes, err := nets.ParseHidden(p.Hidden)
		if err != nil {
			return to, err
		}
		activation := to.Activations[0]
		to.Hidden, to.Activations = sizes, nil
		for range sizes {
			to.Activations = append(to.Activations, activation)
		}
	}
	return to, nil
}

// checkPruning returns an error for pruning nets that cannot be trained, or that
// labelling needs but no model has.
func (f *Folder) checkPruning() error {
	has := engine.NewStatic(f.start, nil).Prunes()
	if p := f.doc.Prune; p != nil && (p.Every < 0 || p.Every > 1 && !f.doc.Warm) {
		return setting.Errorf("%s is %d, want 0 or more, and 0 or 1 if %s is false: candidates then keep no pruning nets",
			setting.Name("prune.every"), p.Every, setting.Name("warm"))
	}
	switch labels := f.doc.labelsPrune(); {
	case f.doc.prunes():
		s, err := f.doc.pruneSettings(f.start.Variant, 0)
		if err == nil {
			err = s.Validate(f.start)
		}
		if err != nil {
			return setting.In("prune", err)
		}
	case labels != "" && !has:
		return setting.Errorf("%s is set, but the initial model has no pruning nets and %s is false",
			labels, setting.Name("prune.train"))
	case labels != "" && !f.doc.Warm:
		return setting.Errorf("%s is set, but candidates have no pruning nets if %s and %s are false",
			labels, setting.Name("prune.train"), setting.Name("warm"))
	}
	return nil
}

// prunedFile is the model with its new pruning nets.
const prunedFile = "model.safetensors"

// startPrunes reports whether the initial model gets new pruning nets; it may already
// have some.
func (f *Folder) startPrunes() bool {
	return f.doc.prunes() && !engine.NewStatic(f.start, nil).Prunes()
}

// model returns the path of a generation's final model; number 0 is the initial model.
func (f *Folder) model(g int) string {
	switch {
	case g == 0 && !f.startPrunes():
		return f.files.Path(startFile)
	case g == 0 || f.doc.prunesAt(g):
		return filepath.Join(f.generationDir(g), prunedFile)
	}
	return f.trained(g)
}

// prune returns the model with pruning nets, which it trains if they are missing.
func (g *generation) prune(ctx context.Context, m *nets.Model) (*nets.Model, error) {
	settings, err := g.doc.pruneSettings(m.Variant, g.seed(Pruning))
	if err != nil {
		return nil, g.failed(Pruning, err)
	}
	path := g.path(prunedFile)
	there, err := exists(path)
	if err != nil {
		return nil, g.failed(Pruning, err)
	}
	source, err := g.pruningSource(ctx, m, &settings)
	if err != nil {
		return nil, g.failed(Pruning, err)
	}
	if there {
		if pruned, err := nets.Load(path); err == nil && prune.Made(pruned, m, source, &settings) {
			return pruned, nil
		}
	}
	progress := g.begin(Pruning)
	const whole = 1000
	pruned, _, err := prune.Add(ctx, m, source, prune.Options{
		Settings: settings, Workers: g.options.Workers,
		Progress: func(share float64) { progress(int64(whole*share), whole) },
	})
	if err == nil {
		err = pruned.Save(path)
	}
	return pruned, g.failedIf(Pruning, err)
}

// pruningSource returns the positions that pruning nets learn from.
func (g *generation) pruningSource(ctx context.Context, m *nets.Model, s *prune.Settings) (*prune.Source, error) {
	if g.number == 0 || g.doc.Prune == nil || !g.doc.Prune.Labelled {
		return prune.SelfPlay(m.Variant), nil
	}
	return prune.FromDatabase(ctx, g.path(labelledFile), m.Variant, s)
}
