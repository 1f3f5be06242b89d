package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/engine"
	"gammonlab/internal/progress"
	"gammonlab/nets"
	"gammonlab/nets/learn"
	"gammonlab/supervised"
	"gammonlab/supervised/graph"
)

func trainSupervisedCommand() *cli.Command {
	d := supervised.DefaultConfig()
	shape := d.Nets[0]
	return &cli.Command{
		Name:  "supervised",
		Usage: "train nets on a database of labelled positions",
		Description: `Trains a net, or a net for each class of positions, on a database of labelled
positions (Parquet, see dataset) and writes a run folder: config.json,
metrics.jsonl, checkpoints/ and, at the end, model.safetensors. Kept is each net
as it was when its loss on the validation positions was lowest: those of
--validation, or a share of the data (--holdout). A run that was stopped goes on
with --resume and ends in the same bytes.

--part trains several nets side by side, each on the positions of its class;
--features, --hidden and --activation take one value for all of them or one for
each, joined by /. With --from they begin with the weights of a model, and grow
without changing their answers where --hidden or --features ask for more.

Pruning nets (pruning-race, pruning-crashed, pruning-contact) are small and over
gnubg-base200 unless flags ask for more; weights prune trains them without a
database.

--config FILE takes the settings from a JSON file, such as the config.json of
another run; flags override it.

--rate is a schedule: a number, exp:FROM:TO (exponential over the run),
steps:VALUE,TIME:VALUE,… (a new value from that time on), cosine:PEAK:RISE:END (a
rise until that time, then half a cosine) or anneal:START:FLOOR:FACTOR (a sawtooth
that falls when the errors on the validation positions do not). Times are epochs,
such as 5, 0.5 or 5epochs.

Example:
   gammonlab train supervised --data positions.parquet --hidden 256 --epochs 20 --out runs/first --plot
   gammonlab train supervised --out runs/first --resume
   gammonlab train supervised --data positions.parquet --part race,crashed,contact --hidden 64/128/512-256 --out runs/classes`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "run folder `DIR`, required"},
			&cli.StringFlag{Name: "data", Usage: "database `FILE` to train on, required but with --resume"},
			&cli.StringFlag{Name: "validation", Usage: "database `FILE` to validate on, instead of --holdout"},
			&cli.BoolFlag{Name: "resume", Usage: "go on with the run in --out; its settings are those of the run"},
			&cli.StringFlag{Name: "config", Usage: "take the settings from `FILE`"},
			&cli.BoolFlag{Name: "plot", Usage: "write learning curves to the run folder as PNG and SVG"},
			&cli.StringFlag{Name: "from", Usage: "start from the weights of this `MODEL` instead of random ones"},
			&cli.StringFlag{Name: "part", Value: string(shape.Part), Usage: "`PARTS` of the model to train nets for: all, or some of race, crashed, contact; with those or with --from, pruning-race, pruning-crashed, pruning-contact"},
			&cli.StringFlag{Name: "features", Value: shape.Features, Usage: "feature `SET`, or several joined by +, see features list"},
			&cli.StringFlag{Name: "hidden", Value: nets.FormatHidden(shape.Hidden), Usage: "units of the hidden layers, such as 80 or 512-256"},
			&cli.StringFlag{Name: "activation", Value: string(shape.Activations[0]), Usage: "of the hidden layers: sigmoid, tanh, relu or gnubg-sigmoid, or one for each, such as sigmoid,relu"},
			&cli.StringFlag{Name: "loss", Value: string(d.Loss), Usage: "cross-entropy, squared, or equity (squared, outputs weighted as in the equity)"},
			&cli.StringFlag{Name: "method", Value: string(d.Method), Usage: "adam or sgd"},
			&cli.Float64Flag{Name: "momentum", Usage: "of sgd, from 0 to below 1"},
			&cli.StringFlag{Name: "rate", Value: d.Rate.String(), Usage: "length of the steps, a `SCHEDULE`"},
			&cli.IntFlag{Name: "batch", Value: d.Batch, Usage: "positions of a step"},
			&cli.IntFlag{Name: "epochs", Value: d.Epochs, Usage: "passes over the data, at most"},
			&cli.IntFlag{Name: "patience", Value: d.Patience, Usage: "stop after so many epochs without a new best, 0 for never"},
			&cli.Float64Flag{Name: "average", Usage: "measure and keep a running mean of the weights with this `DECAY`, such as 0.999"},
			&cli.StringFlag{Name: "weighting", Value: string(d.Weighting), Usage: "how much positions count: none (alike) or inverse-variance (by their labels' errors)"},
			&cli.Float64Flag{Name: "weight-floor", Value: defaultFloor, Usage: "with inverse-variance, what is added to the errors, points"},
			&cli.Float64Flag{Name: "holdout", Value: d.Holdout, Usage: "share of the data to validate on, without --validation"},
			&cli.BoolFlag{Name: "skip-bad", Usage: "leave out damaged rows instead of refusing the data"},
			&cli.StringFlag{Name: "backend", Value: d.Backend, Usage: "what takes the steps: fast, or gorgonia (slow, the reference)"},
			&cli.IntFlag{Name: "checkpoint", Value: d.Checkpoint, Usage: "steps between checkpoints inside an epoch, 0 for none"},
			&cli.IntFlag{Name: "bench-every", Value: d.BenchEvery, Usage: "epochs between benchmarks"},
			&cli.StringSliceFlag{Name: "bench-values", Usage: "measure the error of the equity on the labelled positions in `FILE`, a database or text as dataset import reads it; several allowed"},
			&cli.StringSliceFlag{Name: "bench-decisions", Usage: "measure the error rate on the plays in `FILE`, a benchmark file of gnubg's nets; several allowed"},
			&cli.IntFlag{Name: "bench-games", Usage: "games of a benchmark against pubeval, 0 for none"},
			variantFlag("backgammon"),
			bearoffFlag(),
			seedFlag(),
			workersFlag(),
		},
		Action: trainSupervised,
	}
}

