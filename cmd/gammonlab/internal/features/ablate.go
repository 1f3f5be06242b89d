package features

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/supervised/ablate"
)

func ablateCommand() *cli.Command {
	return &cli.Command{
		Name:  "ablate",
		Usage: "measure the importance of groups of inputs",
		Description: `Prints the increase of a net's loss if the inputs of a group are shuffled among the positions,
and if they are replaced by their means. It measures each net of a model (--model), or trains a
net over a feature set (--features) on part of the data and measures it on the rest. --retrain
also trains a net without each group: its loss shows what no other group can replace.

The data are a database, or a text that dataset import reads, such as a CSV table with gnubg
position IDs and the five probabilities to win, win a gammon, win a backgammon, lose a gammon, lose a
backgammon, in columns with the names of eval; or such a table on standard input (--data -).
The loss is the Kullback-Leibler divergence from the data in nats, or the root mean square error
of the equity in mEq (thousandths of a point).

` + cliutil.PoolUsage + `
This is for --retrain: each worker trains a net without one group.

Example:
   gammonlab features ablate --model default --data labelled.csv --plot worth.png
   gammonlab eval --model /usr/lib/gnubg/gnubg.wd --format csv - < ids.txt > labelled.csv`,
		Flags: slices.Concat(cliutil.FlagsOf(new(ablate.Job)), []cli.Flag{
			&cli.StringFlag{Name: "plot", Usage: "draw the losses as a bar chart in `FILE`, .png or .svg"},
			cliutil.WorkersFlag(), cliutil.JSONFlag(ablate.Report{}),
		}, cliutil.PoolFlags()),
		Action: cliutil.NoArguments(runAblate, "data"),
	}
}

// runAblate runs the command.
func runAblate(c *cli.Context) error {
	job, err := ablateJob(c)
	if err != nil {
		return err
	}
	bar := cliutil.NewBar(c, "train", "positions")
	var close func()
	if job.Pool, close, err = cliutil.PoolFromFlags(c, bar, ""); err != nil {
		return err
	}
	defer close()
	var step string
	job.Progress = func(now string, done, total int64) {
		if now != step {
			bar.Next(now, "positions")
			step = now
		}
		bar.Report(done, total)
	}
	report, err := job.Run(c.Context)
	bar.Finish()
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

// ablateJob returns the job of the flags.
func ablateJob(c *cli.Context) (*ablate.Job, error) {
	job := &ablate.Job{Workers: cliutil.Workers(c)}
	if err := cliutil.ReadSettings(c, job, nil); err != nil {
		return nil, err
	}
	if c.IsSet("pool") && !job.Retrain {
		return nil, cliutil.Usagef("--pool needs --retrain: workers train nets")
	}
	switch ext := strings.ToLower(filepath.Ext(c.String("plot"))); {
	case c.String("plot") != "" && ext != ".png" && ext != ".svg":
		return nil, cliutil.Usagef("--plot is %q, want a file that ends in .png or .svg", c.String("plot"))
	}
	if job.Data == "-" {
		job.Data, job.In = "", c.App.Reader
	}
	if err := cliutil.Opened(job.Open(cliutil.Opener(c))); err != nil {
		return nil, err
	}
	if model, _ := job.Model.Nets(); model != nil && model.Variant != job.Game() {
		cliutil.WarnVariant(c, "", model.Variant, job.Game())
	}
	return job, nil
}
