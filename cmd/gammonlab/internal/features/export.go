package features

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/datasets"
	"gammonlab/features"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/progress"
	"gammonlab/nets"
	"gammonlab/supervised/inputs"
)

func exportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "export the inputs and targets of a database for other programs",
		ArgsUsage: "DATABASE",
		Description: `Writes the inputs of a feature set for the positions of a database, and their five target
probabilities: bit for bit the training data of train supervised. Rows without a label and
positions after the end of the game are omitted. The extension of --out selects the format:

   .parquet  a table with the columns key (the ten bytes whose Base64 is the position
             ID), class, win, win_gammon, win_backgammon, lose_gammon, lose_backgammon
             and a column input.NAME for each input
   .npy      NumPy's arrays, a row for each position. FILE.npy becomes FILE.inputs.npy
             and FILE.targets.npy (float32), FILE.classes.npy and FILE.keys.npy (uint8)
             and FILE.json, which has the names of the columns and the codes of the
             classes, and is written last

Memory use does not depend on the size of the database, except for the footer of .parquet: 100
bytes per row of 250 inputs.

Example:
   gammonlab features export --features gnubg-contact250 --part contact --out contact.npy positions.parquet
   gammonlab features export --features perspective196 --out all.parquet positions.parquet`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "output `FILE`, .npy or .parquet, required"},
			&cli.StringFlag{Name: "features", Usage: "feature `SET` (see features list), or several joined by +; required"},
			&cli.StringFlag{Name: "part", Value: string(nets.All), Usage: "write the positions of these `PARTS` of a model, joined by commas: all, or race, crashed, contact"},
			cliutil.JSONFlag(exported{}),
		},
		Action: runExport,
	}
}

// runExport runs the command.
func runExport(c *cli.Context) error {
	path, err := cliutil.FileArgument(c)
	if err != nil {
		return err
	}
	if err := cliutil.Require(c, "out", "features"); err != nil {
		return err
	}
	out := c.String("out")
	if err := inputs.Check(out); err != nil {
		return cliutil.Usagef("--out: %w", err)
	}
	var settings inputs.Settings
	if settings.Set, err = features.Lookup(c.String("features")); err != nil {
		return cliutil.Usagef("--features: %w", err)
	}
	for _, part := range strings.Split(c.String("part"), ",") {
		settings.Parts = append(settings.Parts, nets.Part(part))
	}
	if err := settings.Validate(); err != nil {
		return cliutil.Usagef("--part: %w", err)
	}
	done, err := export(c, path, out, settings)
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, &exported{inputs.Files(out), done})
}

// export writes the files and shows a progress bar.
func export(c *cli.Context, path, out string, settings inputs.Settings) (inputs.Exported, error) {
	db, err := datasets.Open(path)
	if err != nil {
		return inputs.Exported{}, err
	}
	defer db.Close()
	bar := progress.New(c.App.ErrWriter, "export", "rows", db.Len())
	defer bar.Finish()
	return inputs.Export(c.Context, out, db, settings, func(rows int) { bar.Add(int64(rows)) })
}

// exported is the result of the command.
type exported struct {
	Files []string `json:"files"`
	inputs.Exported
}

// Text describes the written files.
func (done *exported) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d %s of %d inputs\n", strings.Join(done.Files, ", "), done.Rows, plaintext.Noun(done.Rows, "row", "rows"), done.Inputs)
	for _, left := range []struct {
		n    int64
		what string
	}{{done.Other, "of other classes"}, {done.Unlabelled, "without a label"}, {done.Over, "where the game is over"}} {
		if left.n > 0 {
			fmt.Fprintf(&b, "left out: %d %s %s\n", left.n, plaintext.Noun(left.n, "row", "rows"), left.what)
		}
	}
	return b.String()
}

// exportedFiles returns the files that the command writes for the path of --out.
func exportedFiles(_ *cli.Context, path string) []string { return inputs.Files(path) }
