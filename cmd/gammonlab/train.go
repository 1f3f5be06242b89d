package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/engine/selfplay"
	"gammonlab/evalbench"
	"gammonlab/evalbench/stats"
	"gammonlab/internal/progress"
	"gammonlab/internal/runfolder"
	"gammonlab/nets"
	"gammonlab/nets/learn"
	"gammonlab/td"
)

func trainCommand() *cli.Command {
	return &cli.Command{
		Name:        "train",
		Usage:       "train a net",
		Subcommands: []*cli.Command{trainTDCommand(), trainSupervisedCommand(), trainIterateCommand()},
	}
}

func trainTDCommand() *cli.Command {
	defaults, batch := td.DefaultConfig(), td.DefaultBatchConfig()
	return &cli.Command{
		Name:  "td",
		Usage: "train a net from games against itself, by TD(λ)",
		Description: `Trains a net by temporal differences from self-play and writes a run folder:
config.json, metrics.jsonl, checkpoints/ and, at the end, model.safetensors.
A run that was stopped goes on with --resume and ends in the same bytes. The files
of --starts are read again then and must not have changed.

--alpha and --lambda are schedules: a number, exp:FROM:TO (exponential over the
run), steps:VALUE,TIME:VALUE,… (a new value from that time on) or
cosine:PEAK:RISE:END (a rise until that time, then half a cosine). Times are games,
such as 200000 or 200000games.

Example:
   gammonlab train td --hidden 80 --alpha exp:0.1:0.005 --games 300000 --out runs/first --plot
   gammonlab train td --update batch --hidden 512-512-256 --activation relu --games 2500000 \
       --alpha steps:0.001,2000000:0.00015 --exact-from 2000000 --out runs/deep
   gammonlab train td --update batch --from runs/first/model.safetensors --targets exact --lambda 0.7 \
       --starts odd.parquet=2 --starts backgames.parquet --opening 0.5 --out runs/second
   gammonlab train td --out runs/first --resume`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "run folder `DIR`, required"},
			&cli.BoolFlag{Name: "resume", Usage: "go on with the run in --out; its settings are those of the run"},
			&cli.BoolFlag{Name: "plot", Usage: "write the learning curve to the run folder as PNG and SVG"},
			&cli.StringFlag{Name: "features", Value: defaults.Features, Usage: "feature `SET`, or several joined by +, see features list"},
			&cli.StringFlag{Name: "hidden", Value: "80", Usage: "units of the hidden layers, such as 80 or 256-128"},
			&cli.StringFlag{Name: "activation", Value: string(defaults.Activation), Usage: "of the hidden layers: sigmoid, tanh, relu or gnubg-sigmoid, or one for each, such as sigmoid,relu"},
			&cli.StringFlag{Name: "from", Usage: "start from the weights of this `MODEL` instead of random ones; shape and variant are then the model's"},
			&cli.StringFlag{Name: "lambda", Value: defaults.Lambda.String(), Usage: "λ of TD(λ), 0 to 1, a `SCHEDULE`"},
			&cli.StringFlag{Name: "alpha", DefaultText: fmt.Sprintf("%v, batch %v", defaults.Alpha, batch.Alpha), Usage: "learning rate, a `SCHEDULE`"},
			&cli.StringFlag{Name: "layer-alpha", Usage: "`FACTORS` on alpha, one for each layer and the head last, such as 1,0.5"},
			&cli.Float64Flag{Name: "epsilon", Usage: "chance of a random play instead of the best"},
			&cli.StringFlag{Name: "update", Value: string(defaults.Update), Usage: "form of the update: games (fast), batch (minibatches, for deep nets) or online (eligibility traces, the reference)"},
			&cli.StringFlag{Name: "loss", Value: string(defaults.Loss), Usage: "cross-entropy, or squared for TD(λ) as Tesauro has it"},
			&cli.Int64Flag{Name: "games", Value: defaults.Games, Usage: "games to play in all"},
			&cli.StringFlag{Name: "variant", Value: defaults.Variant, DefaultText: "that of --from, or " + defaults.Variant, Usage: "game to play: backgammon, nackgammon, hypergammon1, 2 or 3"},
			&cli.IntFlag{Name: "sync", Value: defaults.Sync, Usage: "games played with the same weights; not of the batch update"},
			&cli.IntFlag{Name: "round-games", Value: batch.RoundGames, Usage: "batch update: games that are played with the same weights and then learned"},
			&cli.StringFlag{Name: "targets", Value: string(batch.Targets), Usage: "batch update: learn towards the λ-returns of the games (sampled), or towards λ-returns without the luck of the dice, from evaluations one ply ahead over the 21 rolls (exact)"},
			&cli.Int64Flag{Name: "exact-from", DefaultText: "never", Usage: "batch update: from this `GAME` on targets are exact"},
			&cli.IntFlag{Name: "batch-size", Value: batch.BatchSize, Usage: "batch update: positions of a step"},
			&cli.IntFlag{Name: "epochs-per-round", Value: batch.Passes, Usage: "batch update: passes over the positions of a round"},
			&cli.StringFlag{Name: "optimizer", Value: string(batch.Optimizer), Usage: "batch update: adam or sgd"},
			&cli.Float64Flag{Name: "momentum", Usage: "batch update: momentum of sgd, 0 to below 1"},
			&cli.Int64Flag{Name: "checkpoint", Value: defaults.Segment, Usage: "games between checkpoints"},
			&cli.Int64Flag{Name: "bench-every", Value: -1, DefaultText: "twenty measurements in a run", Usage: "games between measurements against pubeval, 0 for none"},
			&cli.IntFlag{Name: "bench-games", Value: defaults.BenchGames, Usage: "games of a measurement"},
			bearoffFlag(),
			seedFlag(),
			workersFlag(),
		}, startsFlags()...),
		Action: trainTD,
	}
}

