package train

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/internal/progress"
	"gammonlab/nets"
	"gammonlab/td"
)

func tdCommand() *cli.Command {
	defaults, shown := td.DefaultConfig(), td.DefaultBatchConfig()
	shown.Update, shown.Sync = defaults.Update, defaults.Sync
	shape := defaults.Shapes()[0]
	return &cli.Command{
		Name:  "td",
		Usage: "train nets by self-play with TD(λ)",
		Description: `Trains a net, or a net for each class of positions, from games against itself by temporal
differences. It writes a run folder: config.json, metrics.jsonl, checkpoints/ and, at the
end, model.safetensors.

The same command again continues an interrupted run; the result is the same as without the
interruption. With --resume, the settings are those of the run, and --games may change the
number of games, unless --rate or --lambda depends on it. The files of --starts are read
again and must not have changed.

--part trains several nets of a model together: each position is evaluated by the net of
its class, which learns from it. --features, --hidden and --activation take one value for
all nets, or one for each net, joined by /. With --from the nets start from the weights of a
model, by default all its nets except pruning nets; other nets of the model stay as they
are. Larger --hidden or --features enlarge a net without changing its evaluations.

A SCHEDULE is a number, exp:FROM:TO (exponential over the run), steps:VALUE,TIME:VALUE,…
(a new value from each TIME on) or cosine:PEAK:RISE:END (a rise until time RISE, then half
a cosine). Times are games, such as 200000 or 200000games.

Example:
   gammonlab train td --hidden 80 --rate exp:0.1:0.005 --games 300000 --out runs/first --curve
   gammonlab train td --update batch --hidden 512-512-256 --activation relu --games 2500000 \
       --rate steps:0.001,2000000:0.00015 --exact-from 2000000 --out runs/deep
   gammonlab train td --update batch --part race,crashed,contact --hidden 64/64/512-256 --activation relu \
       --games 200000 --rate 0.001 --out runs/classes
   gammonlab train td --update batch --from runs/first/model.safetensors --targets exact --lambda 0.7 \
       --starts odd.parquet=2 --starts backgames.parquet --opening 0.5 --out runs/second
   gammonlab train td --config runs/first/config.json --seed 2 --out runs/third
   gammonlab train td --out runs/deep --resume --games 4000000`,
		Flags: slices.Concat(runFlags(), []cli.Flag{
			&cli.BoolFlag{Name: "curve", Category: cliutil.OutputGroup, Usage: "draw the learning curve in the run folder, as PNG and SVG"},
			&cli.StringFlag{Name: "from", Category: netGroup, Usage: "initial weights, shapes and variant from `MODEL` instead of random weights"},
			partFlag(shape.Part, "all, or the nets of --from except pruning nets"),
		}, shapeSettings(&shape).Flags(), tdSettings(&shown).Flags(), cliutil.Group(measurementGroup, cliutil.BearoffFlag()), []cli.Flag{cliutil.JSONFlag(tdResult{})}, cliutil.StartsFlags()),
		Action: cliutil.NoArguments(runTD, "out"),
	}
}

