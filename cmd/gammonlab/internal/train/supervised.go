package train

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/internal/progress"
	"gammonlab/nets"
	"gammonlab/supervised"
)

func supervisedCommand() *cli.Command {
	d := supervised.DefaultConfig()
	shape := d.Nets[0]
	return &cli.Command{
		Name:  "supervised",
		Usage: "train nets on a database of labelled positions",
		Description: `Trains a net, or a net for each class of positions, on a database of labelled
positions (Parquet, see dataset) and writes a run folder: config.json,
metrics.jsonl, checkpoints/ and, at the end, model.safetensors. The model contains each
net at its lowest validation loss. Validation positions are those of --validation, or a
share of the data (--holdout).

The same command again continues an interrupted run; the result is the same as without the
interruption. With --resume, the settings are those of the run, and --epochs may change the
number of epochs, unless --rate depends on it.

--part trains several nets, each on the positions of its class. --features, --hidden and
--activation take one value for all nets, or one for each net, joined by /. With --from the
nets start from the weights of a model. Larger --hidden or --features enlarge a net without
changing its evaluations.

By default, pruning nets (pruning-race, pruning-crashed, pruning-contact) are small and
use the features gnubg-base200. weights prune trains pruning nets without a database.

A SCHEDULE is a number, exp:FROM:TO (exponential over the run), steps:VALUE,TIME:VALUE,…
(a new value from each TIME on), cosine:PEAK:RISE:END (a rise until time RISE, then half a
cosine) or anneal:START:FLOOR:FACTOR (a sawtooth that falls when the validation error does
not improve). Times are epochs, such as 5, 0.5 or 5epochs.

Example:
   gammonlab train supervised --data positions.parquet --hidden 256 --epochs 20 --out runs/first --curve
   gammonlab train supervised --out runs/first --resume --epochs 30
   gammonlab train supervised --data positions.parquet --part race,crashed,contact --hidden 64/128/512-256 --out runs/classes`,
		Flags: slices.Concat(runFlags(), []cli.Flag{
			&cli.StringFlag{Name: "data", Category: dataGroup, Usage: "training database `FILE`, required without --resume"},
			&cli.StringFlag{Name: "validation", Category: dataGroup, Usage: "validation database `FILE`, instead of --holdout"},
			&cli.BoolFlag{Name: "curve", Category: cliutil.OutputGroup, Usage: "draw the learning curves in the run folder, as PNG and SVG"},
			&cli.StringFlag{Name: "from", Category: netGroup, Usage: "initial weights from `MODEL` instead of random ones"},
			partFlag(shape.Part, ""),
			&cli.StringSliceFlag{Name: "bench-values", Category: measurementGroup, Usage: "measure the equity error on the labelled positions in `FILE`, a database or text for dataset import; may be repeated"},
			&cli.StringSliceFlag{Name: "bench-decisions", Category: measurementGroup, Usage: "measure the error rate on the plays in `FILE`, a gnubg benchmark file (.bm); may be repeated"},
		}, shapeSettings(&shape).Flags(), supervisedSettings(&d).Flags(), cliutil.Group(measurementGroup, cliutil.BearoffFlag()), []cli.Flag{cliutil.JSONFlag(supervisedResult{})}),
		Action: cliutil.NoArguments(trainSupervised, "out"),
	}
}

// dataGroup is the group of the flags of data.
const dataGroup = "Data"

// supervisedSettings returns the other options of the command.
func supervisedSettings(cfg *supervised.Config) cliutil.Settings {
	return slices.Concat(cliutil.Settings{
		cliutil.Option("loss", &cfg.Loss, "loss `NAME`: cross-entropy, squared, or equity (squared error of the equity plus a quarter of the squared errors of its parts)"),
		cliutil.Option("optimizer", &cfg.Optimizer, "optimizer `NAME`: adam or sgd"),
		cliutil.Option("momentum", &cfg.Momentum, "momentum `M` of sgd, below 1; 0 for none"),
		cliutil.Option("rate", &cfg.Rate, "learning rate, a `SCHEDULE`"),
		cliutil.Option("batch", &cfg.Batch, "batch size of `N` positions"),
		cliutil.Option("epochs", &cfg.Epochs, "maximum number `N` of epochs; may change with --resume"),
		cliutil.Option("patience", &cfg.Patience, "stop after `N` epochs without improvement; 0 for never"),
		cliutil.Option("average", &cfg.Average, "measure and keep the running mean of the weights with this `DECAY`, such as 0.999; 0 for off"),
		cliutil.Option("backend", &cfg.Backend, "training `BACKEND`: fast, or gorgonia (slow, the reference)"),
		cliutil.Option("precision", &cfg.Precision, "`PRECISION` of the products of hidden layers: float32, or bf16 (matrix units, for large nets and batches)"),
		cliutil.Option("variant", &cfg.Variant, "variant `GAME`: backgammon, nackgammon, hypergammon1, hypergammon2 or hypergammon3"),
		cliutil.Option("seed", &cfg.Seed, "random seed `N`"),
	}.In("Training"), cliutil.Settings{
		cliutil.Option("weighting", &cfg.Weighting, "weighting `NAME` of positions: none, or inverse-variance (by the standard errors of labels)"),
		cliutil.Option("weight-floor", &cfg.WeightFloor, "with inverse-variance, add `X` points to each standard error").Shown(fmt.Sprint(defaultFloor)),
		cliutil.Option("holdout", &cfg.Holdout, "`SHARE` of the data for validation, without --validation"),
		cliutil.Option("skip-bad", &cfg.SkipBad, "skip and count invalid rows"),
	}.In(dataGroup), cliutil.Settings{
		cliutil.Option("checkpoint", &cfg.Checkpoint, "checkpoint every `N` steps inside an epoch; 0 for none"),
		cliutil.Option("bench-every", &cfg.BenchEvery, "benchmark every `N` epochs"),
		cliutil.Option("bench-games", &cfg.BenchGames, "number `N` of benchmark games against pubeval; 0 for none"),
	}.In(measurementGroup))
}

