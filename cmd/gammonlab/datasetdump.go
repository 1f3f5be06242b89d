package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/plaintext"
)

func datasetDumpCommand() *cli.Command {
	return &cli.Command{
		Name:      "dump",
		Usage:     "print rows of a database",
		ArgsUsage: "FILE",
		Description: `Prints positions as boards with what they are held to be worth, or rows as a
table that dataset import reads back without loss. Errors stand below the
figures, ? where they are not known.

Example:
   gammonlab dataset dump --class crashed --limit 3 positions.parquet
   gammonlab dataset dump --format csv positions.parquet > positions.csv`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "class", Usage: "only positions of this `CLASS`: over, race, crashed or contact"},
			&cli.StringFlag{Name: "method", Usage: "only rows labelled by this `METHOD`: rollout, ply2, trace, ply1, static, bearoff, game, imported, none"},
			&cli.Int64Flag{Name: "limit", Usage: "print `N` rows at most", DefaultText: "all"},
			&cli.Int64Flag{Name: "from", Value: 1, Usage: "begin at the `ROW` of this number"},
			&cli.StringFlag{Name: "format", Value: formatText, Usage: "`FORMAT` of the output: text, csv"},
			skipBadFlag(),
		},
		Action: datasetDump,
	}
}

// dumper prints rows that pass.
type dumper struct {
	class  *engine.Class // nil for all
	method *datasets.Method
	limit  int64 // 0 for none
	write  func(number int64, r *datasets.Row) error
	finish func() error
}

// newDumper reads the flags.
func newDumper(c *cli.Context) (*dumper, error) {
	d := &dumper{limit: c.Int64("limit")}
	if c.IsSet("limit") && d.limit < 1 {
		return nil, usagef("--limit is %d, want at least 1", d.limit)
	}
	if c.Int64("from") < 1 {
		return nil, usagef("--from is %d, want a row from 1 on", c.Int64("from"))
	}
	if name := c.String("class"); name != "" {
		for _, class := range []engine.Class{engine.Over, engine.Race, engine.Crashed, engine.Contact} {
			if class.String() == name {
				d.class = &class
			}
		}
		if d.class == nil {
			return nil, usagef("--class is %q, want over, race, crashed or contact", name)
		}
	}
	if name := c.String("method"); name != "" {
		method, err := datasets.ParseMethod(name)
		if err != nil {
			return nil, usagef("--method is %w", err)
		}
		d.method = &method
	}
	format, err := chosenFormat(c, formatText, formatCSV)
	if err != nil {
		return nil, err
	}
	if format == formatCSV {
		table := datasets.NewCSVWriter(c.App.Writer)
		d.write, d.finish = func(_ int64, r *datasets.Row) error { return table.Write(r) }, table.Flush
		return d, nil
	}
	out := newRowWriter(c.App.Writer, "")
	d.write = func(number int64, r *datasets.Row) error { return out.block(rowText(number, r)) }
	d.finish = func() error { return out.finish(nil) }
	return d, nil
}

// datasetDump runs the command.
func datasetDump(c *cli.Context) error {
	d, err := newDumper(c)
	if err != nil {
		return err
	}
	f, err := openFileArgument(c)
	if err != nil {
		return err
	}
	defer f.Close()
	f.From(c.Int64("from"))
	if c.Bool("skip-bad") {
		f.SkipBad()
	}
	err = d.dump(c.Context, f)
	if finishErr := d.finish(); err == nil {
		err = finishErr
	}
	if n, first := f.Skipped(); err == nil && n > 0 {
		fmt.Fprintf(c.App.ErrWriter, "%d bad rows skipped, the first: %s\n", n, plaintext.VisibleLine(first.Error()))
	}
	return err
}

// dump prints the rows of a file that pass.
func (d *dumper) dump(ctx context.Context, f *datasets.File) error {
	for printed := int64(0); d.limit == 0 || printed < d.limit; {
		if ctx.Err() != nil {
			return errInterrupted
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

// rowText shows a row for people.
func rowText(number int64, r *datasets.Row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "row %d\n%s", number, engine.DrawPosition(&r.Position, board.Roll{}, r.Class.String()))
	if r.Method == datasets.Unlabelled {
		b.WriteString("\nno label\n")
	} else {
		fmt.Fprintf(&b, "\n       %s   Equity", engine.ProbabilityHeader)
		cubeful := ""
		if r.Cubeful == r.Cubeful {
			b.WriteString("  Cubeful")
			cubeful = "   " + plaintext.Signed(r.Cubeful, 3)
		}
		fmt.Fprintf(&b, "\n       %s   %s%s\n", r.Probabilities.Columns(), plaintext.Signed(r.Probabilities.Equity(), 3), cubeful)
		fmt.Fprintf(&b, "error  %s   %6s\n", errorColumns(r.Errors[:]), errorText(r.EquityError))
		fmt.Fprintf(&b, "\nlabelled by %v", r.Method)
		if r.Trials > 0 {
			fmt.Fprintf(&b, ", %d trials", r.Trials)
		}
		if r.Labeller != "" {
			fmt.Fprintf(&b, ", with %s", plaintext.VisibleLine(r.Labeller))
		}
		b.WriteByte('\n')
	}
	if r.Source != "" {
		fmt.Fprintf(&b, "from %s, ", plaintext.VisibleLine(r.Source))
	}
	fmt.Fprintf(&b, "seed %d\n", r.Seed)
	return b.String()
}

// errorColumns spells standard errors below probabilityColumns.
func errorColumns(errors []float32) string {
	var columns []string
	for _, e := range errors {
		columns = append(columns, fmt.Sprintf("%5s", errorText(e)))
	}
	return strings.Join(columns, "  ")
}

// errorText spells a standard error, ? where it is not known.
func errorText(e float32) string {
	if e != e {
		return "?"
	}
	return plaintext.Fixed(e, 3)
}
