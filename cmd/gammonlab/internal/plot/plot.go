// Package plot has the command that draws training runs.
package plot

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/runs"
)

// Pages show runs in a browser.
type Pages interface {
	// Check reports flags with which Follow cannot work.
	Check(c *cli.Context) error
	// Follow shows the runs in folders until the command ends.
	Follow(c *cli.Context, dirs []string, o runs.ChartOptions) error
}

// Command returns the command, which has pages for --follow.
func Command(pages Pages) *cli.Command {
	return &cli.Command{
		Name:      "plot",
		Usage:     "compare training runs, as tables, charts and files for TensorBoard",
		ArgsUsage: "RUN...",
		Description: `Reads up to 12 run folders of train td, supervised and iterate, finished or not, and
prints how far each is and in which settings they differ. With --out it draws all of
them together, a chart for each quantity as PNG and as SVG: strength against pubeval
with its 95% interval, losses, errors, shares of gammons, learning rates, games a
second and whatever else was measured. With --tensorboard it writes a folder of
events for each run, which "tensorboard --logdir DIR" shows.

--x is what the charts are drawn over and what steps are in TensorBoard: games,
positions, epoch (generations of train iterate) or wall, the seconds of work on the
run, which metrics of earlier versions do not have. --smooth draws running means,
in which a value counts WEIGHT times as much as the next one, and the values as they
are behind. Axes are logarithmic by --log-x and --log-y where all values are above 0.

With --follow it shows the runs in a browser while they go on, as the page Runs of
serve does, with --x, --smooth and the axes as they are given; Ctrl-C ends it. If a
server shows these runs already, at --listen or at the address of serve, its page is opened.

Example:
   gammonlab plot runs/first runs/second
   gammonlab plot --out figures --x wall --smooth 0.9 --log-y runs/first runs/second
   gammonlab plot --out figures --quantity pubeval_ppg --quantity loss runs/*
   gammonlab plot --tensorboard boards runs/first runs/second
   gammonlab plot --follow runs/first runs/second`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "`FOLDER` for the charts"},
			&cli.StringFlag{Name: "tensorboard", Usage: "`FOLDER` for events, one below it for each run"},
			&cli.StringFlag{Name: "x", Usage: "`AXIS` of the charts: games, positions, epoch or wall", DefaultText: "the first of games, positions, epoch and wall that all runs have"},
			&cli.Float64Flag{Name: "smooth", Usage: "`WEIGHT` of running means, 0 for none, below 1"},
			&cli.BoolFlag{Name: "log-x", Usage: "logarithmic horizontal axis"},
			&cli.BoolFlag{Name: "log-y", Usage: "logarithmic vertical axis"},
			&cli.StringSliceFlag{Name: "quantity", Usage: "draw this `QUANTITY`, by its name in --json; repeat it for more", DefaultText: "all"},
			&cli.BoolFlag{Name: "follow", Usage: "show the runs in a browser, live"},
			&cli.StringFlag{Name: "listen", Value: "127.0.0.1:0", Usage: "with --follow: serve the page at `ADDRESS:PORT` of this machine; port 0 is any that is free"},
			cliutil.JSONFlag(),
		},
		Action: func(c *cli.Context) error { return run(c, pages) },
	}
}

// result is what the command prints.
type result struct {
	Runs []runs.Summary `json:"runs"`
	runs.Comparison
	Files []string `json:"files"`

	table string
}

// Text returns the result for people.
func (r *result) Text() string {
	text := r.table
	if len(r.Runs) > 1 {
		text += "\n" + r.Comparison.Text()
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
	if err != nil {
		return err
	}
	r := result{Comparison: runs.Compare(all), Files: []string{}, table: runs.Table(all)}
	for _, run := range all {
		r.Runs = append(r.Runs, run.Summarize())
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
	return pages.Follow(c, c.Args().Slice(), o)
}

// optionsOf returns what flags say of the charts.
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
	if n := c.NArg(); n < 1 || n > runs.MostRuns {
		return nil, cliutil.Usagef("plot wants 1 to %d run folders, found %d", runs.MostRuns, n)
	}
	return runs.OpenAll(c.Args().Slice())
}

// write writes charts and events as flags ask for them, and returns the files.
func write(c *cli.Context, all []*runs.Run, o runs.ChartOptions) ([]string, error) {
	files := []string{}
	if dir := c.String("out"); dir != "" {
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

// EventsFolders returns the folders below that of --tensorboard that the command
// writes: those of the runs that its arguments name.
func EventsFolders(c *cli.Context, dir string) []string {
	all, err := runs.OpenAll(c.Args().Slice())
	if err != nil {
		return nil // which the command reports
	}
	var folders []string
	for _, r := range all {
		folders = append(folders, runs.EventsFolder(dir, r))
	}
	return slices.Compact(folders)
}