// defaultFloor is the floor of weights from errors, in points.
const defaultFloor = 0.01

// trainSupervised runs the command.
func trainSupervised(c *cli.Context) error {
	n, err := runArguments(c)
	if err != nil {
		return err
	}
	open := beginSupervised
	if c.Bool("resume") {
		open = resumeSupervised
	}
	folder, trainer, databases, err := open(c, n)
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := runSupervised(c, folder, trainer, databases, n); err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "model: %s\n", folder.Model())
	if c.Bool("plot") {
		return plotSupervised(c.App.Writer, folder)
	}
	return nil
}

// beginSupervised makes the run folder of a new run.
func beginSupervised(c *cli.Context, workers int) (*supervised.Folder, *supervised.Trainer, *engine.Databases, error) {
	trainer, err := newSupervised(c, workers)
	if err != nil {
		return nil, nil, nil, err
	}
	databases, err := databasesFromFlag(c)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := clearRun(c); err != nil {
		return nil, nil, nil, err
	}
	folder, err := supervised.Create(c.String("out"), trainer, engine.NewEndings(c.String("bearoff"), databases))
	return folder, trainer, databases, err
}

// newSupervised returns the trainer of a new run.
func newSupervised(c *cli.Context, workers int) (*supervised.Trainer, error) {
	if err := require(c, "data"); err != nil {
		return nil, err
	}
	cfg, parent, err := supervisedConfig(c)
	if err != nil {
		return nil, err
	}
	backend, err := backendOf(&cfg)
	if err != nil {
		return nil, err
	}
	data, err := loadData(c, &cfg, supervised.Files{})
	if err != nil {
		return nil, err
	}
	return supervised.New(cfg, data, supervised.Options{Parent: parent, Backend: backend, Workers: workers})
}