// tdSettings returns the other options of train td.
func tdSettings(cfg *td.Config) cliutil.Settings {
	rate := fmt.Sprintf("%v, batch %v", td.DefaultConfig().Rate, td.DefaultBatchConfig().Rate)
	return slices.Concat(cliutil.Settings{
		cliutil.Option("lambda", &cfg.Lambda, "λ of TD(λ), 0 to 1, a `SCHEDULE`"),
		cliutil.Option("rate", &cfg.Rate, "learning rate, a `SCHEDULE`").Shown(rate).Also("alpha"),
		cliutil.Option("layer-rates", cliutil.Factors(&cfg.LayerRates), "`FACTORS` on --rate, one for each hidden layer and one for the output layer, such as 1,0.5; the same for all nets"),
		cliutil.Option("epsilon", &cfg.Epsilon, "`CHANCE` of a random play instead of the best; 0 for never"),
		cliutil.Option("update", &cfg.Update, "update `METHOD`: games (fast), batch (minibatches, for deep nets) or online (eligibility traces, the reference)"),
		cliutil.Option("loss", &cfg.Loss, "loss `NAME`: cross-entropy, or squared (Tesauro's TD(λ))"),
		cliutil.Option("games", &cfg.Games, "total number `N` of games; may change with --resume"),
		cliutil.Option("variant", &cfg.Variant, "variant `GAME`: backgammon, nackgammon, hypergammon1, hypergammon2 or hypergammon3").Shown("that of --from, or " + cfg.Variant),
		cliutil.Option("seed", &cfg.Seed, "random seed `N`"),
		cliutil.Option("sync", &cfg.Sync, "update the weights every `N` games; not for batch update"),
	}.In("Training"), cliutil.Settings{
		cliutil.Option("round-games", &cfg.RoundGames, "batch update: number `N` of games between updates"),
		cliutil.Option("targets", &cfg.Targets, "batch update: training targets, `KIND` sampled (λ-returns of the games) or exact (luck-adjusted λ-returns from 1-ply evaluations over the 21 rolls)"),
		cliutil.Option("prune", &cfg.Prune, "batch update: for exact targets, evaluate only the plays that the model's pruning nets select"),
		cliutil.Option("exact-from", &cfg.ExactFrom, "batch update: use exact targets from game number `N` on").Shown("never"),
		cliutil.Option("batch", &cfg.Batch, "batch update: batch size of `N` positions"),
		cliutil.Option("epochs-per-round", &cfg.Passes, "batch update: number `N` of epochs over the positions of a round"),
		cliutil.Option("optimizer", &cfg.Optimizer, "batch update: optimizer `NAME`, adam or sgd"),
		cliutil.Option("momentum", &cfg.Momentum, "batch update: momentum `M` of sgd, below 1; 0 for none"),
		cliutil.Option("precision", &cfg.Precision, "batch update: `PRECISION` of the products of hidden layers, float32 or bf16 (matrix units)"),
	}.In("Batch update"), cliutil.Settings{
		cliutil.Option("checkpoint", &cfg.Checkpoint, "checkpoint every `N` games"),
		cliutil.Option("bench-every", &cfg.BenchEvery, "measure strength against pubeval every `N` games; 0 for never").Shown("20 measurements in a run"),
		cliutil.Option("bench-games", &cfg.BenchGames, "number `N` of games of a measurement"),
	}.In(measurementGroup))
}

// runTD runs the command.
func runTD(c *cli.Context) error {
	folder, trainer, databases, err := openRun(c)
	if err != nil {
		return err
	}
	defer folder.Close()
	if trainer != nil {
		if err := runTraining(c, folder, trainer, databases); err != nil {
			return err
		}
	}
	result := new(tdResult)
	if result.Metrics, err = folder.Metrics(); err != nil {
		return err
	}
	result.trained, err = newTrained(folder.Dir(), folder.Model(), "learning curve", curves(c, folder.Plot))
	return errors.Join(err, cliutil.PrintResult(c, result))
}

// tdResult is the result of train td.
type tdResult struct {
	trained
	Metrics []td.Point `json:"metrics"` // the lines of metrics.jsonl
}

// openRun makes the run folder, or opens it to resume, and opens the bear-off databases
// for its measurements. The trainer is nil if the run is finished.
func openRun(c *cli.Context) (*td.Folder, *td.Trainer, *engine.Databases, error) {
	if continues(c) {
		return resumeRun(c)
	}
	return begin(c, newTrainer, td.Create)
}

// newTrainer returns the trainer of a new run, and the bear-off databases for its
// measurements.
func newTrainer(c *cli.Context) (trainer *td.Trainer, bearoff string, err error) {
	s, parent, err := tdConfig(c)
	if err != nil {
		return nil, "", err
	}
	variant, err := board.ParseVariant(s.Variant)
	if err != nil {
		return nil, "", err
	}
	starts, err := cliutil.StartsOf(c, variant, s)
	if err != nil {
		return nil, "", err
	}
	s.SetStarts(starts)
	if trainer, err = td.NewFrom(s.Config, parent); err != nil {
		return nil, "", err
	}
	return trainer, cliutil.BearoffOf(c, s.Bearoff), trainer.SetStarts(starts)
}

