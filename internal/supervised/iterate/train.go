package iterate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gammonlab/engine"
	"gammonlab/nets"
	"gammonlab/supervised"
)

// trainDir is the folder of a generation's training run.
const trainDir = "train"

// trained returns the path of the model that a generation trained, without its new
// pruning nets.
func (f *Folder) trained(g int) string {
	return filepath.Join(f.generationDir(g), trainDir, "model.safetensors")
}

// train trains the candidate.
func (g *generation) train(ctx context.Context) (*nets.Model, error) {
	m, err := g.candidateModel(ctx)
	if err != nil {
		return nil, g.failed(Training, err)
	}
	g.record.Trained = m.Provenance["training_data"]
	if err := g.noteTraining(); err != nil {
		return nil, g.failed(Training, err)
	}
	return m, nil
}

// trainConfig returns the settings of the candidate's training.
func (g *generation) trainConfig() (supervised.Config, error) {
	cfg := g.doc.Train
	var err error
	if cfg.Nets, err = g.candidateShapes(); err != nil {
		return cfg, err
	}
	cfg.Variant, cfg.Seed = g.start.Variant.String(), g.seed(Training)
	if g.doc.Warm {
		cfg.Parent = g.from.Model
	}
	return cfg, nil
}

// candidateModel returns the trained model, which it trains if necessary.
func (g *generation) candidateModel(ctx context.Context) (*nets.Model, error) {
	cfg, err := g.trainConfig()
	if err != nil {
		return nil, err
	}
	begun, err := exists(g.path(filepath.Join(trainDir, "config.json")))
	if err != nil {
		return nil, err
	}
	if begun {
		folder, err := supervised.Open(g.path(trainDir))
		if err != nil {
			return nil, err
		}
		there := folder.Config()
		if err := there.Same(&cfg); err != nil {
			return nil, fmt.Errorf("%s contains a run %w; remove it", g.path(trainDir), err)
		}
		if trained, err := exists(folder.Model()); err != nil || trained {
			return g.load(folder.Model(), err)
		}
	}
	if err := g.trainOn(ctx, &cfg, begun); err != nil {
		return nil, err
	}
	return nets.Load(g.trained(g.number))
}

// load loads a model, unless *err is already set.
func (g *generation) load(path string, err error) (*nets.Model, error) {
	if err != nil {
		return nil, err
	}
	return nets.Load(path)
}

// trainOn starts or resumes the training run, and completes it.
func (g *generation) trainOn(ctx context.Context, cfg *supervised.Config, begun bool) error {
	progress := g.begin(Training)
	files := supervised.Files{Training: g.path(labelledFile)}
	if len(g.record.Databases) > 1 {
		files.Training = g.path(windowFile)
	}
	data, err := supervised.Load(ctx, cfg, files, nil)
	if err != nil {
		return err
	}
	options := supervised.Options{Workers: g.options.Workers}
	if g.doc.Warm {
		options.Parent = g.best
	}
	folder, trainer, err := g.trainingRun(cfg, data, options, begun)
	if err != nil {
		return err
	}
	return folder.Run(ctx, trainer, supervised.Hooks{Progress: progress})
}

// trainingRun opens the folder of the training run, or makes it.
func (g *generation) trainingRun(cfg *supervised.Config, data *supervised.Data, o supervised.Options, begun bool) (*supervised.Folder, *supervised.Trainer, error) {
	if begun {
		folder, err := supervised.Open(g.path(trainDir))
		if err != nil {
			return nil, nil, err
		}
		trainer, err := folder.Resume(data, o)
		return folder, trainer, err
	}
	if err := os.RemoveAll(g.path(trainDir)); err != nil { // a folder without a config is not a run
		return nil, nil, err
	}
	trainer, err := supervised.New(*cfg, data, o)
	if err != nil {
		return nil, nil, err
	}
	folder, err := supervised.Create(g.path(trainDir), trainer, engine.Endings{})
	return folder, trainer, err
}

// noteTraining records the results of the training.
func (g *generation) noteTraining() error {
	folder, err := supervised.Open(g.path(trainDir))
	if err != nil {
		return err
	}
	points, err := folder.Metrics()
	if err != nil {
		return err
	}
	for _, s := range folder.Config().Nets {
		spec := s.Spec()
		net := NetPoint{Part: s.Part, Layers: spec.String()}
		for _, p := range points {
			if p.Part != s.Part {
				continue
			}
			net.Epochs = p.Epoch
			if p.Best {
				net.Best, net.ValidationLoss, net.Equity = p.Epoch, p.ValidationLoss, p.Equity
				net.ByClass = ByClass{p.Race, p.Crashed, p.Contact}
			}
		}
		g.record.Nets = append(g.record.Nets, net)
	}
	return nil
}
