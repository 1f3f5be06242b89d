package features

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/internal/progress"
	"gammonlab/nets"
	"gammonlab/supervised"
	"gammonlab/supervised/ablate"
)

func ablateCommand() *cli.Command {
	defaults := ablate.DefaultConfig(features.Perspective196{})
	return &cli.Command{
		Name:  "ablate",
		Usage: "measure the importance of groups of inputs",
		Description: `Prints the increase of a net's loss if the inputs of a group are shuffled among the positions,
and if they are replaced by their means. It measures each net of a model (--model), or trains a
net over a feature set (--features) on part of the data and measures it on the rest. --retrain
also trains a net without each group: its loss shows what no other group can replace.

The data are a CSV table with gnubg position IDs and the five probabilities to win, win a
gammon, win a backgammon, lose a gammon, lose a backgammon, in columns with the names of eval.
The loss is the Kullback-Leibler divergence from the data in nats, or the root mean square error
of the equity in mEq (thousandths of a point).

` + cliutil.PoolUsage + `
This is for --retrain: each worker trains a net without one group.

Example:
   gammonlab features ablate --model default --data labelled.csv --plot worth.png
   gammonlab eval --model /usr/lib/gnubg/gnubg.wd --format csv - < ids.txt > labelled.csv`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "data", Usage: "`FILE` of labelled positions (CSV), or - for standard input; required"},
			&cli.StringFlag{Name: "model", Usage: "`MODEL` to examine: " + cliutil.ModelForms()},
			&cli.StringFlag{Name: "features", Usage: "feature `SET` (see features list): train a net over it instead of --model"},
			&cli.StringFlag{Name: "class", Usage: "only positions of `CLASS`: race, crashed or contact"},
			&cli.StringFlag{Name: "hidden", Value: nets.FormatHidden(defaults.Nets[0].Hidden), Usage: "with --features, sizes `UNITS` of the hidden layers, such as 64 or 64-32"},
			&cli.IntFlag{Name: "epochs", Value: defaults.Epochs, Usage: "with --features, maximum number `N` of epochs"},
			&cli.BoolFlag{Name: "retrain", Usage: "with --features, also train a net without each group"},
			&cli.IntFlag{Name: "permutations", Value: 5, Usage: "number `N` of shuffles of each group"},
			&cli.StringFlag{Name: "plot", Usage: "draw the losses as a bar chart in `FILE`, .png or .svg"},
			cliutil.VariantFlag("the model's, or backgammon"),
			cliutil.SeedFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(ablate.Report{}),
		}, cliutil.PoolFlags()...),
		Action: cliutil.NoArguments(runAblate, "data"),
	}
}

// validationShare is the share of the data that measures a net and is not used for
// training.
const validationShare = 0.2

// runAblate runs the command.
func runAblate(c *cli.Context) error {
	options, err := ablateOptions(c)
	if err != nil {
		return err
	}
	var report *ablate.Report
	if c.IsSet("model") {
		report, err = ablateModel(c, options)
	} else {
		report, err = ablateSet(c, options)
	}
	if err != nil {
		return err
	}
	if path := c.String("plot"); path != "" {
		if err := report.Draw(path); err != nil {
			return err
		}
	}
	return cliutil.PrintResult(c, report)
}

// ablateOptions reads the flags and checks everything that it can before the work begins.
func ablateOptions(c *cli.Context) (o ablate.Options, err error) {
	if c.IsSet("model") == c.IsSet("features") {
		return o, cliutil.Usagef("give --model for a trained model or --features to train a net, one of them")
	}
	for _, flag := range []string{"hidden", "epochs", "retrain"} {
		if c.IsSet("model") && c.IsSet(flag) {
			return o, cliutil.Usagef("--%s has no effect with --model: the model is trained", flag)
		}
	}
	if c.IsSet("pool") && !c.Bool("retrain") {
		return o, cliutil.Usagef("--pool needs --retrain: workers train nets")
	}
	switch ext := strings.ToLower(filepath.Ext(c.String("plot"))); {
	case c.String("plot") != "" && ext != ".png" && ext != ".svg":
		return o, cliutil.Usagef("--plot is %q, want a file that ends in .png or .svg", c.String("plot"))
	}
	o = ablate.Options{Permutations: c.Int("permutations"), Seed: c.Uint64("seed"), Workers: cliutil.Workers(c)}
	if o.Permutations < 2 {
		return o, cliutil.Usagef("--permutations is %d, want at least 2, for a standard error", o.Permutations)
	}
	return o, nil
}

