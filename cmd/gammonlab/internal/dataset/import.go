package dataset

import (
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/datasets"
	"gammonlab/internal/datasets/exchange"
	"gammonlab/internal/progress"
)

func importCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "import labelled positions of other programs into a database",
		ArgsUsage: "FILE...",
		Description: `Imports labelled positions from text files, or from standard input for -. The formats are

   gnubg-nn   the training text of gnubg's nets
   bm         benchmark files of gnubg's nets: the rollouts in them
   wildbg     wildbg's tables of rolled-out positions
   csv        tables with the columns that dataset export writes, or the six
              that features ablate reads

The format is detected from the beginning of a file unless --format is given. Of several rows
of a position, the one with the best label is kept, as in dataset merge. An invalid row ends
the import; with --skip-bad it is skipped and counted.

Example:
   gammonlab dataset import contact-train-data --method ply2 --out contact.parquet
   gammonlab dataset import --format csv --tolerance 0.02 bench.csv --out bench.parquet`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "output database `FILE`, required"},
			exchangeFormatFlag("of the files, if it cannot be detected: "),
			&cli.StringFlag{Name: "source", Usage: "source `TEXT` to store with the rows", DefaultText: "the file's name"},
			&cli.StringFlag{Name: "method", Usage: "labelling `METHOD` of rows without a method: " + labelMethods(),
				DefaultText: "rollout for bm and wildbg, else imported"},
			&cli.Float64Flag{Name: "tolerance", Usage: "clamp probabilities that are out of range or order by up to `X`, as in rollouts; 0 for never"},
			skipBadFlag(), cliutil.VariantFlag(board.Backgammon.String()), cliutil.JSONFlag(exchange.Report{}),
		},
		Action: runImport,
	}
}

// exchangeFormatFlag returns the flag that selects a format of other programs.
func exchangeFormatFlag(usage string) cli.Flag {
	var names []string
	for _, f := range exchange.Formats() {
		names = append(names, string(f))
	}
	return &cli.StringFlag{Name: "format", Usage: "`FORMAT` " + usage + strings.Join(names, ", ")}
}

// labelMethods lists the methods of labels.
func labelMethods() string {
	var names []string
	for _, m := range datasets.Methods() {
		if m != datasets.Unlabelled {
			names = append(names, m.String())
		}
	}
	return strings.Join(names, ", ")
}

// runImport runs the command.
func runImport(c *cli.Context) error {
	inputs, err := importInputs(c)
	if err != nil {
		return err
	}
	options, err := importOptions(c)
	if err != nil {
		return err
	}
	path := c.String("out")
	bar := progress.New(c.App.ErrWriter, "import", "rows", 0)
	options.Progress = func(rows int) { bar.Add(int64(rows)) }
	done, err := exchange.Import(c.Context, path, inputs, options)
	bar.Finish()
	for _, fault := range done.Faults {
		cliutil.Note(c, "left out: %v", fault)
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

// importOptions reads the flags.
func importOptions(c *cli.Context) (o exchange.ImportOptions, err error) {
	if err := cliutil.Require(c, "out"); err != nil {
		return o, err
	}
	o.Variant = cliutil.VariantOr(c, board.Backgammon)
	if c.IsSet("format") {
		if o.Format, err = exchange.ParseFormat(c.String("format")); err != nil {
			return o, cliutil.Usagef("--%w", err)
		}
	}
	if c.IsSet("method") {
		if o.Method, err = datasets.ParseMethod(c.String("method")); err != nil || o.Method == datasets.Unlabelled {
			return o, cliutil.Usagef("--method is %q, want one of %s", c.String("method"), labelMethods())
		}
	}
	noise := c.Float64("tolerance")
	if math.IsNaN(noise) || noise < 0 || noise > 1 {
		return o, cliutil.Usagef("--tolerance is %v, want a number from 0 to 1", noise)
	}
	o.Noise, o.Source, o.SkipBad = float32(noise), c.String("source"), c.Bool("skip-bad")
	row := datasets.NewRow(o.Variant.Start())
	row.Source = o.Source
	if err := row.Check(); err != nil {
		return o, cliutil.Usagef("--source: %w", err)
	}
	return o, nil
}