// resumeSupervised opens the run folder of a run that was stopped. The data may
// have moved since.
func resumeSupervised(c *cli.Context, workers int) (*supervised.Folder, *supervised.Trainer, *engine.Databases, error) {
	folder, err := supervised.Open(c.String("out"))
	if err != nil {
		return nil, nil, nil, err
	}
	cfg := folder.Config()
	if err := checkSameSupervised(c, cfg); err != nil {
		return nil, nil, nil, err
	}
	databases, err := databasesOfRun(c, folder.Endings())
	if err != nil {
		return nil, nil, nil, err
	}
	backend, err := backendOf(&cfg)
	if err != nil {
		return nil, nil, nil, err
	}
	data, err := loadData(c, &cfg, folder.Files())
	if err != nil {
		return nil, nil, nil, err
	}
	trainer, err := folder.Resume(data, supervised.Options{Backend: backend, Workers: workers})
	return folder, trainer, databases, err
}

// checkSameSupervised refuses to resume a run under settings that it does not
// have.
func checkSameSupervised(c *cli.Context, cfg supervised.Config) error {
	for _, flag := range []string{"from", "config"} {
		if c.IsSet(flag) {
			return usagef("--%s cannot be given with --resume: the run has begun", flag)
		}
	}
	wanted := cfg
	if err := supervisedFlags(c, &wanted, nil); err != nil {
		return usageError{err}
	}
	if diff := cfg.Difference(&wanted); diff != "" {
		return usagef("%s is a run with other settings: %s; leave the flag out to resume it", c.String("out"), diff)
	}
	return nil
}

// supervisedConfig returns the settings of a new run and the model that it
// starts from, if any.
func supervisedConfig(c *cli.Context) (cfg supervised.Config, parent *nets.Model, err error) {
	cfg = supervised.DefaultConfig()
	if c.String("validation") != "" {
		cfg.Holdout = 0
	}
	if path := c.String("config"); path != "" {
		text, err := os.ReadFile(path)
		if err != nil {
			return cfg, nil, err
		}
		settings, err := supervised.ParseSettings(text, cfg)
		if err != nil {
			return cfg, nil, usagef("%s: %w", path, err)
		}
		cfg = settings.Config
	}
	cfg.Parent = ""
	if name := c.String("from"); name != "" {
		if parent, err = loadModel(name); err != nil {
			return cfg, nil, err
		}
		if cfg.Parent, err = parent.Digest(); err != nil {
			return cfg, nil, err
		}
		if !c.IsSet("variant") && !c.IsSet("config") {
			cfg.Variant = parent.Variant.String()
		}
	}
	if err := supervisedFlags(c, &cfg, parent); err != nil {
		return cfg, nil, usageError{err}
	}
	if err := cfg.Validate(); err != nil {
		return cfg, nil, usageError{err}
	}
	return cfg, parent, nil
}

