package dataset

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/datasets"
	"gammonlab/datasets/report"
	"gammonlab/datasets/table"
	"gammonlab/engine"
)

func dumpCommand() *cli.Command {
	return &cli.Command{
		Name:      "dump",
		Usage:     "print rows of a database",
		ArgsUsage: "FILE",
		Description: `Prints positions as boards with their labels, or, with --format csv, as a table that dataset
import reads without loss, or as JSON. Standard errors are below the figures, or ? if unknown.

Example:
   gammonlab dataset dump --class crashed --limit 3 positions.parquet
   gammonlab dataset dump --format csv positions.parquet > positions.csv`,
		Flags: append(cliutil.FormatFlags([]any{report.RowRecord{}}, cliutil.FormatText, cliutil.FormatCSV, cliutil.FormatJSON),
			&cli.StringFlag{Name: "class", Usage: "only positions of `CLASS`: over, race, crashed or contact"},
			&cli.StringFlag{Name: "method", Usage: "only rows labelled by `METHOD`: rollout, ply2, trace, ply1, static, bearoff, game, imported, none"},
			&cli.Int64Flag{Name: "limit", Usage: "print at most `N` rows", DefaultText: "all"},
			&cli.Int64Flag{Name: "first-row", Value: 1, Usage: "number `N` of the first row to print"},
			&cli.BoolFlag{Name: "skip-bad", Usage: "skip and count invalid rows"},
		),
		Action: runDump,
	}
}

// dumper prints the rows that pass its conditions.
type dumper struct {
	class  *engine.Class // nil for all
	method *datasets.Method
	limit  int64 // 0 for none
	format string
	write  func(number int64, r *datasets.Row) error
	finish func() error
}

// newDumper reads the flags.
func newDumper(c *cli.Context) (*dumper, error) {
	d := &dumper{limit: c.Int64("limit")}
	if c.IsSet("limit") && d.limit < 1 {
		return nil, cliutil.Usagef("--limit is %d, want at least 1", d.limit)
	}
	if c.Int64("first-row") < 1 {
		return nil, cliutil.Usagef("--first-row is %d, want a row from 1 on", c.Int64("first-row"))
	}
	if name := c.String("class"); name != "" {
		class, err := engine.ParseClass(name, engine.Over, engine.Race, engine.Crashed, engine.Contact)
		if err != nil {
			return nil, cliutil.Usagef("--class is %w", err)
		}
		d.class = &class
	}
	if name := c.String("method"); name != "" {
		method, err := datasets.ParseMethod(name)
		if err != nil {
			return nil, cliutil.Usagef("--method is %w", err)
		}
		d.method = &method
	}
	var err error
	d.format, err = cliutil.FormatFromFlags(c, cliutil.FormatText, cliutil.FormatCSV, cliutil.FormatJSON)
	return d, err
}

// begin sets the writer of rows; cubes are for a table, see [table.NewWriter].
func (d *dumper) begin(w io.Writer, cubes bool) {
	if d.format == cliutil.FormatCSV {
		out := table.NewWriter(w, cubes)
		d.write, d.finish = func(_ int64, r *datasets.Row) error { return out.Write(r) }, out.Flush
		return
	}
	out := cliutil.NewRowWriter(w, "")
	d.write = func(number int64, r *datasets.Row) error {
		if d.format == cliutil.FormatJSON {
			return out.JSON(report.NewRowRecord(r, number))
		}
		return out.Block(fmt.Sprintf("row %d\n%s", number, report.RowText(r)))
	}
	d.finish = func() error { return out.Finish(nil) }
}

// runDump runs the command.
func runDump(c *cli.Context) error {
	d, err := newDumper(c)
	if err != nil {
		return err
	}
	path, err := cliutil.FileArgument(c)
	if err != nil {
		return err
	}
	f, err := datasets.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	d.begin(c.App.Writer, f.Meta().Cubes)
	f.From(c.Int64("first-row"))
	if c.Bool("skip-bad") {
		f.SkipBad()
	}
	err = d.dump(c.Context, f)
	if finishErr := d.finish(); err == nil {
		err = finishErr
	}
	if n, first := f.Skipped(); err == nil && n > 0 {
		cliutil.Note(c, "%d bad rows skipped, the first: %v", n, first)
	}
	return err
}

// dump prints the rows of a file that pass the conditions.
func (d *dumper) dump(ctx context.Context, f *datasets.File) error {
	for printed := int64(0); d.limit == 0 || printed < d.limit; {
		if ctx.Err() != nil {
			return cliutil.ErrInterrupted
		}
		row, err := f.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if d.class != nil && row.Class != *d.class || d.method != nil && row.Method != *d.method {
			continue
		}
		if err := d.write(f.Row(), &row); err != nil {
			return err
		}
		printed++
	}
	return nil
}
