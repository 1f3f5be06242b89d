package parquetfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"gammonlab/internal/digest"
	"gammonlab/internal/must"
)

var required = parquet.Repetitions.Required

// twoColumns is a schema with a count and a number.
func twoColumns() *schema.GroupNode {
	return schema.MustGroup(schema.NewGroupNode("schema", required, schema.FieldList{
		schema.NewInt32Node("count", required, -1), schema.NewFloat64Node("number", required, -1),
	}, -1))
}

// write returns a file with groups of these counts; the numbers are half of them.
func write(t testing.TB, to io.Writer, groups ...[]int32) error {
	t.Helper()
	kv := metadata.NewKeyValueMetadata()
	must.OK(t, kv.Append("of", "tests"))
	w := NewWriter(to, twoColumns(), kv)
	for _, counts := range groups {
		if err := w.Group(func(_, column int, to file.ColumnChunkWriter) error {
			switch to := to.(type) {
			case *file.Int32ColumnChunkWriter:
				_, err := to.WriteBatch(counts, nil, nil)
				return err
			case *file.Float64ColumnChunkWriter:
				var numbers []float64
				for _, n := range counts {
					numbers = append(numbers, float64(n)/2)
				}
				_, err := to.WriteBatch(numbers, nil, nil)
				return err
			}
			return fmt.Errorf("column %d is %T", column, to)
		}); err != nil {
			return err
		}
	}
	return w.Close()
}

// good returns a file of two groups.
func good(t testing.TB) []byte {
	var out bytes.Buffer
	must.OK(t, write(t, &out, []int32{1, 2, 3}, []int32{4}))
	return out.Bytes()
}

// open opens a file with these bytes.
func open(t testing.TB, data []byte, change func(*Format)) (*Reader, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bad.parquet")
	must.OK(t, os.WriteFile(path, data, 0o600))
	f := must.Get(os.Open(path))(t)
	t.Cleanup(func() { f.Close() })
	format := Format{Columns: twoColumns(), MaxRows: 3, MaxPage: 1 << 16, Check: func(kv metadata.KeyValueMetadata) error {
		if of := Value(kv, "of"); of != "tests" {
			return fmt.Errorf("of %q", of)
		}
		return nil
	}}
	if change != nil {
		change(&format)
	}
	return NewReader(f, format)
}

// read returns all values of the counts and of the numbers.
func read(r *Reader) (counts []int32, numbers []float64, err error) {
	var buffer []byte
	for g := range r.Groups() {
		n := int64(r.GroupRows(g))
		buffer, err = r.Group(buffer, g, func(_ int, from file.ColumnChunkReader) error {
			switch from := from.(type) {
			case *file.Int32ColumnChunkReader:
				values := make([]int32, n)
				_, got, err := from.ReadBatch(n, values, nil, nil)
				counts = append(counts, values[:got]...)
				return err
			case *file.Float64ColumnChunkReader:
				values := make([]float64, n)
				_, got, err := from.ReadBatch(n, values, nil, nil)
				numbers = append(numbers, values[:got]...)
				return err
			}
			return fmt.Errorf("%T", from)
		})
		if err != nil {
			return counts, numbers, err
		}
	}
	return counts, numbers, nil
}

func TestFileKeepsValues(t *testing.T) {
	r := must.Get(open(t, good(t), nil))(t)
	counts, numbers, err := read(r)
	if got, want := fmt.Sprint(counts, numbers, err), "[1 2 3 4] [0.5 1 1.5 2] <nil>"; got != want || r.Rows() != 4 {
		t.Errorf("%d rows: %s, want %s", r.Rows(), got, want)
	}
}