// supervisedFlags sets those fields of the config whose flags are given.
func supervisedFlags(c *cli.Context, cfg *supervised.Config, parent *nets.Model) error {
	set := func(flag string, assign func()) {
		if c.IsSet(flag) {
			assign()
		}
	}
	set("loss", func() { cfg.Loss = learn.Loss(c.String("loss")) })
	set("method", func() { cfg.Method = learn.Method(c.String("method")) })
	set("momentum", func() { cfg.Momentum = c.Float64("momentum") })
	set("batch", func() { cfg.Batch = c.Int("batch") })
	set("epochs", func() { cfg.Epochs = c.Int("epochs") })
	set("patience", func() { cfg.Patience = c.Int("patience") })
	set("average", func() { cfg.Average = c.Float64("average") })
	set("weighting", func() {
		cfg.Weighting = supervised.Weighting(c.String("weighting"))
		if cfg.Weighting == supervised.InverseVariance && cfg.WeightFloor == 0 {
			cfg.WeightFloor = defaultFloor
		}
	})
	set("weight-floor", func() { cfg.WeightFloor = c.Float64("weight-floor") })
	set("holdout", func() { cfg.Holdout = c.Float64("holdout") })
	set("skip-bad", func() { cfg.SkipBad = c.Bool("skip-bad") })
	set("backend", func() { cfg.Backend = c.String("backend") })
	set("checkpoint", func() { cfg.Checkpoint = c.Int("checkpoint") })
	set("bench-every", func() { cfg.BenchEvery = c.Int("bench-every") })
	set("bench-games", func() { cfg.BenchGames = c.Int("bench-games") })
	set("seed", func() { cfg.Seed = c.Uint64("seed") })
	set("variant", func() { cfg.Variant = c.String("variant") })
	var err error
	set("rate", func() { cfg.Rate, err = learn.ParseSchedule(c.String("rate")) })
	if err != nil {
		return fmt.Errorf("--rate: %w", err)
	}
	cfg.Nets, err = shapesFromFlags(c, cfg.Nets, parent)
	return err
}

// shapesFromFlags returns the shapes of the nets to train: those given, unless
// flags or the parent say otherwise.
func shapesFromFlags(c *cli.Context, given []supervised.Shape, parent *nets.Model) ([]supervised.Shape, error) {
	shapes := append([]supervised.Shape(nil), given...)
	if c.IsSet("part") && len(given) > 0 {
		shapes = nil
		for _, name := range strings.Split(c.String("part"), ",") {
			shapes = append(shapes, shapeOfPart(nets.Part(name), given))
		}
	}
	for i := range shapes {
		if parent != nil && !c.IsSet("config") {
			shapes[i] = shapeFromParent(shapes[i], parent)
		}
		if err := shapeFromFlags(c, &shapes[i], i, len(shapes), parent != nil); err != nil {
			return nil, err
		}
	}
	return shapes, nil
}

// shapeOfPart returns the shape that a net has unless the parent or flags say
// otherwise: that given for the part, or else that of the first one given.
func shapeOfPart(part nets.Part, given []supervised.Shape) supervised.Shape {
	for _, s := range given {
		if s.Part == part {
			return s
		}
	}
	if part.Prunes() {
		return supervised.PruningShape(part, given[0].Head)
	}
	shape := given[0]
	shape.Part = part
	return shape
}

// shapeFromParent returns the shape of the parent's net for the same part, if
// there is one.
func shapeFromParent(shape supervised.Shape, parent *nets.Model) supervised.Shape {
	if net := parent.Net(shape.Part); net != nil {
		return supervised.ShapeOf(shape.Part, net.Spec())
	}
	if shape.Part.Prunes() {
		shape.Head = parent.Net(nets.Contact).Spec().Head
	}
	return shape
}

// shapeFromFlags sets what flags say of net i of n, which may grow from
// another.
func shapeFromFlags(c *cli.Context, shape *supervised.Shape, i, n int, grows bool) error {
	for _, flag := range []struct {
		name   string
		assign func(text string) error
	}{
		{"features", func(text string) error { shape.Features = text; return nil }},
		{"hidden", func(text string) (err error) { shape.Hidden, err = nets.ParseHidden(text); return err }},
		{"activation", func(text string) error {
			one, each, err := parseActivations(text)
			if shape.Activations = each; each == nil {
				shape.Activations = repeat(one, len(shape.Hidden))
			}
			return err
		}},
	} {
		if !c.IsSet(flag.name) {
			continue
		}
		values := strings.Split(c.String(flag.name), "/")
		if len(values) != 1 && len(values) != n {
			return fmt.Errorf("--%s has values for %d nets, want one for all or one for each of %d", flag.name, len(values), n)
		}
		if err := flag.assign(values[min(i, len(values)-1)]); err != nil {
			return fmt.Errorf("--%s: %w", flag.name, err)
		}
	}
	if !c.IsSet("activation") {
		shape.Activations = fitted(shape.Activations, len(shape.Hidden), grows)
	}
	return nil
}

