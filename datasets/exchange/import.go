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
	"gammonlab/datasets/upkeep"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/digest"
	"gammonlab/internal/version"
)

// Input is a file to import.
type Input struct {
	Name   string // name for errors; its last part is the default source of rows
	Open   func() (io.ReadCloser, error)
	Stream bool // the file can be opened only once
}

// ImportOptions are the settings of [Import].
type ImportOptions struct {
	// Options are the settings of reading the files. If Source is empty, the name of each
	// file is its source.
	Options

	// Format is the format of all files; if it is empty, it is detected for each file
	// from its beginning.
	Format Format `json:"format,omitempty" help:"<FORMAT> of the files, if it cannot be detected: {values}"`

	// SkipBad counts bad rows; without it the first bad row is an error.
	SkipBad bool `json:"skip_bad,omitempty" help:"skip and count invalid rows"`

	// Progress, if not nil, receives the number of rows read since the last call.
	Progress func(rows int) `json:"-"`
}

// Imported has the numbers of rows that an import kept, replaced and left out.
type Imported struct {
	Rows     int64   `json:"rows" unit:"positions" meaning:"positions in the database"` // in the database
	Repeated int64   `json:"repeated"`                                                  // rows left out, because another row of the same position is kept
	Replaced int64   `json:"replaced"`                                                  // positions whose label was replaced by a better one of a later row
	Bad      int64   `json:"bad"`                                                       // invalid rows, left out
	Moved    int64   `json:"moved"`                                                     // rows whose probabilities were corrected within the tolerance
	RuledOut int64   `json:"ruled_out"`                                                 // rows corrected beyond it, because the rules exclude their labels or the order is wrong
	Faults   []error `json:"-"`                                                         // the first errors about bad rows
}

// mostFaults is the maximal number of errors that are kept.
const mostFaults = 10

// importer imports files.
type importer struct {
	ImportOptions
	provenance map[string]string
	first      writer // first row of each position
	repeated   writer // further rows of positions
	keys       datasets.KeySet
	done       Imported
	weighting  datasets.Weighting
	cubes      bool // rows may have values by the state of the cube
}

// writer is a database that is created when its first row is written.
type writer struct {
	path string
	to   *datasets.Writer // nil before the first row
}

// Import makes a database at path from the rows of files. The database appears when it is
// complete; until then, a hidden folder beside it contains temporary files. Of several
// rows with the same position, the row with the best label is kept, see [upkeep.Merge].
// Import takes about 16 bytes of memory per row, and the memory of Merge if positions are
// repeated.
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
	for _, in := range inputs {
		if err := imp.file(ctx, in); err != nil {
			return imp.done, err
		}
	}
	return imp.done, imp.finish(ctx, path)
}

// begin creates one of the databases, unless it is there.
func (imp *importer) begin(w *writer) (err error) {
	if w.to == nil {
		w.to, err = datasets.Create(w.path, datasets.Meta{Variant: imp.Variant, Cubes: imp.cubes, Provenance: imp.provenance})
	}
	return err
}

// abort discards a database that was not closed.
func (w *writer) abort() {
	if w.to != nil {
		w.to.Abort()
	}
}

// finish moves the database to its path.
func (imp *importer) finish(ctx context.Context, path string) error {
	if err := imp.begin(&imp.first); err != nil {
		return err
	}
	if err := imp.first.to.Close(); err != nil {
		return err
	}
	if imp.repeated.to == nil {
		return atomicfile.Move(imp.first.path, path)
	}
	if err := imp.repeated.to.Close(); err != nil {
		return err
	}
	merged, err := upkeep.Merge(ctx, path, []string{imp.first.path, imp.repeated.path},
		upkeep.MergeOptions{Provenance: imp.provenance, Progress: func(int) {}})
	imp.done.Replaced = merged.Replaced
	return err
}

// provenance returns the provenance of the database: files, formats and settings.
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
	made := map[string]string{
		"import.toolkit": version.Toolkit,
		"import.files":   strings.Join(names, ", "),
		"import.format":  format,
		"import.method":  o.Method.String(),
		"import.noise":   strconv.FormatFloat(float64(o.Noise), 'g', -1, 32),
		"import.skipped": strconv.FormatBool(o.SkipBad),
	}
	if o.RuleOut {
		made["import.ruled_out"] = "true"
	}
	if len(o.Columns) > 0 {
		made["import.columns"] = o.Columns.String()
	}
	return made, nil
}

// base returns the last part of the file's name, changed to a valid source.
func (in *Input) base() string {
	clean := func(r rune) rune {
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}
	name := strings.Map(clean, filepath.Base(in.Name)) // Map also makes it valid UTF-8
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

// stoppable reads until the context is cancelled.
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

// file imports one file.
func (imp *importer) file(ctx context.Context, in Input) error {
	file, err := in.Open()
	if err != nil {
		return err
	}
	defer file.Close()
	o := imp.Options
	var content io.Reader = &stoppable{ctx, file}
	format := imp.Format
	if format == "" {
		if format, content, err = o.DetectFormat(content); err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
	}
	if format == Parquet {
		content = file
	}
	if o.Source == "" {
		o.Source = in.base()
	}
	rows, err := NewReader(content, in.Name, format, o)
	if err != nil {
		return err
	}
	if table, ok := rows.(interface{ Cubes() bool }); ok && table.Cubes() && !imp.cubes {
		if imp.cubes = true; imp.first.to != nil {
			return fmt.Errorf("%s has columns of the states of the cube, the files before it have none: name it first", in.Name)
		}
	}
	if err := imp.begin(&imp.first); err != nil {
		return err
	}
	err = imp.rows(ctx, in.Name, rows)
	imp.done.Moved += rows.Moved()
	imp.done.RuledOut += rows.RuledOut()
	return err
}

// progressRows is the number of rows between two reports of progress.
const progressRows = 1 << 10

// rows adds all rows of a file.
func (imp *importer) rows(ctx context.Context, name string, rows Reader) error {
	n := 0
	for row, err := range datasets.Rows(rows) {
		var bad *datasets.BadRow
		switch {
		case err == nil:
			err = imp.add(name, &row)
		case errors.As(err, &bad) && imp.SkipBad:
			imp.skip(err)
			err = nil
		}
		if n++; err == nil && n%progressRows == 0 {
			imp.report(progressRows)
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
	imp.report(n % progressRows)
	return nil
}

// add adds a row of the file.
func (imp *importer) add(name string, row *datasets.Row) error {
	if err := imp.weighting.Check(row); err != nil {
		return fmt.Errorf("%s: position %s: %w", name, row.Position.ID(), err)
	}
	if imp.keys.Add(row.Position.Key()) {
		imp.done.Rows++
		return imp.first.to.Write(row)
	}
	imp.done.Repeated++
	if err := imp.begin(&imp.repeated); err != nil {
		return err
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

// report reports progress.
func (imp *importer) report(rows int) {
	if imp.Progress != nil {
		imp.Progress(rows)
	}
}
