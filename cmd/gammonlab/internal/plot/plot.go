// Package plot has the command that draws training runs.
package plot

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/runs"
)

// Pages shows runs in a browser.
type Pages interface {
	// Check reports flags that Follow does not support.
	Check(c *cli.Context) error
	// Follow shows the runs in folders until the command ends.
	Follow(c *cli.Context, dirs []string, o runs.ChartOptions) error
}

// Command returns the command; --follow shows the pages.
func Command(pages Pages) *cli.Command {
	return &cli.Command{
		Name:      "plot",
		Usage:     "compare training runs in tables, charts and TensorBoard",
		ArgsUsage: "RUN...",
		Description: `Reads run folders of train td, supervised and iterate, finished or not, and prints their
progress and the settings in which they differ. --out draws all runs in one chart for each
quantity that at least two of them have, as PNG and SVG: strength with its 95% interval, losses, errors, gammon rates, learning rates, games/s and all other metrics.
--tensorboard writes a folder of events for each run; "tensorboard --logdir FOLDER" shows them.

--x sets the horizontal axis, and the steps in TensorBoard: games, positions, epoch (or generation
of train iterate), wall (seconds of work) or cpu (core-seconds of work). --smooth draws
exponential running means over the original values: each value has WEIGHT times the weight of the
value after it. --log-x and --log-y use logarithmic axes where all values are positive.

--where selects runs, and --sort sorts them, by a column of the table (core_hours,
positions_per_second, best_epoch), a setting or a quantity; quantities of which a lower value is
better count with the lowest, others with the newest. The best quantities come first, other values
rise; +NAME and -NAME say whether they rise or fall. --metrics writes the measurements of all
runs as one table.

--follow shows running and finished runs in a browser, on the page Runs of serve, with the
given --x, --smooth and axes. Ctrl-C ends the command. If a server at --listen, or at the default
address of serve, shows these runs already, the command opens the page of that server.

Example:
   gammonlab plot runs/first runs/second
   gammonlab plot --out figures --x wall --smooth 0.9 --log-y runs/first runs/second
   gammonlab plot --out figures --quantity strength runs/td runs/supervised
   gammonlab plot --out figures --quantity strength --quantity loss runs/*
   gammonlab plot --where 'batch=256' --sort validation_loss runs/*
   gammonlab plot --metrics metrics.parquet runs/*
   gammonlab plot --tensorboard boards runs/first runs/second
   gammonlab plot --follow runs/first runs/second`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "write charts to `FOLDER`"},
			&cli.StringFlag{Name: "tensorboard", Usage: "write event files for TensorBoard to `FOLDER`, one subfolder for each run"},
			&cli.StringFlag{Name: "metrics", Usage: "write all measurements of all runs to `FILE`, a table in CSV or Parquet by its extension"},
			&cli.StringSliceFlag{Name: "where", Usage: "only runs that meet `CONDITION`, such as batch=256, state!=running or equity_rmse<60; may be repeated"},
			&cli.StringFlag{Name: "sort", Usage: "sort runs by `NAME`, the best first; +NAME for rising values, -NAME for falling ones", DefaultText: "as given"},
			&cli.StringFlag{Name: "x", Usage: "horizontal `AXIS`: games, positions, epoch, wall or cpu", DefaultText: "the first of games, positions, epoch and wall that all runs have; cpu for runs of different kinds"},
			&cli.Float64Flag{Name: "smooth", Usage: "`WEIGHT` of running means, below 1; 0 for off"},
			&cli.BoolFlag{Name: "log-x", Usage: "logarithmic horizontal axis"},
			&cli.BoolFlag{Name: "log-y", Usage: "logarithmic vertical axis"},
			&cli.StringSliceFlag{Name: "quantity", Usage: "draw `QUANTITY`, by its name in --json; may be repeated", DefaultText: "all"},
			&cli.BoolFlag{Name: "follow", Usage: "show the runs live in a browser"},
			&cli.StringFlag{Name: "listen", Value: "127.0.0.1:0", Usage: "with --follow, serve the page at `ADDRESS:PORT` of this machine; port 0 for any free port"},
			cliutil.JSONFlag(result{}),
		},
		Action: func(c *cli.Context) error { return run(c, pages) },
	}
}

// result is the output of the command.
type result struct {
	runs.Comparison
	Runs  []runs.Summary `json:"runs"` // instead of the names in the comparison
	Files []string       `json:"files"`
	Notes []string       `json:"notes,omitempty"` // what the charts and tables do not compare

	table string
}

// Text returns the result as text.
func (r *result) Text() string {
	text := r.table
	if len(r.Runs) > 1 {
		text += "\n" + r.Comparison.Text()
	}
	for _, note := range r.Notes {
		text += "\nnote: " + note + "\n"
	}
	if len(r.Files) > 0 {
		text += "\n"
	}
	for _, path := range r.Files {
		text += path + "\n"
	}
	return text
}

