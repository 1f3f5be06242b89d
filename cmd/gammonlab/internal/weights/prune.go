package weights

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/progress"
	"gammonlab/internal/supervised/prune"
	"gammonlab/nets"
)

func pruneCommand() *cli.Command {
	return &cli.Command{
		Name:      "prune",
		Usage:     "train pruning nets for a model",
		ArgsUsage: modelArg,
		Description: `Trains a small pruning net for each class and writes the model with these nets. In searches, exact
targets and labels, pruning nets evaluate all n plays of a roll, and the model's other nets
evaluate only the best 5 + log2 n of them. If all pruning nets have 48 units or more in their
first layer, the other nets evaluate at most 5 plays in searches, and at most 2 at the last ply of
a search of two plies or more.

The training targets are the model's 0-ply evaluations of positions after plays, in self-play
games or from the positions of --data, without their labels. Existing pruning nets of the same
classes are replaced; other nets do not change.

For each net it prints the number of training positions, the difference of its equity from the
model's, and the cost of pruning at 0 plies by the model's evaluations, on plays that were not
used for training.

Example:
   gammonlab weights prune runs/first/model.safetensors --out model.safetensors
   gammonlab weights prune large.safetensors --out pruning.safetensors --hidden 64-16
   gammonlab weights prune model.safetensors --out pruning.safetensors --data positions.parquet --part contact
   gammonlab weights prune model.safetensors --out pruning.safetensors --hidden 64-16 \
       --activation relu --data positions.parquet --positions 3000000`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "output safetensors `FILE`, required"},
			&cli.StringFlag{Name: "part", DefaultText: "all that the variant has", Usage: "train pruning nets for these `CLASSES`, joined by commas: race, crashed, contact"},
			&cli.StringFlag{Name: "features", Value: "gnubg-base200", Usage: "additive feature `SET`"},
			&cli.StringFlag{Name: "hidden", Value: "32", Usage: "sizes `UNITS` of the hidden layers, such as 32 or 64-16"},
			&cli.StringFlag{Name: "activation", DefaultText: "sigmoid, then relu", Usage: "activation `NAME` of the hidden layers, or one for each layer, joined by commas"},
			&cli.StringFlag{Name: "data", DefaultText: "self-play", Usage: "train on positions of database `FILE`"},
			&cli.IntFlag{Name: "positions", Value: prune.DefaultPositions, Usage: "maximum number `N` of training positions for each net"},
			&cli.IntFlag{Name: "epochs", Value: prune.DefaultEpochs, Usage: "number `N` of epochs"},
			cliutil.SeedFlag(),
			cliutil.WorkersFlag(),
			cliutil.JSONFlag(prune.Report{}),
		},
		Action: runPrune,
	}
}

// runPrune runs the command.
func runPrune(c *cli.Context) error {
	if ext := filepath.Ext(c.String("out")); ext != extSafetensors {
		return cliutil.Usagef("--out is %q, want a file with the extension %s", c.String("out"), extSafetensors)
	}
	_, m, err := modelArgument(c)
	if err != nil {
		return err
	}
	settings, err := pruneSettings(c, m)
	if err != nil {
		return cliutil.Usage(err)
	}
	if err := settings.Validate(m); err != nil {
		return cliutil.Usage(err)
	}
	source := prune.SelfPlay(m.Variant)
	if path := c.String("data"); path != "" {
		if source, err = prune.FromDatabase(c.Context, path, m.Variant, &settings); err != nil {
			return err
		}
	}
	pruning, trained, err := addPruning(c, m, source, prune.Options{Settings: settings, Workers: cliutil.Workers(c)})
	if err != nil {
		return err
	}
	if err := pruning.Save(c.String("out")); err != nil {
		return err
	}
	return cliutil.PrintResult(c, &prune.Report{Out: c.String("out"), Trained: trained})
}

// addPruning trains the nets and shows a progress bar.
func addPruning(c *cli.Context, m *nets.Model, source *prune.Source, o prune.Options) (*nets.Model, []prune.Trained, error) {
	total := int64(len(o.Parts) * o.Positions)
	bar := progress.New(c.App.ErrWriter, "gather", "positions", total)
	defer bar.Finish()
	o.Progress = func(share float64) { bar.Set(int64(share * float64(total))) }
	return prune.Add(c.Context, m, source, o)
}

// pruneSettings returns the settings of the flags.
func pruneSettings(c *cli.Context, m *nets.Model) (prune.Settings, error) {
	s := prune.DefaultSettings(m.Variant)
	var err error
	if s.Hidden, err = nets.ParseHidden(c.String("hidden")); err != nil {
		return s, fmt.Errorf("--hidden: %w", err)
	}
	s.Activations = nets.FitActivations(s.Activations, len(s.Hidden), true)
	if c.IsSet("activation") {
		list, err := nets.ParseActivations(c.String("activation"))
		if err != nil {
			return s, fmt.Errorf("--activation: %w", err)
		}
		s.Activations = nets.OfLayers(list, len(s.Hidden))
	}
	s.Features, s.Positions, s.Epochs, s.Seed = c.String("features"), c.Int("positions"), c.Int("epochs"), c.Uint64("seed")
	if c.IsSet("part") {
		s.Parts = nil
		for _, class := range strings.Split(c.String("part"), ",") {
			s.Parts = append(s.Parts, nets.Part(pruningPrefix+strings.TrimPrefix(class, pruningPrefix)))
		}
	}
	return s, nil
}

// pruningPrefix is the prefix of the names of pruning parts.
const pruningPrefix = "pruning-"