// defaultFloor is the default of WeightFloor, in points.
const defaultFloor = 0.01

// trainSupervised runs the command.
func trainSupervised(c *cli.Context) error {
	folder, trainer, databases, err := openSupervised(c)
	if err != nil {
		return err
	}
	defer folder.Close()
	if trainer != nil {
		if err := runSupervised(c, folder, trainer, databases); err != nil {
			return err
		}
	}
	result := new(supervisedResult)
	if result.Metrics, err = folder.Metrics(); err != nil {
		return err
	}
	result.trained, err = newTrained(folder.Dir(), folder.Model(), "curve", curves(c, folder.Plot))
	return errors.Join(err, cliutil.PrintResult(c, result))
}

// supervisedResult is the result of train supervised.
type supervisedResult struct {
	trained
	Metrics []supervised.Point `json:"metrics"` // the lines of metrics.jsonl
}

// openSupervised makes the run folder, or opens it to resume, and opens the bear-off
// databases for its measurements. The trainer is nil if the run is finished.
func openSupervised(c *cli.Context) (*supervised.Folder, *supervised.Trainer, *engine.Databases, error) {
	if continues(c) {
		return resumeSupervised(c)
	}
	return begin(c, newSupervised, supervised.Create)
}

// newSupervised returns the trainer of a new run, and the bear-off databases for its
// measurements.
func newSupervised(c *cli.Context) (trainer *supervised.Trainer, bearoff string, err error) {
	if err := cliutil.Require(c, "data"); err != nil {
		return nil, "", err
	}
	s, parent, err := supervisedConfig(c)
	if err != nil {
		return nil, "", err
	}
	backend, err := backendOf(&s.Config)
	if err != nil {
		return nil, "", err
	}
	data, err := loadData(c, &s.Config, dataFiles(c, supervised.Files{}))
	if err != nil {
		return nil, "", err
	}
	trainer, err = supervised.New(s.Config, data, supervised.Options{Parent: parent, Backend: backend, Workers: cliutil.Workers(c)})
	return trainer, cliutil.BearoffOf(c, s.Bearoff), err
}

// resumeSupervised opens the folder of a run. The data may have other paths now. The
// trainer is nil if the run is finished.
func resumeSupervised(c *cli.Context) (*supervised.Folder, *supervised.Trainer, *engine.Databases, error) {
	folder, err := supervised.Open(c.String("out"))
	if err != nil {
		return nil, nil, nil, err
	}
	if err := checkSameSupervised(c, folder); err != nil {
		return nil, nil, nil, err
	}
	cfg := folder.Config()
	databases, err := cliutil.DatabasesOfRun(c, folder.Endings())
	if err != nil {
		return nil, nil, nil, err
	}
	backend, err := backendOf(&cfg)
	if err != nil {
		return nil, nil, nil, err
	}
	files := dataFiles(c, supervised.Files{})
	if c.Bool("resume") {
		files = dataFiles(c, folder.Files())
	}
	if folder.Finished() {
		if err := folder.CheckFiles(files); err != nil {
			return nil, nil, nil, err
		}
		return folder, nil, nil, noteFinished(c)
	}
	data, err := loadData(c, &cfg, files)
	if err != nil {
		return nil, nil, nil, err
	}
	trainer, err := folder.Resume(data, supervised.Options{Backend: backend, Workers: cliutil.Workers(c)})
	return folder, trainer, databases, err
}