// run runs the command.
func run(c *cli.Context, pages Pages) error {
	o, err := optionsOf(c)
	if err == nil {
		err = pages.Check(c)
	}
	if err != nil {
		return err
	}
	all, err := open(c)
	if err == nil {
		all, err = arrange(c, all)
	}
	if err != nil {
		return err
	}
	r := result{Comparison: runs.Compare(all), Files: []string{}, table: runs.Table(all)}
	for _, run := range all {
		r.Runs = append(r.Runs, run.Summarize())
	}
	if apart := runs.Apart(all); apart != "" {
		r.Notes = append(r.Notes, apart)
	}
	if r.Files, err = write(c, all, o); err != nil {
		return err
	}
	if c.Bool("json") {
		return cliutil.PrintJSON(c.App.Writer, &r)
	}
	if _, err = fmt.Fprint(c.App.Writer, r.Text()); err != nil || !c.Bool("follow") {
		return err
	}
	return pages.Follow(c, folders(all), o)
}

// optionsOf returns the options of the charts.
func optionsOf(c *cli.Context) (runs.ChartOptions, error) {
	o := runs.ChartOptions{Smooth: c.Float64("smooth"), LogX: c.Bool("log-x"), LogY: c.Bool("log-y"), Quantities: c.StringSlice("quantity")}
	if !(o.Smooth >= 0 && o.Smooth < 1) {
		return o, cliutil.Usagef("--smooth is %v, want 0 to below 1", o.Smooth)
	}
	switch {
	case c.Bool("follow") && c.Bool("json"):
		return o, cliutil.Usagef("--follow shows a page, want no --json")
	case c.IsSet("listen") && !c.Bool("follow"):
		return o, cliutil.Usagef("--listen needs --follow")
	}
	if path := c.String("metrics"); path != "" {
		if err := runs.CheckMetrics(path); err != nil {
			return o, cliutil.Usagef("--metrics: %w", err)
		}
	}
	if text := c.String("x"); text != "" {
		var err error
		if o.X, err = runs.ParseAxis(text); err != nil {
			return o, cliutil.Usagef("--x: %w", err)
		}
	}
	return o, nil
}

// open reads the runs that the arguments name.
func open(c *cli.Context) ([]*runs.Run, error) {
	if c.NArg() == 0 {
		return nil, cliutil.Usagef("plot wants at least 1 run folder")
	}
	return runs.OpenAll(c.Args().Slice())
}

// arrange selects and sorts runs by the flags.
func arrange(c *cli.Context, all []*runs.Run) (_ []*runs.Run, err error) {
	for _, condition := range c.StringSlice("where") {
		if all, err = runs.Select(all, condition); err != nil {
			return nil, cliutil.Usagef("--where: %w", err)
		}
	}
	if by := c.String("sort"); by != "" {
		if err := runs.Sort(all, by); err != nil {
			return nil, cliutil.Usagef("--sort: %w", err)
		}
	}
	return all, nil
}

// write writes the charts, tables and events of the flags, and returns the files.
func write(c *cli.Context, all []*runs.Run, o runs.ChartOptions) ([]string, error) {
	files := []string{}
	if path := c.String("metrics"); path != "" {
		if err := runs.WriteMetrics(path, all); err != nil {
			return nil, err
		}
		files = append(files, path)
	}
	if dir := c.String("out"); dir != "" {
		o.Compared = true
		charts, err := runs.Charts(all, o)
		if err != nil {
			return nil, err
		}
		for i := range charts {
			drawn, err := charts[i].Write(dir)
			if err != nil {
				return nil, err
			}
			files = append(files, drawn...)
		}
	}
	if dir := c.String("tensorboard"); dir != "" {
		axis, err := runs.ChooseAxis(all, o.X)
		if err != nil {
			return nil, err
		}
		for _, r := range all {
			path, err := runs.WriteEvents(dir, r, axis)
			if err != nil {
				return nil, err
			}
			files = append(files, path)
		}
	}
	return files, nil
}

// eventsFolders returns the folders that the command writes in the folder of
// --tensorboard: one for each run.
func eventsFolders(c *cli.Context, dir string) []string {
	all, err := runs.OpenAll(c.Args().Slice())
	if err != nil {
		return nil // the command reports the error
	}
	var folders []string
	for _, r := range all {
		folders = append(folders, runs.EventsFolder(dir, r))
	}
	return slices.Compact(folders)
}

// folders returns the folders of runs.
func folders(all []*runs.Run) []string {
	var dirs []string
	for _, r := range all {
		dirs = append(dirs, r.Dir)
	}
	return dirs
}
