package kinds

import (
	"context"
	"errors"
	"fmt"
	"io"

	"gammonlab/datasets"
	"gammonlab/datasets/report"
	"gammonlab/datasets/table"
	"gammonlab/engine"
	"gammonlab/internal/setting"
	"gammonlab/work"
)

// dumpWork has the settings of the command dataset dump.
type dumpWork struct {
	File     string `json:"file" required:"true" path:"in" place:"FILE" help:"database <FILE>"`
	Class    string `json:"class,omitempty" help:"only positions of <CLASS>: over, race, crashed or contact"`
	Method   string `json:"method,omitempty" help:"only rows labelled by <METHOD>: rollout, ply2, trace, ply1, static, bearoff, game, imported, none"`
	Limit    int64  `json:"limit,omitempty" shown:"all" help:"print at most <N> rows"`
	FirstRow int64  `json:"first_row" default:"1" help:"number <N> of the first row to print"`
	SkipBad  bool   `json:"skip_bad,omitempty" help:"skip and count invalid rows"`

	limited bool             // the limit is given
	class   *engine.Class    // nil for all
	method  *datasets.Method // nil for all
}

// Given learns whether the limit is given.
func (w *dumpWork) Given(has func(setting.Name) bool) { w.limited = has("limit") }

// Validate returns an error for the first invalid setting.
func (w *dumpWork) Validate() error {
	if w.limited && w.Limit < 1 {
		return setting.Errorf("%s is %d, want at least 1", setting.Name("limit"), w.Limit)
	}
	if w.FirstRow < 1 {
		return setting.Errorf("%s is %d, want a row from 1 on", setting.Name("first_row"), w.FirstRow)
	}
	if w.Class != "" {
		class, err := engine.ParseClass(w.Class, engine.Over, engine.Race, engine.Crashed, engine.Contact)
		if err != nil {
			return setting.Errorf("%s is %w", setting.Name("class"), err)
		}
		w.class = &class
	}
	if w.Method != "" {
		method, err := datasets.ParseMethod(w.Method)
		if err != nil {
			return setting.Errorf("%s is %w", setting.Name("method"), err)
		}
		w.method = &method
	}
	return nil
}

// row is a row of a database.
type row struct {
	report.RowRecord
	of    *datasets.Row
	space string // before its text: a blank line if it is not the first row
}

// Text implements [work.Result].
func (r *row) Text() string {
	return fmt.Sprintf("%srow %d\n%s", r.space, r.Number, report.RowText(r.of))
}

func dumpKind() work.Kind[dumpWork, *row] {
	return work.Kind[dumpWork, *row]{
		Name: "dataset dump", Title: "Rows of a database", Unit: "rows", Local: true, Serial: true, Lines: true, CSV: true,
		Usage:   "print rows of a database",
		Results: []any{report.RowRecord{}},
		Help: `Prints positions as boards with their labels, or, with --format csv, as a table that dataset
import reads without loss, or as JSON. Standard errors are below the figures, or ? if unknown.

Example:
   gammonlab dataset dump --class crashed --limit 3 positions.parquet
   gammonlab dataset dump --format csv positions.parquet > positions.csv`,
		Run: runDump,
	}
}

func runDump(ctx context.Context, w *dumpWork, env *work.Env) (*row, error) {
	f, err := datasets.Open(w.File)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	f.From(w.FirstRow)
	if w.SkipBad {
		f.SkipBad()
	}
	if env.CSV {
		out := table.NewWriter(env.Out, f.Meta().Cubes)
		err = w.rows(ctx, f, out.Write)
		if flushErr := out.Flush(); err == nil {
			err = flushErr
		}
	} else {
		space := ""
		err = w.rows(ctx, f, func(r *datasets.Row) error {
			next := &row{report.NewRowRecord(r, f.Row()), r, space}
			space = "\n"
			return env.Print(next)
		})
	}
	if n, first := f.Skipped(); err == nil && n > 0 {
		env.Note(fmt.Sprintf("%d bad rows skipped, the first: %v", n, first))
	}
	return nil, err
}

// rows calls write with the rows that pass the conditions.
func (w *dumpWork) rows(ctx context.Context, f *datasets.File, write func(*datasets.Row) error) error {
	for printed := int64(0); w.Limit == 0 || printed < w.Limit; {
		if err := ctx.Err(); err != nil {
			return err
		}
		r, err := f.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if w.class != nil && r.Class != *w.class || w.method != nil && r.Method != *w.method {
			continue
		}
		if err := write(&r); err != nil {
			return err
		}
		printed++
	}
	return nil
}
