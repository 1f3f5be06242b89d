package weights

import (
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/progress"
	"gammonlab/internal/supervised/cubenets"
	"gammonlab/nets"
)

func cubeCommand() *cli.Command {
	s := cubenets.DefaultSettings()
	return &cli.Command{
		Name:      "cube",
		Usage:     "train nets of cube efficiencies for a model",
		ArgsUsage: modelArg,
		Description: `Trains a small net for each class that knows the cube efficiency of positions: how much of a live
cube's value the cube has, by its owner, in money games with and without the Jacoby rule and at every
score of a match. Writes the model with these nets. All decisions with the cube then use them instead
of gnubg's constants; cube=gnubg in a player brings the constants back.

The positions are those of --data, without their labels, such as a million of games with a little
noise: dataset generate --noise 0.01 --positions 1000000. In each round the targets are the cubeful
values one roll ahead, by the model and the nets of the round before. Nets of this kind that the model
has, of the same shape, are trained further. One position in twenty measures the nets; from these
positions it also prints the constants that fit the targets best.

Example:
   gammonlab weights cube --data games.parquet --out cube.safetensors model.safetensors
   gammonlab weights cube --data games.parquet --hidden 128-32 --rounds 10 --out cube.safetensors default
   gammonlab weights cube --data games.parquet --hidden 128-32 --rounds 2 --from default --out cube.safetensors large`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "data", Usage: "positions of database `FILE`, required"},
			&cli.StringFlag{Name: "from", DefaultText: "the model's, if it has some", Usage: "start from the nets of this kind of `MODEL`, of the same shape"},
			&cli.StringFlag{Name: "out", Usage: "output safetensors `FILE`, required"},
			&cli.StringFlag{Name: "hidden", Value: "96-32", Usage: "sizes `UNITS` of the hidden layers"},
			&cli.IntFlag{Name: "positions", Value: s.Positions, Usage: "maximal number `N` of positions, drawn from the database"},
			&cli.IntFlag{Name: "rounds", Value: s.Rounds, Usage: "number `N` of rounds"},
			&cli.IntFlag{Name: "epochs", Value: s.Epochs, Usage: "number `N` of epochs of a round; the first has twice as many"},
			&cli.IntFlag{Name: "batch", Value: s.Batch, Usage: "number `N` of positions of a step"},
			&cli.Float64Flag{Name: "rate", Value: s.Rate, Usage: "learning `RATE` of Adam at the start"},
			cliutil.BearoffFlag(),
			cliutil.SeedFlag(),
			cliutil.WorkersFlag(),
			cliutil.JSONFlag(cubenets.Report{}),
		},
		Action: runCube,
	}
}

// runCube runs the command.
func runCube(c *cli.Context) error {
	if ext := filepath.Ext(c.String("out")); ext != extSafetensors {
		return cliutil.Usagef("--out is %q, want a file with the extension %s", c.String("out"), extSafetensors)
	}
	if c.String("data") == "" {
		return cliutil.Usagef("--data is required")
	}
	settings := cubenets.Settings{
		Positions: c.Int("positions"), Rounds: c.Int("rounds"), Epochs: c.Int("epochs"), Batch: c.Int("batch"),
		Rate: c.Float64("rate"), Seed: c.Uint64("seed"),
	}
	var err error
	if settings.Hidden, err = nets.ParseHidden(c.String("hidden")); err != nil {
		return cliutil.Usage(fmt.Errorf("--hidden: %w", err))
	}
	if err := settings.Validate(); err != nil {
		return cliutil.Usage(err)
	}
	_, m, err := modelArgument(c)
	if err != nil {
		return err
	}
	databases, err := cliutil.DatabasesFromFlag(c)
	if err != nil {
		return err
	}
	options := cubenets.Options{Settings: settings, Workers: cliutil.Workers(c)}
	if name := c.String("from"); name != "" {
		if options.From, err = cliutil.LoadModel(name); err != nil {
			return fmt.Errorf("--from: %w", err)
		}
	}
	bar := progress.New(c.App.ErrWriter, "targets", "positions", int64(settings.Rounds*settings.Positions))
	defer bar.Finish()
	options.Progress = func(round, answered int) { bar.Set(int64((round-1)*settings.Positions + answered)) }
	with, report, err := cubenets.Add(c.Context, m, databases, c.String("data"), options)
	if err != nil {
		return err
	}
	if err := with.Save(c.String("out")); err != nil {
		return err
	}
	report.Out = c.String("out")
	return cliutil.PrintResult(c, report)
}
