package kinds

import (
	"context"
	"path/filepath"

	"gammonlab/internal/setting"
	"gammonlab/supervised/cubenets"
	"gammonlab/supervised/prune"
	"gammonlab/work"
)

// modelOut is the model that work writes.
type modelOut struct {
	Out string `json:"out" required:"true" input:"command" path:"out" file:"model.safetensors" help:"output safetensors <FILE>"`
}

// check returns an error if the file has another extension than models have.
func (o *modelOut) check() error {
	return setting.Check("out", o.Out == "" || filepath.Ext(o.Out) == extSafetensors, "is %q, want a file with the extension %s", o.Out, extSafetensors)
}

// pruneWork has the settings of the command weights prune.
type pruneWork struct {
	prune.Job
	modelOut
}

// Validate returns an error for another extension of the output than models have.
func (w *pruneWork) Validate() error { return w.check() }

func pruneKind() work.Kind[pruneWork, *prune.Report] {
	return work.Kind[pruneWork, *prune.Report]{
		Name: "weights prune", Title: "Pruning nets", Unit: "positions", Label: "gather",
		Usage: "train pruning nets for a model",
		About: "Train small nets that choose the plays which a model evaluates in searches.",
		Help: `Trains a small pruning net for each class and writes the model with these nets. In searches, exact
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
		Run: func(ctx context.Context, w *pruneWork, env *work.Env) (*prune.Report, error) {
			w.Workers, w.Progress = env.Workers, env.Count()
			return w.Job.Run(ctx, w.Out)
		},
	}
}

// cubeWork has the settings of the command weights cube.
type cubeWork struct {
	cubenets.Job
	modelOut
}

// Validate returns an error for the first invalid setting.
func (w *cubeWork) Validate() error {
	if err := w.check(); err != nil {
		return err
	}
	return w.Job.Validate()
}

func cubeKind() work.Kind[cubeWork, *cubenets.Report] {
	return work.Kind[cubeWork, *cubenets.Report]{
		Name: "weights cube", Title: "Cube nets", Unit: "positions", Label: "targets",
		Usage: "train nets of cube efficiencies for a model",
		About: "Train nets of cube efficiencies for a model, on positions of a database that a job of this server has made.",
		Help: `Trains a small net for each class that knows the cube efficiency of positions: how much of a live
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
		Run: func(ctx context.Context, w *cubeWork, env *work.Env) (*cubenets.Report, error) {
			w.Workers, w.Progress = env.Workers, env.Count()
			return w.Job.Run(ctx, w.Out)
		},
	}
}
