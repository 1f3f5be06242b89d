// Package train has the commands that train nets.
package train

import (
	"context"
	"fmt"

	"gammonlab/engine/named"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/evalbench"
	"gammonlab/internal/digest"
	"gammonlab/internal/runfolder"
	"gammonlab/nets"
)

// Command returns the group of commands.
func Command() *cli.Command {
	return &cli.Command{
		Name:        "train",
		Usage:       "train a net",
		Subcommands: []*cli.Command{tdCommand(), supervisedCommand(), iterateCommand()},
	}
}

// measurementGroup is the group of the flags of checkpoints and of measurements of the net.
const measurementGroup = "Checkpoints and measurement"

// runFlags returns the flags of every command that trains.
func runFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "out", Usage: "run folder `FOLDER`, required"},
		&cli.StringFlag{Name: "config", Usage: "read settings from JSON `FILE`, such as the config.json of another run; flags override it"},
		&cli.BoolFlag{Name: "resume", Usage: "continue the run in --out with its settings instead of those of the command"},
		&cli.StringFlag{Name: events.Flag, Category: cliutil.OutputGroup, Usage: "also write metrics for TensorBoard to a subfolder of `FOLDER`"},
		cliutil.WorkersFlag(),
	}
}

// continues reports whether the command continues a run: the folder of --out contains one,
// and is not to be replaced.
func continues(c *cli.Context) bool {
	return c.Bool("resume") || !c.Bool("force") && runfolder.New(c.String("out")).Begun()
}

// noteFinished says that there is nothing to train.
func noteFinished(c *cli.Context) error {
	cliutil.Note(c, "the run in %s is finished", c.String("out"))
	return withEvents(c, func() error { return nil })
}

// clearRun removes an existing run of the command if --force is set.
func clearRun(c *cli.Context) error {
	if !c.Bool("force") {
		return nil
	}
	return runfolder.New(c.String("out")).Clear(c.Command.Name)
}

// trained is the result of a run.
type trained struct {
	Out    string   `json:"out"`    // path of the run folder
	Model  string   `json:"model"`  // path of the model
	Digest string   `json:"digest"` // of the model
	Files  []string `json:"files"`  // paths of charts and pages

	what string // description of the files
}

// newTrained returns the result of a run whose model is a file in the folder. Plot draws
// the curves, nil for none.
func newTrained(dir, model, what string, plot func() ([]string, error)) (t trained, err error) {
	t = trained{Out: dir, Model: model, Files: []string{}, what: what}
	if t.Digest, err = digest.File(model); err != nil || plot == nil {
		return t, err
	}
	files, err := plot()
	t.Files = append(t.Files, files...)
	return t, err
}

// curves returns plot if the flag for curves is set, otherwise nil.
func curves(c *cli.Context, plot func() ([]string, error)) func() ([]string, error) {
	if !c.Bool("curve") {
		return nil
	}
	return plot
}

// Text returns a line for each file.
func (t *trained) Text() string {
	text := fmt.Sprintf("model: %s\n", t.Model)
	for _, path := range t.Files {
		text += fmt.Sprintf("%s: %s\n", t.what, path)
	}
	return text
}

// setParent sets the digest of the model that a run starts from, and returns an error for
// a config with a parent if no parent is given.
func setParent(digest *string, parent *nets.Model) (err error) {
	switch {
	case parent != nil:
		*digest, err = parent.Digest()
	case *digest != "":
		err = cliutil.Usagef("--config: its run started from the model with the digest %s: name a model by --from, or leave out parent", *digest)
	}
	return err
}

// measureSeed is the seed of measurements, the same for every run, so that the learning
// curves of all runs come from the same dice.
const measureSeed = 20030101

// matchPubeval returns the points per game of a model against pubeval, over pairs
// of games.
func matchPubeval(ctx context.Context, model *nets.Model, databases *engine.Databases, games, workers int) (evalbench.Summary, error) {
	match := evalbench.Match{
		A: named.Player{Player: player.NewGreedy(engine.NewStatic(model, databases))}, B: named.Player{Player: player.Pubeval{}},
		Conditions: evalbench.Conditions{Variant: model.Variant, Seed: measureSeed}, Games: games, Workers: workers,
	}
	result, err := match.Run(ctx)
	if err != nil {
		return evalbench.Summary{}, err
	}
	return result.PPG(), nil
}

// begin makes the run folder of a new run. newTrainer returns its trainer and the
// bear-off databases for its measurements.
func begin[T, F any](
	c *cli.Context, newTrainer func(*cli.Context) (trainer T, bearoff string, err error), create func(dir string, trainer T, e engine.Endings) (F, error),
) (folder F, trainer T, databases *engine.Databases, err error) {
	trainer, bearoff, err := newTrainer(c)
	if err != nil {
		return folder, trainer, nil, err
	}
	if databases, err = cliutil.OpenDatabases(c, bearoff); err != nil {
		return folder, trainer, nil, err
	}
	if err = clearRun(c); err != nil {
		return folder, trainer, nil, err
	}
	folder, err = create(c.String("out"), trainer, engine.NewEndings(bearoff, databases))
	return folder, trainer, databases, err
}