// runArguments checks what every command with a run folder is given, and returns
// the number of workers.
func runArguments(c *cli.Context) (int, error) {
	if err := noArguments(c); err != nil {
		return 0, err
	}
	if err := require(c, "out"); err != nil {
		return 0, err
	}
	return workers(c)
}

// trainTD runs the command.
func trainTD(c *cli.Context) error {
	n, err := runArguments(c)
	if err != nil {
		return err
	}
	folder, trainer, databases, err := openRun(c)
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := runTraining(c, folder, trainer, databases, n); err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "model: %s\n", folder.Model())
	if !c.Bool("plot") {
		return nil
	}
	for _, ext := range []string{".png", ".svg"} {
		path := filepath.Join(folder.Dir(), "learning-curve"+ext)
		if err := plotRun(folder, trainer.Config(), path); err != nil {
			return err
		}
		fmt.Fprintf(c.App.Writer, "learning curve: %s\n", path)
	}
	return nil
}

// clearRun removes the run that the command is to replace, if there is one.
func clearRun(c *cli.Context) error {
	if !c.Bool("force") {
		return nil
	}
	return runfolder.New(c.String("out")).Clear()
}

// openRun makes the run folder, or opens it to resume, and opens the databases that
// the run is measured with.
func openRun(c *cli.Context) (*td.Folder, *td.Trainer, *engine.Databases, error) {
	if c.Bool("resume") {
		return resumeRun(c)
	}
	trainer, err := trainerFromFlags(c)
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
	folder, err := td.Create(c.String("out"), trainer, engine.NewEndings(c.String("bearoff"), databases))
	return folder, trainer, databases, err
}

// resumeRun opens the folder of a run that was stopped.
func resumeRun(c *cli.Context) (*td.Folder, *td.Trainer, *engine.Databases, error) {
	folder, err := td.Open(c.String("out"))
	if err != nil {
		return nil, nil, nil, err
	}
	trainer, err := folder.Resume()
	if err != nil {
		return nil, nil, nil, err
	}
	var databases *engine.Databases
	if err = checkSameRun(c, folder, trainer); err == nil {
		databases, err = databasesOfRun(c, folder.Endings())
	}
	if err != nil {
		folder.Close()
		return nil, nil, nil, err
	}
	return folder, trainer, databases, nil
}

// trainerFromFlags returns the trainer of a new run.
func trainerFromFlags(c *cli.Context) (*td.Trainer, error) {
	cfg := td.DefaultConfig()
	if c.String("update") == string(td.BatchUpdate) {
		cfg = td.DefaultBatchConfig()
	}
	parent, err := parentNet(c, &cfg)
	if err != nil {
		return nil, err
	}
	given := func(flag string) bool { return c.IsSet(flag) || flag == "bench-every" } // the rest is in cfg
	if err := configFromFlags(c, &cfg, given); err != nil {
		return nil, usageError{err}
	}
	return newTrainer(c, cfg, parent)
}

