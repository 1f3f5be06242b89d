package dataset

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/datasets"
	"gammonlab/datasets/label"
	"gammonlab/engine"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/nets"
)

func labelCommand() *cli.Command {
	stop := rollout.DefaultStop()
	return &cli.Command{
		Name:      "label",
		Usage:     "label the positions of a database",
		ArgsUsage: "FILE",
		Description: `Labels positions that have no label or a worse one, and writes all rows in their order to a
new database. The methods are

   static      0-ply evaluation of a model
   ply1, ply2  1-ply or 2-ply evaluation: the mean over all rolls after a model's best plays
   rollout     rollout by a model, with standard errors
   bearoff     bear-off databases; other positions keep their label
   game        result of one self-play game, or the mean of --trials games

Labels of the same method are kept unless they have fewer trials; --relabel replaces them.

` + cliutil.PresetUsage() + `
Progress is kept in OUT.part until the run completes. If interrupted, run the same command
again to resume. The output is identical for any interruption and any --workers.

` + cliutil.PoolUsage + `

Example:
   gammonlab dataset label positions.parquet --method ply1 --model default --out ply1.parquet
   gammonlab dataset label positions.parquet --method rollout --trials 144 --truncate 11 --out rollouts.parquet
   gammonlab dataset label positions.parquet --method rollout --preset quick --out rollouts.parquet
   gammonlab dataset label positions.parquet --method bearoff --bearoff hyper3.bd --out exact.parquet
   gammonlab dataset label positions.parquet --method rollout --out r.parquet --pool nats://host:4222 --key me.nk`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "output database `FILE`, required"},
			&cli.StringFlag{Name: "method", Usage: "labelling `METHOD`: static, ply1, ply2, rollout, bearoff or game; required"},
			cliutil.ModelFlag(), cliutil.PrecisionFlag(), cliutil.BearoffFlag(),
			&cli.StringSliceFlag{Name: "class", Usage: "only positions of `CLASS`: race, crashed or contact; may be repeated"},
			&cli.BoolFlag{Name: "relabel", Usage: "also label positions that have a label"},
			skipBadFlag(),
			&cli.BoolFlag{Name: "prune", Usage: "with ply1 and ply2, select plays with the model's pruning nets"},
			cliutil.SieveFlag("ply1"),
			cliutil.SeedFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(label.Report{}),
		}, cliutil.Group(cliutil.RolloutGroup,
			cliutil.PresetFlag(),
			&cli.IntFlag{Name: "trials", DefaultText: "144 rollouts, 1 game", Usage: "with rollout and game, number `N` of games for each position"},
			&cli.IntFlag{Name: "plies", Usage: fmt.Sprintf("with rollout and game, search depth of `N` plies, 0 to %d", search.MaxPlies)},
			&cli.StringFlag{Name: "filter", Value: "normal", Usage: "with rollout and game, number of plays to search at each ply: `FILTER` is " + strings.Join(search.Presets(), ", ") + ", or a list as in hint --help"},
			&cli.IntFlag{Name: "truncate", Usage: "with rollout, end each trial after `N` half-moves; 0 for never"},
			&cli.IntFlag{Name: "truncate-plies", Usage: "with rollout, search depth at the truncation, `N` plies"},
			&cli.StringFlag{Name: "truncate-bearoff", Value: "any", Usage: "with rollout, " + cliutil.TruncateBearoffUsage},
			&cli.StringFlag{Name: "variance-reduction", Value: "quick", Usage: "with rollout, " + cliutil.LuckUsage},
			cliutil.EquityFlag("stop-se", 0, fmt.Sprintf("with rollout, stop at a standard error of `EQUITY`, such as %v; 0 for never", stop.Error)),
			&cli.IntFlag{Name: "min-trials", Value: stop.MinTrials, Usage: "with rollout, " + cliutil.MinTrialsUsage},
			&cli.BoolFlag{Name: "cubeful", Usage: "with rollout, play money games with the doubling cube"},
		), cliutil.PoolFlags()),
		Action: runLabel,
	}
}

// runLabel runs the command.
func runLabel(c *cli.Context) error {
	job, err := labelJob(c)
	if err != nil {
		return err
	}
	bar := cliutil.NewBar(c, "label", "positions")
	var close func()
	if job.Pool, close, err = cliutil.PoolFromFlags(c, bar, job.Out); err != nil {
		return err
	}
	defer close()
	job.Progress = func(s *label.Summary) {
		bar.Begin(s.Labelled+s.Unknown-1, s.Wanted) // the number of labels in the journal is known only now
		bar.Note(s.Note())
		bar.Set(s.Labelled + s.Unknown)
	}
	summary, err := label.Run(c.Context, *job)
	bar.Finish()
	if err != nil {
		return cliutil.ResumableFile(err, job.Out)
	}
	return cliutil.PrintResult(c, &label.Report{Out: job.Out, Summary: *summary})
}

// labelJob returns the job of the flags.
func labelJob(c *cli.Context) (*label.Job, error) {
	in, err := cliutil.FileArgument(c)
	if err != nil {
		return nil, err
	}
	if err := cliutil.Require(c, "out", "method"); err != nil {
		return nil, err
	}
	job := &label.Job{In: in, Out: c.String("out"), Replace: c.Bool("force"), Relabel: c.Bool("relabel"), SkipBad: c.Bool("skip-bad")}
	job.Workers = cliutil.Workers(c)
	for _, name := range c.StringSlice("class") {
		class, err := engine.ParseClass(name, engine.Race, engine.Crashed, engine.Contact)
		if err != nil {
			return nil, cliutil.Usagef("--class is %w", err)
		}
		job.Classes = append(job.Classes, class)
	}
	settings, err := labelSettings(c)
	if err != nil {
		return nil, err
	}
	job.Labeller, err = labellerFromFlags(c, *settings)
	return job, err
}

// labellerFromFlags returns a labeller with the model and the databases of the flags.
func labellerFromFlags(c *cli.Context, settings label.Settings) (*label.Labeller, error) {
	var model *nets.Model
	var err error
	if settings.By != datasets.Bearoff {
		if model, err = cliutil.ModelFromFlags(c); err != nil {
			return nil, err
		}
	}
	if settings.Prune && !slices.ContainsFunc(slices.Collect(maps.Keys(model.Nets)), nets.Part.Prunes) {
		return nil, cliutil.Usagef("--prune: the model %s has no pruning nets, see weights prune", c.String("model"))
	}
	databases, err := cliutil.DatabasesFromFlag(c)
	if err != nil {
		return nil, err
	}
	if model == nil {
		return label.OfDatabases(databases)
	}
	return label.New(engine.NewStatic(model, databases), settings)
}