// tdConfig returns the settings of a new run, those of --config overridden by flags, and
// the model of --from, nil without it.
func tdConfig(c *cli.Context) (*td.Settings, *nets.Model, error) {
	var parent *nets.Model
	if name := c.String("from"); name != "" {
		var err error
		if parent, err = cliutil.LoadModel(name); err != nil {
			return nil, nil, err
		}
	}
	s, err := cliutil.FromConfig(c, func(text []byte) (*td.Settings, error) {
		base := td.DefaultsFor(text)
		switch update := td.Update(c.String("update")); {
		case c.IsSet("update") && update == td.BatchUpdate:
			base = td.DefaultBatchConfig()
		case c.IsSet("update"):
			base = td.DefaultConfig()
		}
		base.ForgetSteps()
		if parent != nil {
			base.SetShapes(nets.ShapesOf(parent))
			base.Variant = parent.Variant.String()
		}
		return td.ParseSettings(text, base)
	})
	if err == nil {
		err = setParent(&s.Parent, parent)
	}
	if err == nil {
		err = tdFlags(c, &s.Config, parent)
	}
	return s, parent, err
}

// tdFlags sets the settings to the values of the flags, except the start positions.
func tdFlags(c *cli.Context, cfg *td.Config, parent *nets.Model) error {
	if err := tdSettings(cfg).Override(c); err != nil {
		return cliutil.Usage(err)
	}
	shapes, err := shapesFromFlags(c, cfg.Shapes(), parent)
	if err != nil {
		return cliutil.Usage(err)
	}
	cfg.SetShapes(shapes)
	cfg.Adapt()
	same := *cfg
	if same.Starts == nil {
		same.Opening = 0 // it belongs to --starts
	}
	if err := same.Validate(); err != nil {
		return cliutil.Usage(err)
	}
	return nil
}

// runTraining trains to the end of the run and shows a progress bar.
func runTraining(c *cli.Context, folder *td.Folder, trainer *td.Trainer, databases *engine.Databases) error {
	cfg := trainer.Config()
	cliutil.Note(c, "%s: %s, update %s, rate %v, lambda %v, %d of %d games done",
		folder.Dir(), nets.ShapesText(cfg.Shapes()), cfg.Update, cfg.Rate, cfg.Lambda, trainer.Games(), cfg.Games)
	bar := progress.New(c.App.ErrWriter, "train", "games", cfg.Games, progress.Start(trainer.Games()))
	defer bar.Finish()
	hooks := td.Hooks{
		Progress: bar.Set,
		Measure:  measurePubeval(databases, cliutil.Workers(c)),
		Point: func(p td.Point) {
			if p.Measurement != nil {
				bar.Note(fmt.Sprintf("pubeval %+.3f ± %.3f ppg", p.PPG, (p.PPGHigh-p.PPGLow)/2))
			}
		},
	}
	err := withEvents(c, func() error { return folder.Run(c.Context, trainer, cliutil.Workers(c), hooks) })
	return cliutil.Resumable(err, "training on %d games is kept; resume with the same command", trainer.Games())
}

// measurePubeval returns a function that measures a model against pubeval over pairs of
// games.
func measurePubeval(databases *engine.Databases, workers int) func(context.Context, *nets.Model, int) (*td.Measurement, error) {
	return func(ctx context.Context, model *nets.Model, games int) (*td.Measurement, error) {
		ppg, err := matchPubeval(ctx, model, databases, games, workers)
		if err != nil {
			return nil, err
		}
		return &td.Measurement{Bench: games, PPG: ppg.Center, PPGLow: ppg.Low, PPGHigh: ppg.High}, nil
	}
}