// parentNet returns the net of --from, nil if that is not given, and gives the
// config its shape and its variant.
func parentNet(c *cli.Context, cfg *td.Config) (*nets.Net, error) {
	if !c.IsSet("from") {
		return nil, nil
	}
	parent, err := loadModel(c.String("from"))
	if err != nil {
		return nil, err
	}
	net, err := parent.Single()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: train supervised --from and --part train such nets on", c.String("from"), err)
	}
	cfg.SetShape(net.Spec())
	cfg.Variant = parent.Variant.String()
	cfg.Parent, err = parent.Digest()
	return net, err
}

// newTrainer returns the trainer of a new run, from random weights if there is no
// parent, whose games begin where the flags say.
func newTrainer(c *cli.Context, cfg td.Config, parent *nets.Net) (*td.Trainer, error) {
	variant, err := board.ParseVariant(cfg.Variant)
	if err != nil {
		return nil, err
	}
	starts, err := startsFromFlags(c, variant)
	if err != nil {
		return nil, err
	}
	if starts == nil {
		starts = selfplay.Opening(variant)
	}
	cfg.SetStarts(starts)
	var trainer *td.Trainer
	if parent == nil {
		trainer, err = td.New(cfg)
	} else {
		trainer, err = td.Resume(cfg, parent, 0, td.Stats{})
	}
	if err != nil {
		return nil, err
	}
	return trainer, trainer.SetStarts(starts)
}

// checkSameRun refuses to resume a run under settings that it does not have, and
// gives the trainer the positions that its games begin in.
func checkSameRun(c *cli.Context, folder *td.Folder, trainer *td.Trainer) error {
	if c.IsSet("from") {
		return usagef("--from cannot be given with --resume: the run has begun")
	}
	cfg := trainer.Config()
	wanted := cfg
	if err := configFromFlags(c, &wanted, c.IsSet); err != nil {
		return usageError{err}
	}
	starts, err := startsOfRun(c, folder, trainer)
	if err != nil {
		return err
	}
	if c.IsSet("starts") || c.IsSet("opening") {
		wanted.SetStarts(starts)
	}
	if diff := cfg.Difference(&wanted); diff != "" {
		return usagef("%s is a run with other settings: %s; leave the flag out to resume it", c.String("out"), diff)
	}
	return trainer.SetStarts(starts)
}

// configFromFlags sets those fields of the config whose flags want says to use, but
// for where games begin.
func configFromFlags(c *cli.Context, cfg *td.Config, want func(flag string) bool) error {
	var problems []error
	set := func(flag string, assign func() error) {
		if want(flag) {
			if err := assign(); err != nil {
				problems = append(problems, fmt.Errorf("--%s: %w", flag, err))
			}
		}
	}
	set("features", func() error { cfg.Features = c.String("features"); return nil })
	set("hidden", func() (err error) { cfg.Hidden, err = nets.ParseHidden(c.String("hidden")); return err })
	set("activation", func() (err error) {
		cfg.Activation, cfg.Activations, err = parseActivations(c.String("activation"))
		return err
	})
	set("lambda", func() (err error) { cfg.Lambda, err = learn.ParseSchedule(c.String("lambda")); return err })
	set("alpha", func() (err error) { cfg.Alpha, err = learn.ParseSchedule(c.String("alpha")); return err })
	set("layer-alpha", func() (err error) { cfg.LayerAlpha, err = parseFactors(c.String("layer-alpha")); return err })
	set("epsilon", func() error { cfg.Epsilon = c.Float64("epsilon"); return nil })
	set("update", func() error { cfg.Update = td.Update(c.String("update")); return nil })
	set("loss", func() error { cfg.Loss = td.Loss(c.String("loss")); return nil })
	set("games", func() error { cfg.Games = c.Int64("games"); return nil })
	set("variant", func() error { cfg.Variant = c.String("variant"); return nil })
	set("round-games", func() error { cfg.RoundGames = c.Int("round-games"); return nil })
	set("targets", func() error { cfg.Targets = td.Targets(c.String("targets")); return nil })
	set("exact-from", func() error { cfg.ExactFrom = c.Int64("exact-from"); return nil })
	set("batch-size", func() error { cfg.BatchSize = c.Int("batch-size"); return nil })
	set("epochs-per-round", func() error { cfg.Passes = c.Int("epochs-per-round"); return nil })
	set("optimizer", func() error { cfg.Optimizer = learn.Method(c.String("optimizer")); return nil })
	set("momentum", func() error { cfg.Momentum = c.Float64("momentum"); return nil })
	set("sync", func() error { cfg.Sync = c.Int("sync"); return nil })
	set("checkpoint", func() error { cfg.Segment = c.Int64("checkpoint"); return nil })
	set("bench-games", func() error { cfg.BenchGames = c.Int("bench-games"); return nil })
	set("seed", func() error { cfg.Seed = c.Uint64("seed"); return nil })
	set("bench-every", func() error {
		cfg.BenchEvery = c.Int64("bench-every")
		if cfg.BenchEvery < 0 && cfg.Segment > 0 {
			cfg.BenchEvery = (cfg.Games + 20*cfg.Segment - 1) / (20 * cfg.Segment) * cfg.Segment
		}
		return nil
	})
	if err := errors.Join(problems...); err != nil {
		return err
	}
	return cfg.Validate()
}

