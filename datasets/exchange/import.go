package exchange

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"gammonlab/datasets"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/digest"
	"gammonlab/internal/version"
)

// Input is a file to import.
type Input struct {
	Name   string // as errors have it; without folders it is the source of rows without one
	Open   func() (io.ReadCloser, error)
	Stream bool // it can be opened only once
}

// ImportOptions say how files become a database.
type ImportOptions struct {
	// Options say how to read the files. With an empty Source each file's name
	// is noted.
	Options

	// Format is that of all files; if it is empty, each one's beginning tells it.
	Format Format

	// SkipBad counts bad rows instead of failing at the first.
	SkipBad bool

	// Progress, if there is one, receives how many rows more have been read.
	Progress func(rows int)
}

// Imported is what became of the rows of the files.
type Imported struct {
	Rows     int64   // in the database
	Repeated int64   // left out, as there is one with the same position
	Replaced int64   // of these, those whose label a better one further behind has replaced
	Moved    int64   // of all, those whose probabilities had to be brought into range or order
	Bad      int64   // left out, as something is wrong with them
	Faults   []error // the first errors about bad rows
}

// mostFaults bounds how many errors are kept.
const mostFaults = 10

// importer imports files.
type importer struct {
	ImportOptions
	provenance map[string]string
	first      writer // the first row of each position
	repeated   writer // the others
	keys       datasets.KeySet
	done       Imported
}

// writer is a database that is begun with its first row.
type writer struct {
	path string
	to   *datasets.Writer // nil before
}

// Import makes a database at path of the rows of files. Nothing is there before
// it is whole; a hidden folder beside it holds what is being made. Of rows of
// the same position the one with the best label stays, see [datasets.Merge]. It
// takes about 16 bytes of memory a row, and if positions are repeated what Merge
// takes.
func Import(ctx context.Context, path string, inputs []Input, o ImportOptions) (Imported, error) {
	provenance, err := o.provenance(ctx, inputs)
	if err != nil {
		return Imported{}, err
	}
	dir, err := os.MkdirTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return Imported{}, err
	}
	defer os.RemoveAll(dir)
	imp := &importer{
		ImportOptions: o, provenance: provenance,
		first: writer{path: filepath.Join(dir, "first")}, repeated: writer{path: filepath.Join(dir, "repeated")},
	}
	defer imp.first.abort()
	defer imp.repeated.abort()
	if err := imp.begin(&imp.first); err != nil {
		return Imported{}, err
	}
	for _, in := range inputs {
		if err := imp.file(ctx, in); err != nil {
			return imp.done, err
		}
	}
	return imp.done, imp.finish(ctx, path)
}

// begin begins one of the databases.
func (imp *importer) begin(w *writer) (err error) {
	w.to, err = datasets.Create(w.path, datasets.Meta{Variant: imp.Variant, Provenance: imp.provenance})
	return err
}

// abort gives up what was not closed.
func (w *writer) abort() {
	if w.to != nil {
		w.to.Abort()
	}
}

// finish puts the database in place.
func (imp *importer) finish(ctx context.Context, path string) error {
	if err := imp.first.to.Close(); err != nil {
		return err
	}
	if imp.repeated.to == nil {
		return atomicfile.Move(imp.first.path, path)
	}
	if err := imp.repeated.to.Close(); err != nil {
		return err
	}
	merged, err := datasets.Merge(ctx, path, []string{imp.first.path, imp.repeated.path},
		datasets.MergeOptions{Provenance: imp.provenance, Progress: func(int) {}})
	imp.done.Replaced = merged.Replaced
	return err
}

// provenance reports what the database is made of.
func (o *ImportOptions) provenance(ctx context.Context, inputs []Input) (map[string]string, error) {
	var names []string
	for _, in := range inputs {
		origin := "a stream"
		if !in.Stream {
			sum, err := in.digest(ctx)
			if err != nil {
				return nil, err
			}
			origin = "sha256:" + sum
		}
		names = append(names, in.base()+" ("+origin+")")
	}
	format := string(o.Format)
	if format == "" {
		format = "told by the beginning"
	}
	return map[string]string{
		"import.toolkit": version.Toolkit,
		"import.files":   strings.Join(names, ", "),
		"import.format":  format,
		"import.method":  o.Method.String(),
		"import.noise":   strconv.FormatFloat(float64(o.Noise), 'g', -1, 32),
		"import.skipped": strconv.FormatBool(o.SkipBad),
	}, nil
}

// base returns the file's name without folders, fit for a source.
func (in *Input) base() string {
	clean := func(r rune) rune {
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}
	name := strings.Map(clean, filepath.Base(in.Name)) // this makes it UTF-8, too
	return strings.TrimSpace(name)
}

// digest returns the digest of the file.
func (in *Input) digest(ctx context.Context) (string, error) {
	file, err := in.Open()
	if err != nil {
		return "", err
	}
	defer file.Close()
	return digest.Reader(&stoppable{ctx, file})
}

// stoppable reads until the context ends.
type stoppable struct {
	ctx context.Context
	in  io.Reader
}

// Read implements [io.Reader].
func (s *stoppable) Read(dst []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.in.Read(dst)
}

// file imports one of the files.
func (imp *importer) file(ctx context.Context, in Input) error {
	file, err := in.Open()
	if err != nil {
		return err
	}
	defer file.Close()
	var text io.Reader = &stoppable{ctx, file}
	format := imp.Format
	if format == "" {
		if format, text, err = DetectFormat(text); err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
	}
	o := imp.Options
	if o.Source == "" {
		o.Source = in.base()
	}
	rows, err := NewReader(text, in.Name, format, o)
	if err != nil {
		return err
	}
	err = imp.rows(rows)
	imp.done.Moved += rows.Moved()
	return err
}

// progressRows is how many rows are read from one report to the next.
const progressRows = 1 << 10

// rows takes over all rows of a file.
func (imp *importer) rows(rows Reader) error {
	n := 0
	for row, err := range datasets.Rows(rows) {
		var bad *datasets.BadRow
		switch {
		case err == nil:
			err = imp.add(&row)
		case errors.As(err, &bad) && imp.SkipBad:
			imp.skip(err)
			err = nil
		}
		if err != nil {
			return err
		}
		if n++; n%progressRows == 0 {
			imp.report(progressRows)
		}
	}
	imp.report(n % progressRows)
	return nil
}

// add takes over a row.
func (imp *importer) add(row *datasets.Row) error {
	if imp.keys.Add(row.Position.Key()) {
		imp.done.Rows++
		return imp.first.to.Write(row)
	}
	imp.done.Repeated++
	if imp.repeated.to == nil {
		if err := imp.begin(&imp.repeated); err != nil {
			return err
		}
	}
	return imp.repeated.to.Write(row)
}

// skip counts a bad row.
func (imp *importer) skip(err error) {
	imp.done.Bad++
	if len(imp.done.Faults) < mostFaults {
		imp.done.Faults = append(imp.done.Faults, err)
	}
}

// report tells of progress.
func (imp *importer) report(rows int) {
	if imp.Progress != nil {
		imp.Progress(rows)
	}
}