// fitted returns activations for so many layers. Layers that a net grows are of
// ReLU, others like the first.
func fitted(given []nets.Activation, n int, grows bool) []nets.Activation {
	more := nets.ReLU
	if !grows {
		more = slices.Concat(given, repeat(nets.Sigmoid, 1))[0]
	}
	return slices.Concat(given, repeat(more, max(n-len(given), 0)))[:n]
}

// repeat returns so many times the same activation.
func repeat(a nets.Activation, n int) []nets.Activation {
	return slices.Repeat([]nets.Activation{a}, n)
}

// backendOf returns what takes the steps.
func backendOf(cfg *supervised.Config) (supervised.Backend, error) {
	if cfg.Backend == supervised.Gorgonia {
		return func(net *nets.Net, s learn.Settings) (supervised.Learner, error) { return graph.New(net, s) }, nil
	}
	return nil, nil
}

// loadData reads what the flags name, or else the files given, under a progress
// bar, and says what was left out.
func loadData(c *cli.Context, cfg *supervised.Config, files supervised.Files) (*supervised.Data, error) {
	if c.IsSet("data") {
		files.Training = c.String("data")
	}
	if c.IsSet("validation") {
		files.Validation = c.String("validation")
	}
	if c.IsSet("bench-values") {
		files.Values = c.StringSlice("bench-values")
	}
	if c.IsSet("bench-decisions") {
		files.Decisions = c.StringSlice("bench-decisions")
	}
	var bar *progress.Bar
	data, err := supervised.Load(c.Context, cfg, files, func(done, total int64) {
		if bar == nil {
			bar = progress.New(c.App.ErrWriter, "read", "rows", total)
		}
		bar.Set(done)
	})
	if bar != nil {
		bar.Finish()
	}
	if err != nil {
		return nil, err
	}
	for _, left := range []struct {
		n    int64
		what string
	}{
		{int64(data.Left.Over), "where the game is over"},
		{int64(data.Left.Unlabelled), "without a label"},
		{int64(data.Left.Shared), "that are among those to validate on"},
		{data.Left.Bad, fmt.Sprintf("that are damaged, the first: %v", data.Left.FirstBad)},
	} {
		if left.n > 0 {
			fmt.Fprintf(c.App.ErrWriter, "left out: %d rows %s\n", left.n, left.what)
		}
	}
	return data, nil
}

// runSupervised trains to the end under a progress bar.
func runSupervised(c *cli.Context, folder *supervised.Folder, trainer *supervised.Trainer, databases *engine.Databases, workers int) error {
	cfg := trainer.Config()
	training, validation := trainer.Data().Rows()
	fmt.Fprintf(c.App.ErrWriter, "%s: %s, %s, rate %v, %d positions to train on, %d to validate on\n",
		folder.Dir(), shapeWords(cfg.Nets), cfg.Method, cfg.Rate, training, validation)
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
			ppg, err := matchPubeval(ctx, m, databases, cfg.BenchGames, workers)
			if err != nil {
				return nil, err
			}
			return map[string]float64{"pubeval_ppg": ppg.Center, "pubeval_ppg_low": ppg.Low, "pubeval_ppg_high": ppg.High}, nil
		}
	}
	err := folder.Run(c.Context, trainer, hooks)
	examples, _ := trainer.Positions()
	return resumable(err, "what was learned from %d examples is kept, resume with: gammonlab train supervised --out %s --resume",
		examples, quoted(folder.Dir()))
}

// shapeWords spells the nets for a message.
func shapeWords(shapes []supervised.Shape) string {
	var all []string
	for _, s := range shapes {
		all = append(all, fmt.Sprintf("%s %v over %s", s.Part, s.Spec(), s.Features))
	}
	return strings.Join(all, ", ")
}