// parseActivations reads one activation for all layers, or one for each, joined by
// commas.
func parseActivations(text string) (nets.Activation, []nets.Activation, error) {
	var each []nets.Activation
	for _, name := range strings.Split(text, ",") {
		a, err := nets.ParseActivation(name)
		if err != nil {
			return "", nil, err
		}
		each = append(each, a)
	}
	if len(each) == 1 {
		return each[0], nil, nil
	}
	return "", each, nil
}

// parseFactors reads numbers joined by commas; none from an empty text.
func parseFactors(text string) ([]float64, error) {
	if text == "" {
		return nil, nil
	}
	var factors []float64
	for _, part := range strings.Split(text, ",") {
		f, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number", part)
		}
		factors = append(factors, f)
	}
	return factors, nil
}

// runTraining trains to the end under a progress bar.
func runTraining(c *cli.Context, folder *td.Folder, trainer *td.Trainer, databases *engine.Databases, workers int) error {
	cfg := trainer.Config()
	fmt.Fprintf(c.App.ErrWriter, "%s: %v over %s, %s update, alpha %v, lambda %v, %d games from %d on\n",
		folder.Dir(), trainer.Net().Spec(), cfg.Features, cfg.Update, cfg.Alpha, cfg.Lambda, cfg.Games, trainer.Games())
	bar := progress.New(c.App.ErrWriter, "train", "games", cfg.Games, progress.Start(trainer.Games()))
	defer bar.Finish()
	err := folder.Run(c.Context, trainer, workers, td.Hooks{
		Progress: bar.Set,
		Measure:  measurePubeval(trainer.Variant(), databases, workers),
		Point: func(p td.Point) {
			if p.Measurement != nil {
				bar.Note(fmt.Sprintf("pubeval %+.3f ± %.3f ppg", p.PPG, (p.PPGHigh-p.PPGLow)/2))
			}
		},
	})
	return resumable(err, "the first %d games are kept, resume with: gammonlab train td --out %s --resume",
		folder.Reached(), quoted(folder.Dir()))
}

// measureSeed is the seed of measurements, the same for every run, so that
// learning curves meet the same dice.
const measureSeed = 20030101

// measurePubeval returns a measurement against pubeval over pairs of games.
func measurePubeval(variant board.Variant, databases *engine.Databases, workers int) func(context.Context, *nets.Net, int) (*td.Measurement, error) {
	return func(ctx context.Context, net *nets.Net, games int) (*td.Measurement, error) {
		ppg, err := matchPubeval(ctx, nets.NewModel(net, variant), databases, games, workers)
		if err != nil {
			return nil, err
		}
		return &td.Measurement{Opponent: "pubeval", Bench: games, PPG: ppg.Center, PPGLow: ppg.Low, PPGHigh: ppg.High}, nil
	}
}

// matchPubeval returns the points per game of a model against pubeval, over pairs
// of games.
func matchPubeval(ctx context.Context, model *nets.Model, databases *engine.Databases, games, workers int) (stats.Summary, error) {
	match := evalbench.Match{
		A: player.NewGreedy(engine.NewStatic(model, databases)), B: player.Pubeval{},
		Variant: model.Variant, Games: games, Seed: measureSeed, Workers: workers,
	}
	result, err := match.Run(ctx)
	if err != nil {
		return stats.Summary{}, err
	}
	return result.PPG(), nil
}
