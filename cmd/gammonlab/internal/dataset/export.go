package dataset

import (
	"io"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/datasets"
	"gammonlab/datasets/exchange"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/progress"
)

func exportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "export a database to the format of another program",
		ArgsUsage: "FILE",
		Description: `Exports the rows of a database to a format of another program, see dataset import. A csv table
contains all columns of a database, also weights and states of the cube, which the other formats lack. The other formats contain positions and probabilities:
gnubg-nn with five decimals, bm as rolled-out positions for cube decisions. They omit and count
rows without a label.

Example:
   gammonlab dataset export --format gnubg-nn contact.parquet --out contact.txt
   gammonlab dataset export --format csv contact.parquet | head`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "format", Usage: "`FORMAT` to write, required: " + "gnubg-nn, bm, wildbg, csv"},
			&cli.StringFlag{Name: "out", Value: "-", Usage: "output `FILE`, or - for standard output"},
			cliutil.JSONFlag(exchange.Exported{}),
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
	if err := cliutil.Require(c, "format", "out"); err != nil {
		return err
	}
	if c.String("format") == string(exchange.Parquet) {
		return cliutil.Usagef("--format: a database is a Parquet file already: other programs read it as it is")
	}
	format, err := exchange.ParseFormat(c.String("format"))
	if err != nil {
		return cliutil.Usagef("--format: %w", err)
	}
	if err := cliutil.RefuseJSONOnOutput(c, "out"); err != nil {
		return err
	}
	out := c.String("out")
	db, err := datasets.Open(path)
	if err != nil {
		return err
	}
	defer db.Close()
	if db.Weighted() && format != exchange.CSV {
		return cliutil.Usagef("--format %s: %s has weights of positions, want csv, or drop the weights first (dataset merge --drop-weights)", format, path)
	}
	if db.Meta().Cubes && format != exchange.CSV {
		return cliutil.Usagef("--format %s: %s has equities by the state of the cube, want csv", format, path)
	}
	done, err := exportTo(c, out, db, format)
	if err != nil {
		return err
	}
	if done.Unlabelled > 0 {
		cliutil.Note(c, "left out: %d %s without a label", done.Unlabelled, plaintext.Noun(done.Unlabelled, "row", "rows"))
	}
	if out == "-" {
		return nil
	}
	done.Out, done.Format = out, format
	return cliutil.PrintResult(c, &done)
}

// exportTo writes the database to standard output or to a file. The file appears when it
// is complete.
func exportTo(c *cli.Context, out string, db *datasets.File, format exchange.Format) (done exchange.Exported, err error) {
	bar := progress.New(c.App.ErrWriter, "export", "rows", db.Len())
	defer bar.Finish()
	export := func(w io.Writer) error {
		done, err = exchange.Export(c.Context, w, db, format, func(rows int) { bar.Add(int64(rows)) })
		return err
	}
	if out == "-" {
		err = export(c.App.Writer)
	} else {
		err = atomicfile.Write(out, export)
	}
	return done, err
}
