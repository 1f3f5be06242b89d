package exchange

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/table"
	"gammonlab/engine"
	"gammonlab/internal/setting"
)

// Format is a format of labelled positions.
type Format string

// The formats.
const (
	GnubgNN Format = "gnubg-nn" // the training text of gnubg's nets
	BM      Format = "bm"       // benchmark files of gnubg's nets
	Wildbg  Format = "wildbg"   // wildbg's tables of positions
	CSV     Format = "csv"      // a table, see [table.Reader]
	Parquet Format = "parquet"  // a table in a Parquet file
)

// Formats lists the formats.
func Formats() []Format { return []Format{GnubgNN, BM, Wildbg, CSV, Parquet} }

// Values returns the names of the formats.
func (Format) Values() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, string(f))
	}
	return names
}

// ParseFormat returns the format with that name.
func ParseFormat(name string) (f Format, err error) {
	err = f.UnmarshalText([]byte(name))
	return f, err
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (f *Format) UnmarshalText(text []byte) error {
	if *f = Format(text); !slices.Contains(Formats(), *f) {
		return fmt.Errorf("%q, want one of %s", text, strings.Join(f.Values(), ", "))
	}
	return nil
}

// Options are the settings of reading a file.
type Options struct {
	Variant board.Variant `json:"variant" group:"Rules, cube and score" default:"backgammon" help:"variant <GAME>: {values}"`

	// Source is the source of rows if their file does not name one.
	Source string `json:"source,omitempty" shown:"the file's name" help:"source <TEXT> to store with the rows"`

	// Method is the method of labels if their file does not name one. The default is
	// [datasets.Rollout] for benchmark files and wildbg's tables, otherwise
	// [datasets.Imported].
	Method datasets.Method `json:"method,omitempty" shown:"rollout for bm and wildbg, else imported" help:"labelling <METHOD> of rows without a method: rollout, static, ply1, ply2, trace, bearoff, game, imported"`

	// Columns names the columns of tables that have other names.
	Columns table.Columns `json:"columns,omitempty" help:"columns of a table that have other names, as <NAME=COLUMN>,…, such as win=p_win,position_id=board"`

	// Noise is the tolerance for probabilities that are out of range or order, or that the
	// rules exclude, see [datasets.Tolerance].
	Noise float32 `json:"tolerance,omitempty" help:"correct probabilities that are out of range or order, or that the rules exclude, by up to <X>, as in rollouts; 0 for never"`

	// RuleOut corrects all labels that are out of order, or that the rules exclude.
	RuleOut bool `json:"rule_out,omitempty" help:"correct labels that are out of order, or that the rules exclude, such as a gammon after a checker is off; without it they are invalid"`
}

// tolerance returns the tolerance of labels.
func (o *Options) tolerance() datasets.Tolerance {
	return datasets.Tolerance{Noise: o.Noise, RuleOut: o.RuleOut}
}

// Validate returns an error for the first invalid setting, by its name.
func (o *Options) Validate() error {
	if methods := datasets.Methods()[1:]; o.Method != datasets.Unlabelled && !slices.Contains(methods, o.Method) {
		return setting.Errorf("%s is %q, want one of %s", setting.Name("method"), string(o.Method), strings.ReplaceAll(strings.Trim(fmt.Sprint(methods), "[]"), " ", ", "))
	}
	row := datasets.NewRow(o.Variant.Start())
	row.Source = o.Source
	return errors.Join(
		setting.Check("tolerance", o.Noise >= 0 && o.Noise <= 1, "is %v, want a number from 0 to 1", o.Noise),
		setting.In("source", row.Check()),
	)
}

// Reader reads rows of a file. Moved and RuledOut count the rows whose probabilities were
// corrected, see [datasets.Tolerance].
type Reader interface {
	datasets.Reader
	Moved() int64
	RuledOut() int64
}

// NewReader reads rows in the format. Errors use the given file name.
func NewReader(r io.Reader, file string, f Format, o Options) (Reader, error) {
	if o.Method == datasets.Unlabelled {
		o.Method = datasets.Imported
		if f == BM || f == Wildbg {
			o.Method = datasets.Rollout
		}
	}
	switch f {
	case GnubgNN:
		return newGnubgNN(r, file, o), nil
	case BM:
		return newBMRows(r, file, o), nil
	case Wildbg:
		return newWildbg(r, file, o)
	case CSV:
		return newTable(r, file, o)
	case Parquet:
		return newParquet(r, file, o)
	}
	return nil, fmt.Errorf("no format %q", f)
}

// Writer writes rows. Only a CSV table can have rows without a label, rows with a weight and
// values by the state of the cube; in other formats they are errors.
type Writer interface {
	Write(*datasets.Row) error
	Flush() error
}

// NewWriter returns a writer in the format; cubes are for a table, see
// [table.NewWriter]. Rows may stay buffered until Flush.
func NewWriter(w io.Writer, f Format, cubes bool) (Writer, error) {
	if f == CSV {
		return table.NewWriter(w, cubes), nil
	}
	out := bufio.NewWriterSize(w, 1<<16)
	switch f {
	case GnubgNN:
		return labelled{&gnubgNNWriter{out: out}}, nil
	case BM:
		return labelled{&bmWriter{out}}, nil
	case Wildbg:
		return labelled{newWildbgWriter(out)}, nil
	}
	return nil, fmt.Errorf("no format %q", f)
}

// labelled returns an error for rows that a format of labels without weights cannot
// contain.
type labelled struct{ Writer }

// Write implements [Writer].
func (w labelled) Write(r *datasets.Row) error {
	if r.Method == datasets.Unlabelled {
		return fmt.Errorf("position %s has no label, and the format has no unlabelled positions", r.Position.ID())
	}
	if r.HasWeight() {
		return fmt.Errorf("position %s has a weight, and the format has no weights: write csv, or drop the weights first", r.Position.ID())
	}
	if r.HasCubes() {
		return fmt.Errorf("position %s has equities by the state of the cube, and the format has none: write csv", r.Position.ID())
	}
	return w.Writer.Write(r)
}

// detectLength is the number of bytes that DetectFormat examines.
const detectLength = 1 << 12

// DetectFormat returns the format of r and a reader with the complete content of r. It
// returns an error if the beginning does not clearly belong to one format.
func (o *Options) DetectFormat(r io.Reader) (Format, io.Reader, error) {
	in := bufio.NewReaderSize(r, detectLength)
	begin, err := in.Peek(detectLength)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return "", nil, err
	case bytes.HasPrefix(begin, []byte(parquetMagic)):
		return Parquet, in, nil
	case len(o.Columns) > 0:
		return CSV, in, nil
	}
	f, err := detect(strings.TrimPrefix(string(begin), "\ufeff"))
	return f, in, err
}

// isTitle finds the title of a column of positions.
var isTitle = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(^|[,;"])\s*(position_id|xgid|position)\s*($|[,;"])`)
})

// detect returns the format of the first line that is not a comment.
func detect(begin string) (Format, error) {
	for line := range strings.Lines(begin) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || line[0] == '#' && !strings.HasPrefix(line, rolledMark+" "):
		case isTitle().MatchString(line):
			if isWildbgHeader(line) {
				return Wildbg, nil
			}
			return CSV, nil
		case len(fields) > 1 && bmKnows(fields[0]):
			return BM, nil
		case len(fields) > engine.Outputs && len(fields[0]) == letterCount:
			return GnubgNN, nil
		default:
			return "", errors.New("the format cannot be detected from the beginning of the file: name it")
		}
	}
	return "", errors.New("the format cannot be detected: the file begins with comments only; name it")
}

// newRow returns a row of a labelled position with unknown errors.
func newRow(pos board.Position, p engine.Probabilities, m datasets.Method) datasets.Row {
	row := datasets.NewRow(pos)
	row.Method, row.Probabilities = m, p
	return row
}
