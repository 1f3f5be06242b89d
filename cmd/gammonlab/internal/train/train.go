// Package train has the commands that train nets.
package train

import (
	"errors"
	"os"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/training"
	"gammonlab/internal/identity"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/setting"
)

// Command returns the group of commands.
func Command() *cli.Command {
	return &cli.Command{
		Name:        "train",
		Usage:       "train a net",
		Subcommands: []*cli.Command{tdCommand(), supervisedCommand()},
	}
}

// runFlags returns the flags of a command that trains, by its settings.
func runFlags(settings, result any) []cli.Flag {
	return append(cliutil.FlagsOf(settings),
		&cli.StringFlag{Name: "config", Usage: "read settings from JSON `FILE`, such as the config.json of another run; flags override it"},
		&cli.BoolFlag{Name: "resume", Usage: "continue the run in --out with its settings instead of those of the command"},
		&cli.StringFlag{Name: events.Flag, Category: cliutil.OutputGroup, Usage: "also write metrics for TensorBoard to a subfolder of `FOLDER`"},
		&cli.BoolFlag{Name: "curve", Category: cliutil.OutputGroup, Usage: "draw the curves of the run in its folder, as PNG and SVG"},
		cliutil.WorkersFlag(), cliutil.JSONFlag(result),
	)
}

// train runs a command that trains; unit is that of its progress.
func train(c *cli.Context, t training.Training, unit string) error {
	run := t.Base()
	run.Resume, run.Replace, run.Workers = c.Bool("resume"), c.Bool("force"), cliutil.Workers(c)
	if err := readRun(c, t); err != nil {
		return err
	}
	o := cliutil.Opener(c)
	o.Model = cliutil.LoadModel // no programs
	if err := cliutil.Opened(t.Open(o)); err != nil {
		return err
	}
	bar := cliutil.NewBar(c, "read", "rows")
	run.Reading = func(done, total int64) {
		bar.Begin(0, total)
		bar.Set(done)
	}
	run.Progress, run.Note = bar.Report, bar.Note
	run.Say = func(text string) {
		bar.Finish()
		cliutil.Note(c, "%s", text)
	}
	work, err := t.Start(c.Context)
	bar.Finish()
	switch {
	case err != nil:
		return refused(c, err)
	case !work:
		err = noteFinished(c)
	default:
		cliutil.Note(c, "%s", t)
		bar.Next("train", unit)
		err = withEvents(c, func() error { return t.Train(c.Context) })
		bar.Finish()
	}
	if err != nil {
		return cliutil.Resumable(err, "training on %s is kept; resume with the same command", t.Done())
	}
	result, err := t.Result(c.Bool("curve"))
	if result == nil {
		return err
	}
	return errors.Join(err, cliutil.PrintResult(c, result))
}

// readRun reads the settings of flags above those of --config or of the run to resume.
func readRun(c *cli.Context, t training.Training) (err error) {
	var text []byte
	path := c.String("config")
	switch {
	case c.Bool("resume"):
		for _, name := range []string{"from", "config"} {
			if c.IsSet(name) {
				return cliutil.Usagef("--%s cannot be given with --resume: the run has begun", name)
			}
		}
		folder := runfolder.New(c.String("out"))
		path = folder.Path(runfolder.ConfigFile)
		text, err = folder.Config()
	case path != "":
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return err
	}
	if err := runfolder.CheckFormat(text, t.Format()); err != nil {
		return cliutil.Usagef("%s: %w", path, err)
	}
	return cliutil.ReadConfig(c, t, path, text)
}

// refused returns the error of a run that cannot start: its settings are wrong, or differ
// from those of the run that continues.
func refused(c *cli.Context, err error) error {
	if other, ok := err.(*identity.Mismatch); ok {
		other.Where, other.Hint = "the run in "+c.String("out"), "--resume continues the run with its settings, --force begins another run"
		if c.Bool("resume") {
			other.Hint = "to resume the run, leave out the flag"
		}
		return cliutil.Usage(other)
	}
	if len(setting.Errors(err)) > 0 {
		return cliutil.Usage(err)
	}
	return err
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