// checkSameSupervised returns an error if the settings of the command differ from those of
// the run. With --resume, only the flags count, and the number of epochs may differ.
func checkSameSupervised(c *cli.Context, folder *supervised.Folder) error {
	cfg := folder.Config()
	if !c.Bool("resume") {
		if err := cliutil.Require(c, "data"); err != nil {
			return err
		}
		s, _, err := supervisedConfig(c)
		if err != nil {
			return err
		}
		return cliutil.CheckSame(c, cfg.Same(&s.Config))
	}
	if err := cliutil.RefuseWithResume(c, "from", "config"); err != nil {
		return err
	}
	wanted := cfg
	if err := supervisedFlags(c, &wanted, nil); err != nil {
		return cliutil.Usage(err)
	}
	epochs := wanted.Epochs
	wanted.Epochs = cfg.Epochs
	if err := cliutil.CheckSame(c, cfg.Same(&wanted)); err != nil {
		return err
	}
	if err := folder.SetEpochs(epochs); err != nil {
		return cliutil.Usage(err)
	}
	return nil
}

// supervisedConfig returns the settings of a new run, those of --config overridden by
// flags, and the parent model, if any.
func supervisedConfig(c *cli.Context) (s *supervised.Settings, parent *nets.Model, err error) {
	base := supervised.DefaultConfig()
	if c.String("validation") != "" {
		base.Holdout = 0
	}
	if name := c.String("from"); name != "" {
		if parent, err = cliutil.LoadModel(name); err != nil {
			return nil, nil, err
		}
		base.Variant = parent.Variant.String()
	}
	s, err = cliutil.FromConfig(c, func(text []byte) (*supervised.Settings, error) { return supervised.ParseSettings(text, base) })
	if err == nil {
		err = setParent(&s.Parent, parent)
	}
	if err != nil {
		return nil, nil, err
	}
	err = supervisedFlags(c, &s.Config, parent)
	if err == nil {
		err = s.Config.Validate()
	}
	if err != nil {
		return nil, nil, cliutil.Usage(err)
	}
	return s, parent, nil
}

// supervisedFlags sets the settings to the values of the flags.
func supervisedFlags(c *cli.Context, cfg *supervised.Config, parent *nets.Model) (err error) {
	if err := supervisedSettings(cfg).Override(c); err != nil {
		return err
	}
	if c.IsSet("weighting") && cfg.Weighting == supervised.InverseVariance && cfg.WeightFloor == 0 {
		cfg.WeightFloor = defaultFloor
	}
	cfg.Nets, err = shapesFromFlags(c, cfg.Nets, parent)
	return err
}

// runSupervised trains to the end of the run and shows a progress bar.
func runSupervised(c *cli.Context, folder *supervised.Folder, trainer *supervised.Trainer, databases *engine.Databases) error {
	cfg := trainer.Config()
	training, validation := trainer.Data().Rows()
	cliutil.Note(c, "%s: %s, optimizer %s, rate %v, %d training positions, %d validation positions",
		folder.Dir(), nets.ShapesText(cfg.Nets), cfg.Optimizer, cfg.Rate, training, validation)
	done, total := trainer.Positions()
	bar := progress.New(c.App.ErrWriter, "train", "examples", total, progress.Start(done))
	defer bar.Finish()
	hooks := supervised.Hooks{
		Progress: func(done, _ int64) { bar.Set(done) },
		Point: func(p supervised.Point) {
			of := ""
			if len(cfg.Nets) > 1 {
				of = string(p.Part) + ", "
			}
			bar.Note(fmt.Sprintf("%sepoch %d: loss %.5f, %.1f mEq", of, p.Epoch, p.ValidationLoss, p.Equity))
		},
	}
	if cfg.BenchGames > 0 {
		hooks.Measure = func(ctx context.Context, m *nets.Model) (map[string]float64, error) {
			ppg, err := matchPubeval(ctx, m, databases, cfg.BenchGames, cliutil.Workers(c))
			if err != nil {
				return nil, err
			}
			return map[string]float64{"pubeval_ppg": ppg.Center, "pubeval_ppg_low": ppg.Low, "pubeval_ppg_high": ppg.High}, nil
		}
	}
	err := withEvents(c, func() error { return folder.Run(c.Context, trainer, hooks) })
	if err == nil {
		noteKept(c, trainer)
	}
	examples, _ := trainer.Positions()
	return cliutil.Resumable(err, "training on %d examples is kept; resume with the same command", examples)
}

// noteKept says which epoch of each net the model has. The last measurements that the user saw
// are often of a later one.
func noteKept(c *cli.Context, trainer *supervised.Trainer) {
	cfg := trainer.Config()
	for _, k := range trainer.Kept() {
		of, early := "", ""
		if len(cfg.Nets) > 1 {
			of = string(k.Part) + ": "
		}
		if k.Early {
			early = fmt.Sprintf("; it stopped after %d of %d epochs, %d without a lower loss", k.Epochs, cfg.Epochs, k.Epochs-k.Epoch)
		}
		cliutil.Note(c, "%sthe model has epoch %d: loss %.5f, %.1f mEq%s", of, k.Epoch, k.ValidationLoss, k.Equity, early)
	}
}
