package dataset

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/datasets"
	"gammonlab/datasets/exchange"
	"gammonlab/internal/progress"
)

func importCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "import labelled positions of other programs into a database",
		ArgsUsage: "FILE...",
		Description: `Imports labelled positions from files, or from standard input for -. The formats are

   gnubg-nn   the training text of gnubg's nets
   bm         benchmark files of gnubg's nets: the rollouts in them
   wildbg     wildbg's tables of rolled-out positions
   csv        tables with the columns that dataset export writes, or the six
              that features ablate reads
   parquet    such tables in Parquet files of other programs

The format is detected from the beginning of a file unless --format is given. Of several rows
of a position, the one with the best label is kept, as in dataset merge. An invalid row ends
the import; with --skip-bad it is skipped and counted. A label is invalid, too, if the rules of
the game exclude it: a gammon after checkers are off, a backgammon in a race without a checker
in the winner's home board, a loss in a won position. --rule-out corrects such labels.

Example:
   gammonlab dataset import contact-train-data --method ply2 --out contact.parquet
   gammonlab dataset import --format csv --tolerance 0.02 bench.csv --out bench.parquet
   gammonlab dataset import own.parquet --columns position_id=board,win=p_win --out all.parquet`,
		Flags: append(cliutil.FlagsOf(new(exchange.ImportOptions)),
			&cli.StringFlag{Name: "out", Usage: "output database `FILE`, required"},
			cliutil.JSONFlag(exchange.Report{}),
		),
		Action: runImport,
	}
}

// runImport runs the command.
func runImport(c *cli.Context) error {
	inputs, err := importInputs(c)
	if err != nil {
		return err
	}
	if err := cliutil.Require(c, "out"); err != nil {
		return err
	}
	path := c.String("out")
	var options exchange.ImportOptions
	if err := cliutil.ReadSettings(c, &options, nil); err != nil {
		return err
	}
	bar := progress.New(c.App.ErrWriter, "import", "rows", 0)
	options.Progress = func(rows int) { bar.Add(int64(rows)) }
	done, err := exchange.Import(c.Context, path, inputs, options)
	bar.Finish()
	for _, fault := range done.Faults {
		cliutil.Note(c, "left out: %v", fault)
	}
	if excluded := (*datasets.ExcludedLabel)(nil); errors.As(err, &excluded) {
		return fmt.Errorf("%w (--rule-out corrects such labels)", err)
	}
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, &exchange.Report{File: path, Imported: done})
}

// importInputs returns the files that the arguments name.
func importInputs(c *cli.Context) ([]exchange.Input, error) {
	files, err := cliutil.FileArguments(c)
	if err != nil {
		return nil, err
	}
	var inputs []exchange.Input
	for i, file := range files {
		in := exchange.Input{Name: file, Open: func() (io.ReadCloser, error) { return os.Open(file) }}
		if file == "-" {
			if slices.Contains(files[:i], file) {
				return nil, cliutil.Usagef("standard input is given twice")
			}
			in = exchange.Input{Name: "standard input", Stream: true,
				Open: func() (io.ReadCloser, error) { return io.NopCloser(c.App.Reader), nil }}
		}
		inputs = append(inputs, in)
	}
	return inputs, nil
}
