package weights

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/progress"
	"gammonlab/nets"
	"gammonlab/supervised/prune"
)

func pruneCommand() *cli.Command {
	return &cli.Command{
		Name:      "prune",
		Usage:     "add nets that prune plays in a search",
		ArgsUsage: modelArg,
		Description: `Trains a small pruning net for each class of positions and writes the model with
them. Searches, exact targets and labels evaluate all plays of a roll by them, and
by the model's other nets only the 5 + log2 of their number that they put first.
The nets learn the model's own static evaluations of the results of plays, met in
games of the model against itself or from the positions of --data, whose labels
are not used. The model's other nets stay as they are; pruning nets that it has
for the same classes are replaced.

For each net it prints how many positions it learned from, how far its equity is
from the model's, and what pruning costs at 0 plies, by the model's own
evaluation, on choices that it did not learn from.

Example:
   gammonlab weights prune runs/first/model.safetensors --out model.safetensors
   gammonlab weights prune large.safetensors --out pruning.safetensors --hidden 64-16
   gammonlab weights prune model.safetensors --out pruning.safetensors --data positions.parquet --part contact`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "safetensors `FILE` to write, required"},
			&cli.StringFlag{Name: "part", DefaultText: "all that the variant has", Usage: "`CLASSES` to train nets for: some of race, crashed, contact"},
			&cli.StringFlag{Name: "features", Value: "gnubg-base200", Usage: "feature `SET`, an additive one"},
			&cli.StringFlag{Name: "hidden", Value: "32", Usage: "units of the hidden layers"},
			&cli.StringFlag{Name: "activation", DefaultText: "sigmoid, then relu", Usage: "of the hidden layers: one for all, or one for each joined by commas"},
			&cli.StringFlag{Name: "data", DefaultText: "self-play", Usage: "take positions from the database `FILE`"},
			&cli.IntFlag{Name: "positions", Value: prune.DefaultPositions, Usage: "results of plays that each net learns from, at most"},
			&cli.IntFlag{Name: "epochs", Value: prune.DefaultEpochs, Usage: "passes over them"},
			cliutil.SeedFlag(),
			cliutil.WorkersFlag(),
			cliutil.JSONFlag(),
		},
		Action: runPrune,
	}
}

// runPrune runs the command.
func runPrune(c *cli.Context) error {
	if ext := filepath.Ext(c.String("out")); ext != extSafetensors {
		return cliutil.Usagef("--out is %q, want a file with the extension %s", c.String("out"), extSafetensors)
	}
	name, m, err := modelArgument(c)
	if err != nil {
		return err
	}
	settings, err := pruneSettings(c, m)
	if err != nil {
		return cliutil.Usage(err)
	}
	if err := settings.Validate(m); err != nil {
		return cliutil.Usagef("%s: %w", name, err)
	}
	source := prune.SelfPlay(m.Variant)
	if path := c.String("data"); path != "" {
		if source, err = prune.FromDatabase(c.Context, path, m.Variant, settings.Seed); err != nil {
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

// addPruning trains the nets under a progress bar.
func addPruning(c *cli.Context, m *nets.Model, source *prune.Source, o prune.Options) (*nets.Model, []prune.Trained, error) {
	total := int64(len(o.Parts) * o.Positions)
	bar := progress.New(c.App.ErrWriter, "gather", "positions", total)
	defer bar.Finish()
	o.Progress = func(share float64) { bar.Set(int64(share * float64(total))) }
	return prune.Add(c.Context, m, source, o)
}

// pruneSettings returns what the flags say.
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

// pruningPrefix begins the names of the parts that prune.
const pruningPrefix = "pruning-"