func TestOtherFormats(t *testing.T) {
	fields := func(list ...schema.Node) func(*Format) {
		return func(f *Format) { f.Columns = schema.MustGroup(schema.NewGroupNode("schema", required, list, -1)) }
	}
	count, number := twoColumns().Field(0), twoColumns().Field(1)
	for _, c := range []struct {
		name   string
		change func(*Format)
		want   string
	}{
		{"metadata", func(f *Format) { f.Check = func(metadata.KeyValueMetadata) error { return errors.New("not mine") } }, "not mine"},
		{"long groups", func(f *Format) { f.MaxRows = 2 }, "group 1 of rows: has 3, want 1 to 2"},
		{"missing column", fields(count, number, schema.NewInt32Node("third", required, -1)), "no column third"},
		{"unknown column", fields(count), `column "number" is not of this format`},
		{"order of columns", fields(number, count), "column count is number 1, want number 2"},
		{"type of a column", fields(schema.NewInt64Node("count", required, -1), number), "column count contains required INT32, want required INT64"},
	} {
		must.Fail(t, must.Err(open(t, good(t), c.change)), c.want, c.name)
	}
	third := fields(count, number, schema.NewInt32Node("third", required, -1))
	optional := must.Get(open(t, good(t), func(f *Format) { third(f); f.Optional = 1 }))(t)
	if counts, _, err := read(optional); err != nil || optional.Has("third") || !optional.Has("number") || len(counts) != 4 {
		t.Errorf("without an optional column: it has one, or %d rows, %v", len(counts), err)
	}
	must.Fail(t, must.Err(open(t, good(t), func(f *Format) { fields(count)(f); f.Optional = 1 })), `column "number" is not of this format`, "unknown")
	must.Fail(t, must.Err(open(t, good(t), func(f *Format) {
		fields(count, schema.NewInt32Node("third", required, -1), schema.NewInt32Node("fourth", required, -1))(f)
		f.Optional = 1
	})), "no column third", "too many missing")
	r := must.Get(open(t, good(t), func(f *Format) { f.MaxPage = 1 }))(t)
	if _, _, err := read(r); err == nil || !strings.Contains(err.Error(), "a page of ") {
		t.Errorf("pages above the bound: %v", err)
	}
}

// A change of any byte is an error, and so is truncation at any byte.
func TestDamage(t *testing.T) {
	whole := good(t)
	check := func(what string, data []byte) {
		r, err := open(t, data, nil)
		if err == nil {
			_, _, err = read(r)
		}
		if err == nil || errors.Is(err, io.EOF) {
			t.Errorf("%s: %v, want an error other than io.EOF", what, err)
		}
	}
	for at := 0; at < len(whole); at += 3 {
		bad := bytes.Clone(whole)
		bad[at] ^= byte(1 + at%255)
		check(fmt.Sprint("byte ", at), bad)
		check(fmt.Sprint("cut at ", at), whole[:at])
	}
}

// reseal corrects the checksums of a file after a change of its bytes.
func reseal(t testing.TB, data []byte) []byte {
	t.Helper()
	r := must.Get(open(t, data, nil))(t)
	var sums strings.Builder
	for _, g := range r.groups {
		for i := range g.sums {
			sums.WriteString(formatSum(digest.Checksum(data[g.bounds[i]:g.bounds[i+1]])))
		}
	}
	footer := data[len(data)-int(footerLen(data[len(data)-tailLen:])):]
	at := bytes.Index(footer, []byte(checksumsKey)) + len(checksumsKey)
	for !bytes.HasPrefix(footer[at:], []byte(formatSum(r.groups[0].sums[0]))) {
		at++
	}
	copy(footer[at:], sums.String())
	place, _ := sealPlace(footer)
	copy(footer[place:], noSum)
	must.OK(t, seal(footer))
	return data
}

// A file with right checksums at which the library panics is an error like any other.
func TestLibraryPanics(t *testing.T) {
	data := good(t)
	at := bytes.Index(data, []byte{0x28, 0xb5, 0x2f, 0xfd}) // a frame of zstd begins
	data[at]++
	r, err := open(t, reseal(t, data), nil)
	must.OK(t, err)
	_, _, err = read(r)
	if want := "the Parquet library failed: "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}

// failing is a disk that is full after a number of bytes.
type failing struct{ left int }

var errFull = errors.New("no space left on device")

func (f *failing) Write(data []byte) (int, error) {
	if f.left -= len(data); f.left < 0 {
		return 0, errFull
	}
	return len(data), nil
}

func TestFullDisk(t *testing.T) {
	size := len(good(t))
	for left := 0; left < size; left += 97 {
		if err := write(t, &failing{left}, []int32{1, 2, 3}, []int32{4}); !errors.Is(err, errFull) {
			t.Errorf("%d of %d bytes: %v, want %v", left, size, err, errFull)
		}
	}
}

// FuzzReader reads files of any bytes.
func FuzzReader(f *testing.F) {
	f.Add([]byte(nil))
	f.Add([]byte("PAR1\x00\x00\x00\x00\x00\x00\x00\x00PAR1"))
	f.Add(good(f))
	f.Fuzz(func(t *testing.T, data []byte) {
		if r, err := open(t, data, nil); err == nil {
			read(r)
		}
	})
}
