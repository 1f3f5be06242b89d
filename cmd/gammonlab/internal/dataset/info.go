package dataset

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/datasets"
	"gammonlab/datasets/report"
	"gammonlab/datasets/upkeep"
	"gammonlab/internal/progress"
)

func infoCommand() *cli.Command {
	return &cli.Command{
		Name:      "info",
		Usage:     "print statistics of databases",
		ArgsUsage: "FILE...",
		Description: `Prints the number of positions of each class and labelling method, the distributions of
equities and standard errors, and the provenance. --plots draws the distributions in
FOLDER/equity.png and FOLDER/error.png; with several files, in one subfolder for each.

Example:
   gammonlab dataset info --plots plots positions.parquet`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "plots", Usage: "draw distributions in `FOLDER`"},
			skipBadFlag(), cliutil.JSONLinesFlag(report.Info{}),
		},
		Action: runInfo,
	}
}

// runInfo runs the command.
func runInfo(c *cli.Context) error {
	files, err := cliutil.FileArguments(c)
	if err != nil {
		return err
	}
	plots := plotFolders(c, c.String("plots"))
	out := cliutil.NewRowWriter(c.App.Writer, "")
	for i, path := range files {
		info, err := newDatasetInfo(c, path)
		if err == nil && c.String("plots") != "" {
			err = info.Plot(plots[i])
		}
		if err != nil {
			return out.Finish(err)
		}
		if err := out.Result(cliutil.FormatOf(c), info); err != nil {
			return err
		}
	}
	return out.Finish(nil)
}

// newDatasetInfo reads a file.
func newDatasetInfo(c *cli.Context, path string) (*report.Info, error) {
	f, err := datasets.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if c.Bool("skip-bad") {
		f.SkipBad()
	}
	bar := progress.New(c.App.ErrWriter, "read", "rows", f.Len())
	summary, err := upkeep.Summarize(c.Context, f, func(rows int) { bar.Add(int64(rows)) })
	bar.Finish()
	if err != nil {
		return nil, err
	}
	return report.NewInfo(f, summary)
}

// plotFolders returns the folders of the pictures: dir for one database, a subfolder for
// each of several.
func plotFolders(c *cli.Context, dir string) []string {
	files := c.Args().Slice()
	if len(files) < 2 {
		return []string{dir}
	}
	var all []string
	for i, path := range files {
		all = append(all, filepath.Join(dir, fmt.Sprintf("%d-%s", i+1, strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))))
	}
	return all
}