// ablateModel measures the importance of groups for the nets of a trained model.
func ablateModel(c *cli.Context, o ablate.Options) (*ablate.Report, error) {
	net, err := cliutil.NetFromFlags(c, "bearoff")
	if err != nil {
		return nil, err
	}
	model := net.Static().Model()
	report, rows, err := newAblation(c, o, net.Game())
	if err != nil {
		return nil, err
	}
	report.Model = c.String("model")
	parts, _ := ablate.Divide(model, rows)
	bar := progress.New(c.App.ErrWriter, "ablate", "positions", int64(len(rows)))
	defer bar.Finish()
	o.Progress = func(n int) { bar.Add(int64(n)) }
	for _, part := range parts {
		if len(part.Rows) == 0 {
			report.Unasked = append(report.Unasked, part.Name)
			continue
		}
		samples := supervised.NewSamples(part.Net.Set(), net.Game(), part.Rows)
		result, err := ablate.Net(c.Context, part.Net, samples, o)
		if err != nil {
			return nil, fmt.Errorf("the net for %s: %w", part.Name, err)
		}
		report.Add(part.Name, part.Net, result)
	}
	return report, nil
}

// ablateSet measures the importance of groups for a net that it trains.
func ablateSet(c *cli.Context, o ablate.Options) (*ablate.Report, error) {
	set, err := features.Lookup(c.String("features"))
	if err != nil {
		return nil, cliutil.Usagef("--features: %w", err)
	}
	hidden, err := nets.ParseHidden(c.String("hidden"))
	if err != nil {
		return nil, cliutil.Usagef("--hidden: %w", err)
	}
	cfg := ablate.DefaultConfig(set)
	cfg.Epochs, cfg.Seed = c.Int("epochs"), o.Seed
	cfg.Nets[0] = nets.ShapeOf(nets.All, nets.NewSpec(set, nets.Sigmoid, hidden...))
	if err := cfg.Validate(); err != nil {
		return nil, cliutil.Usage(err)
	}
	variant := cliutil.VariantOr(c, board.Backgammon)
	report, rows, err := newAblation(c, o, variant)
	if err != nil {
		return nil, err
	}
	report.Set = features.ID(set)
	training, validation := supervised.Split(rows, validationShare)
	if len(training) < 2 || len(validation) < 2 {
		return nil, fmt.Errorf("%s: %d positions are too few to train on some and measure on others", report.Data, len(rows))
	}
	with := ablate.Training{
		Config: cfg, Training: supervised.NewSamples(set, variant, training), Validation: supervised.NewSamples(set, variant, validation),
	}
	return report, trainAblated(c, report, with, o)
}

// trainAblated trains a net and measures the importance of its input groups. With
// --retrain, it also trains a net without each group.
func trainAblated(c *cli.Context, a *ablate.Report, with ablate.Training, o ablate.Options) error {
	steps := int64(with.Config.Epochs * with.Training.Len())
	bar := cliutil.NewBar(c, "train", "positions")
	pool, close, err := cliutil.PoolFromFlags(c, bar, "")
	if err != nil {
		return err
	}
	defer close()
	bar.Begin(0, steps)
	defer bar.Finish()
	trained, err := supervised.Train(c.Context, with.Config, with.Training, with.Validation, func(n int) { bar.Add(int64(n)) })
	if err != nil {
		return err
	}
	a.TrainedOn, a.Epochs = with.Training.Len(), trained.Best
	result, err := ablate.Net(c.Context, trained.Net, with.Validation, o)
	if err != nil {
		return err
	}
	if c.Bool("retrain") {
		bar.Next("train without each group", "positions")
		bar.Begin(0, steps*int64(len(result.Groups)))
		o.Pool, o.Progress = pool, func(n int) { bar.Add(int64(n)) }
		if err := ablate.Retrain(c.Context, result, with, o); err != nil {
			return err
		}
	}
	part := nets.All
	if class := c.String("class"); class != "" {
		part = nets.Part(class) // the classes that nets evaluate have the same names as parts
	}
	a.Add(part, trained.Net, result)
	return nil
}

// newAblation reads the data of the flags, without positions where the game is over and
// without those of other classes than --class.
func newAblation(c *cli.Context, o ablate.Options, variant board.Variant) (*ablate.Report, []datasets.Row, error) {
	a := &ablate.Report{Data: dataName(c), Permutations: o.Permutations, Seed: o.Seed}
	class := engine.Over // all classes
	if name := c.String("class"); name != "" {
		var err error
		if class, err = engine.ParseClass(name, engine.Race, engine.Crashed, engine.Contact); err != nil {
			return nil, nil, cliutil.Usagef("--class is %w", err)
		}
	}
	all, err := readLabelled(c, variant)
	if err != nil {
		return nil, nil, err
	}
	rows, err := a.Select(all, class)
	return a, rows, err
}

// readLabelled reads the labelled positions of the flag data.
func readLabelled(c *cli.Context, variant board.Variant) ([]datasets.Row, error) {
	in := c.App.Reader
	if path := c.String("data"); path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	table, err := datasets.NewCSV(in, dataName(c), variant)
	if err != nil {
		return nil, err
	}
	return datasets.ReadAll(table)
}

// dataName returns the name of the data in messages.
func dataName(c *cli.Context) string {
	if path := c.String("data"); path != "-" {
		return path
	}
	return "standard input"
}
