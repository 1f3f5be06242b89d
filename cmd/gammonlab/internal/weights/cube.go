package weights

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/supervised/cubenets"
)

func cubeCommand() *cli.Command {
	return &cli.Command{
		Name:      "cube",
		Usage:     "train nets of cube efficiencies for a model",
		ArgsUsage: modelArg,
		Description: `Trains a small net for each class that knows the cube efficiency of positions: how much of a live
cube's value the cube has, by its owner, in money games with and without the Jacoby rule and at every
score of a match. Writes the model with these nets. All decisions with the cube then use them instead
of gnubg's constants; cube=gnubg in a player brings the constants back.

The positions are those of games of the model against itself with a little noise, or those of --data,
without their labels. In each round the targets are the cubeful
values one roll ahead, by the model and the nets of the round before. Nets of this kind that the model
has, of the same shape, are trained further. One position in twenty measures the nets; from these
positions it also prints the constants that fit the targets best.

With --labels there is one round, whose targets are the labels of the database: those of dataset
generate --trace and of dataset label --method ply1, both with --cubeful.

Example:
   gammonlab weights cube --out cube.safetensors runs/first/model.safetensors
   gammonlab weights cube --data games.parquet --hidden 128-32 --rounds 10 --out cube.safetensors default
   gammonlab weights cube --data games.parquet --hidden 128-32 --rounds 2 --from default --out cube.safetensors large
   gammonlab weights cube --data cubes.parquet --labels --out cube.safetensors default`,
		Flags: append(cliutil.FlagsOf(new(cubenets.Job), "model"),
			outFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(cubenets.Report{}),
		),
		Action: writes(func(c *cli.Context) error {
			job, bar := new(cubenets.Job), cliutil.NewBar(c, "targets", "positions")
			job.Workers, job.Progress = cliutil.Workers(c), bar.Report
			return addNets(c, job, bar)
		}),
	}
}
