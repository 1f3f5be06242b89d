package simulate

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/metadata"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/digest"
	"gammonlab/internal/parquetfile"
	"gammonlab/internal/strictjson"
)

// Version is the version of the file format.
const Version = 1

// Keys of the metadata of a file.
const (
	formatKey   = "format"
	versionKey  = "format_version"
	settingsKey = "settings"

	formatName = "gammonlab-rating-study"
)

// groupRows is the number of rows of a group.
const groupRows = 1 << 16

// Write writes the study to a Parquet file at path and replaces an existing file. Equal
// studies give identical bytes.
func Write(path string, s *Study) error {
	if err := s.check(); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	kv, err := s.metadata()
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return atomicfile.Write(path, func(to io.Writer) error {
		options := []parquet.WriterProperty{parquet.WithMaxRowGroupLength(groupRows)}
		for _, c := range columns {
			if _, text := c.at(new(Row)).(*string); text {
				options = append(options, parquet.WithDictionaryFor(c.name, true))
			}
		}
		w := parquetfile.NewWriter(to, fileSchema(), kv, options...)
		for from := 0; from < len(s.Rows); from += groupRows {
			rows := s.Rows[from:min(from+groupRows, len(s.Rows))]
			if err := w.Group(func(_, i int, to file.ColumnChunkWriter) error { return columns[i].write(to, rows) }); err != nil {
				return err
			}
		}
		return w.Close()
	})
}

// metadata returns the metadata of a file.
func (s *Study) metadata() (metadata.KeyValueMetadata, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	kv := metadata.NewKeyValueMetadata()
	for _, entry := range [][2]string{
		{formatKey, formatName}, {versionKey, strconv.Itoa(Version)}, {settingsKey, string(text)},
	} {
		if err := kv.Append(entry[0], entry[1]); err != nil {
			return nil, err
		}
	}
	return kv, nil
}

// Read reads a study. It checks every byte, and that the rows are exactly those of the
// grid.
func Read(path string) (*Study, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s, err := read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if s.Digest, err = digest.File(path); err != nil {
		return nil, err
	}
	return s, nil
}

func read(f *os.File) (*Study, error) {
	s := new(Study)
	r, err := parquetfile.NewReader(f, parquetfile.Format{
		Columns: fileSchema(), Check: s.take, MaxRows: groupRows, MaxPage: groupRows*(maxName+4) + 1<<20,
	})
	if err != nil {
		return nil, err
	}
	var buffer []byte
	for g := range r.Groups() {
		from := len(s.Rows)
		s.Rows = append(s.Rows, make([]Row, r.GroupRows(g))...)
		if buffer, err = r.Group(buffer, g, func(i int, in file.ColumnChunkReader) error {
			return columns[i].read(s.Rows[from:], in)
		}); err != nil {
			return nil, err
		}
	}
	return s, s.check()
}

// take sets the settings from the metadata of a file.
func (s *Study) take(kv metadata.KeyValueMetadata) error {
	switch format := kv.FindValue(formatKey); {
	case format == nil:
		return fmt.Errorf("a Parquet file of another program: its metadata have no %s, want %s", formatKey, formatName)
	case *format != formatName:
		return fmt.Errorf("metadata: %s is %q, want %s", formatKey, *format, formatName)
	}
	if version := parquetfile.Value(kv, versionKey); version != strconv.Itoa(Version) {
		return fmt.Errorf("metadata: %s is %q, this program reads version %d", versionKey, version, Version)
	}
	if err := strictjson.Unmarshal([]byte(parquetfile.Value(kv, settingsKey)), s); err != nil {
		return fmt.Errorf("metadata: %s: %w", settingsKey, err)
	}
	if err := s.Grid.Validate(); err != nil {
		return fmt.Errorf("metadata: %s: grid: %w", settingsKey, err)
	}
	return nil
}

// check returns an error for the first row that is impossible or not in the grid.
func (s *Study) check() error {
	if want := s.Grid.Total(); len(s.Rows) != want {
		return fmt.Errorf("%d rows, want %d for the grid", len(s.Rows), want)
	}
	i := 0
	for _, c := range s.Grid.cells() {
		for match := range c.matches {
			row := &s.Rows[i]
			i++
			want := s.row(c, match)
			for _, column := range columns {
				if got, want := column.text(row), column.text(&want); column.place && got != want {
					return fmt.Errorf("row %d: column %s is %s, want %s by the grid", i, column.name, got, want)
				}
			}
			if err := row.check(); err != nil {
				return fmt.Errorf("row %d: %w", i, err)
			}
		}
	}
	return nil
}
