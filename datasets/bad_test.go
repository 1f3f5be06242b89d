package datasets

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/must"
	"gammonlab/internal/parquetfile"
)

// goodBlock returns five labelled rows by columns.
func goodBlock(t testing.TB) *block {
	t.Helper()
	b := new(block)
	for i, id := range []string{"4HPwATDgc/ABMA", "OxoQ8CF+xwASQg", "zx8AAFVozwSgSQ", "GzcJgyA+AADEAA", "NQAAoCoqotQAAA"} {
		pos := must.Get(board.ParseID(id, board.Backgammon))(t)
		r := NewRow(pos)
		r.Method, r.Probabilities, r.Trials = Rollout, engine.Probabilities{0.5, 0.2, 0.1, 0.3, 0.05}, int32(i)
		r.Errors[0], r.EquityError, r.Source = 0.01, 0.02, "here"
		b.add(&r)
	}
	return b
}

// encode writes a file of blocks with the columns and the metadata given, all of
// it sealed.
func encode(t testing.TB, columnsOf *schema.GroupNode, kv metadata.KeyValueMetadata, blocks ...*block) []byte {
	t.Helper()
	var out bytes.Buffer
	e := newEncoder(&out, columnsOf, kv)
	for _, b := range blocks {
		must.OK(t, e.group(b))
	}
	must.OK(t, e.close())
	return out.Bytes()
}

// goodFile is a file of the block.
func goodFile(t testing.TB, blocks ...*block) []byte {
	return encode(t, fileSchema(false, false), new(Meta).entries(), blocks...)
}

// readBytes reads a file of these bytes, as far as it can be read.
func readBytes(t testing.TB, data []byte, skipBad bool) (rows []Row, bad int64, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bad.parquet")
	must.OK(t, os.WriteFile(path, data, 0o600))
	f, err := Open(path)
	if errors.Is(err, io.EOF) {
		t.Errorf("%v is taken for the end of the rows", err)
	}
	if err == nil {
		defer f.Close()
		if skipBad {
			f.SkipBad()
		}
		for err == nil {
			var r Row
			if r, err = f.Read(); err == nil {
				rows = append(rows, r)
			}
		}
		bad, _ = f.Skipped()
	}
	if errors.Is(err, io.EOF) {
		return rows, bad, nil
	}
	if !strings.HasPrefix(err.Error(), path+": ") {
		t.Errorf("%v does not begin with the file", err)
	}
	return rows, bad, errors.New(strings.TrimPrefix(err.Error(), path+": "))
}

func TestGoodFile(t *testing.T) {
	rows, bad, err := readBytes(t, goodFile(t, goodBlock(t), goodBlock(t)), false)
	if err != nil || len(rows) != 10 || bad != 0 {
		t.Errorf("%d rows, %d bad, %v", len(rows), bad, err)
	}
}

// Row 3 is bad: the error names it, and the reader can skip it.
func TestBadRows(t *testing.T) {
	const at = 2
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	text := func(b *block, column int, text string) {
		b.texts[column].indexes[at] = b.texts[column].index(text)
	}
	for _, c := range []struct {
		name string
		harm func(b *block)
		want string
	}{
		{"invalid key", func(b *block) { b.keys[at] = board.Key{0xff, 0xff, 0xff} }, "column key: "},
		{"both on a point", func(b *block) { b.keys[at] = board.Key{1, 0, 0, 0, 0, 0, 2} }, "column key: "},
		{"no such class", func(b *block) { text(b, classText, "racing") }, `column class is "racing", want one of [over`},
		{"class of another position", func(b *block) { text(b, classText, "race") }, "column class is race, want contact, the class of the position"},
		{"class of databases", func(b *block) { text(b, classText, "bearoff2") }, "column class is bearoff2, want contact"},
		{"method", func(b *block) { text(b, methodText, "guess") }, `column method is "guess", want one of [none rollout`},
		{"no method", func(b *block) { text(b, methodText, "") }, `column method is "", want one of`},
		{"labeller", func(b *block) { text(b, labellerText, "a\tb") }, `column labeller is "a\tb", want UTF-8 without control characters`},
		{"source not UTF-8", func(b *block) { text(b, sourceText, "a\xff") }, `column source is "a\xff", want UTF-8`},
		{"source with blanks", func(b *block) { text(b, sourceText, " a") }, `column source is " a", want no blanks around it`},
		{"long source", func(b *block) { text(b, sourceText, strings.Repeat("a", 1025)) }, "column source has 1025 bytes, want at most 1024"},
		{"no win", func(b *block) { b.floats[engine.Win][at] = nan }, "column win is NaN, want a probability from 0 to 1"},
		{"win above 1", func(b *block) { b.floats[engine.Win][at] = 1.0001 }, "column win is 1.0001, want a probability"},
		{"below 0", func(b *block) { b.floats[engine.LoseGammon][at] = -0.0001 }, "column lose_gammon is -0.0001"},
		{"infinite", func(b *block) { b.floats[engine.WinGammon][at] = inf }, "column win_gammon is +Inf"},
		{"gammons above wins", func(b *block) { b.floats[engine.WinGammon][at] = 0.502 }, "column win_gammon is 0.502, want at most win, which is 0.5"},
		{"negative error", func(b *block) { b.floats[firstError][at] = -1 }, "column win_error is -1, want a standard error"},
		{"infinite error", func(b *block) { b.floats[firstError+4][at] = inf }, "column lose_backgammon_error is +Inf"},
		{"negative equity error", func(b *block) { b.floats[equityError][at] = -1 }, "column equity_error is -1, want a standard error"},
		{"infinite cubeful", func(b *block) { b.floats[cubefulFloat][at] = -inf }, "column cubeful is -Inf, want an equity"},
		{"trials", func(b *block) { b.counts[0][at] = -1 }, "column trials is -1, want 0 or more"},
	} {
		b := goodBlock(t)
		c.harm(b)
		data := goodFile(t, b, goodBlock(t))
		_, _, err := readBytes(t, data, false)
		if err == nil || !strings.HasPrefix(err.Error(), "row 3: "+c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, "row 3: "+c.want)
		}
		if rows, bad, err := readBytes(t, data, true); err != nil || len(rows) != 9 || bad != 1 {
			t.Errorf("%s: %d rows, %d bad, %v; want 9 and 1", c.name, len(rows), bad, err)
		}
	}
}

// Every row of a file with weights must have one.
func TestBadWeights(t *testing.T) {
	for _, c := range []struct {
		weight float64
		want   string
	}{
		{math.NaN(), "row 3: column weight is null, want a number of at least 0"},
		{-1, "row 3: column weight is -1, want a finite number of at least 0"},
		{math.Inf(1), "row 3: column weight is +Inf, want a finite number"},
	} {
		b := goodBlock(t)
		b.floats[weightFloat] = []float32{1, 0, float32(c.weight), 2, 3}
		data := encode(t, fileSchema(false, true), new(Meta).entries(), b)
		_, _, err := readBytes(t, data, false)
		must.Fail(t, err, c.want)
		if rows, bad, err := readBytes(t, data, true); err != nil || len(rows) != 4 || bad != 1 {
			t.Errorf("%v: %d rows, %d bad, %v; want 4 and 1", c.weight, len(rows), bad, err)
		}
	}
}

// Unlabelled rows may have any figures.
func TestUnlabelledFigures(t *testing.T) {
	b := goodBlock(t)
	b.texts[methodText].indexes[1] = b.texts[methodText].index("none")
	b.floats[engine.Win][1] = 7
	rows, _, err := readBytes(t, goodFile(t, b), false)
	must.OK(t, err)
	if want := NewRow(rows[1].Position); rows[1].Probabilities != want.Probabilities || rows[1].Trials != 0 || rows[1].EquityError == rows[1].EquityError {
		t.Errorf("got %+v", rows[1])
	}
}

// A file whose columns of the states of the cube this program does not know is refused.
func TestBadCubes(t *testing.T) {
	for version, cubes := range map[string]bool{"2": true, "1": false, "": true} {
		kv := metadata.NewKeyValueMetadata()
		old := new(Meta).entries()
		for i, k := range old.Keys() {
			must.OK(t, kv.Append(k, old.Values()[i]))
		}
		want := `metadata: cube_columns_version is "1", but the column cubeful_jacoby does not fit`
		if version == "2" {
			want = `metadata: cube_columns_version is "2", this program reads version 1`
		}
		if version != "" {
			must.OK(t, kv.Append(cubesKey, version))
		} else {
			want = `metadata: cube_columns_version is "", but the column cubeful_jacoby does not fit`
		}
		_, _, err := readBytes(t, encode(t, fileSchema(cubes, false), kv, goodBlock(t)), false)
		must.Fail(t, err, want, version)
	}
}

func TestBadFiles(t *testing.T) {
	good := goodFile(t, goodBlock(t))
	fields := func(change func(list schema.FieldList) schema.FieldList) []byte {
		var list schema.FieldList
		for _, c := range columnsOf(false, false) {
			list = append(list, c.node())
		}
		return encode(t, schema.MustGroup(schema.NewGroupNode("schema", parquet.Repetitions.Required, change(list), -1)), new(Meta).entries())
	}
	meta := func(key, value string) []byte {
		kv := metadata.NewKeyValueMetadata()
		old := new(Meta).entries()
		for i, k := range old.Keys() {
			v := old.Values()[i]
			if k == key {
				v = value
			}
			if v != "" {
				kv.Append(k, v)
			}
		}
		return encode(t, fileSchema(false, false), kv)
	}
	optional := parquet.Repetitions.Optional
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "empty, want a Parquet file"},
		{"a few bytes", []byte("PAR1PAR1"), "8 bytes are too few for a Parquet file"},
		{"text", bytes.Repeat([]byte("text "), 10), `no Parquet file: it begins with "text", want "PAR1"`},
		{"cut off", good[:len(good)-1], "cut off, or no Parquet file"},
		{"no length", append(append(bytes.Clone(good[:len(good)-8]), 0xff, 0xff, 0xff, 0xff), parquetfile.Magic...), "damaged: the footer should have 4294967303 bytes"},
		{"other program", meta(formatKey, ""), "a Parquet file of another program: its metadata have no format, want gammonlab-dataset"},
		{"other format", meta(formatKey, "x"), `metadata: format is "x", want gammonlab-dataset`},
		{"later version", meta(versionKey, "2"), `metadata: format_version is "2", this program reads version 1`},
		{"no version", meta(versionKey, ""), `metadata: format_version is "", this program reads version 1`},
		{"variant", meta(variantKey, "chess"), "metadata: variant: "},
		{"no variant", meta(variantKey, ""), "metadata: variant: "},
		{"missing column", fields(func(l schema.FieldList) schema.FieldList { return append(l[:4:4], l[5:]...) }), "no column win_backgammon"},
		{"more columns", fields(func(l schema.FieldList) schema.FieldList {
			return append(l, schema.NewFloat32Node("luck", optional, -1))
		}), `column "luck" is not of this format`},
		{"a weight of doubles", fields(func(l schema.FieldList) schema.FieldList {
			return append(l, schema.NewFloat64Node("weight", optional, -1))
		}), "column weight contains "},
		{"other order", fields(func(l schema.FieldList) schema.FieldList {
			l[0], l[1] = l[1], l[0]
			return l
		}), "column class is number 1, want number 2"},
		{"doubles", fields(func(l schema.FieldList) schema.FieldList {
			l[2] = schema.NewFloat64Node("win", optional, -1)
			return l
		}), "column win contains "},
		{"nulls", fields(func(l schema.FieldList) schema.FieldList {
			l[15] = schema.NewInt32Node(l[15].Name(), optional, -1)
			return l
		}), "column trials contains "},
		{"short key", fields(func(l schema.FieldList) schema.FieldList {
			l[0] = schema.NewFixedLenByteArrayNode("key", parquet.Repetitions.Required, 9, -1)
			return l
		}), "column key contains "},
		{"bytes for text", fields(func(l schema.FieldList) schema.FieldList {
			l[1] = schema.NewByteArrayNode("class", parquet.Repetitions.Required, -1)
			return l
		}), "column class contains "},
		{"lists", fields(func(l schema.FieldList) schema.FieldList {
			l[2] = schema.MustGroup(schema.NewGroupNode("win", optional, schema.FieldList{schema.NewFloat32Node("x", optional, -1)}, -1))
			return l
		}), "column win contains several columns"},
	} {
		_, _, err := readBytes(t, c.data, false)
		must.Fail(t, err, c.want, c.name)
		if _, _, err := readBytes(t, c.data, true); err == nil {
			t.Errorf("%s: skipping bad rows hides it", c.name)
		}
	}
}

// A file that is cut off anywhere is not read.
func TestCutOff(t *testing.T) {
	good := goodFile(t, goodBlock(t))
	step := 13
	if testing.Short() {
		step = 101
	}
	for n := 0; n < len(good); n += step {
		if _, _, err := readBytes(t, good[:n], false); err == nil {
			t.Errorf("%d of %d bytes: no error", n, len(good))
		}
	}
}

// Every changed byte is found, and the error names its column, if it is in one.
func TestDamagedBytes(t *testing.T) {
	good := goodFile(t, goodBlock(t), goodBlock(t))
	const tail = 4 + len(parquetfile.Magic) // the footer's length and the magic
	footer := len(good) - tail - int(binary.LittleEndian.Uint32(good[len(good)-tail:]))
	step := 29
	if testing.Short() {
		step = 97
	}
	for at := 0; at < len(good); at += step {
		bad := bytes.Clone(good)
		bad[at] ^= byte(1 + at%255)
		rows, _, err := readBytes(t, bad, false)
		switch {
		case err == nil:
			t.Errorf("byte %d: %d rows and no error", at, len(rows))
		case at >= len(parquetfile.Magic) && at < footer && !strings.Contains(err.Error(), "damaged: the checksum is"):
			t.Errorf("byte %d: %v, want a checksum", at, err)
		}
	}
	// A reader that skips bad rows still reads the rows of the other group.
	bad := bytes.Clone(good)
	bad[10] ^= 1
	rows, n, err := readBytes(t, bad, true)
	if err != nil || len(rows) != 5 || n != 5 {
		t.Errorf("%d rows, %d bad, %v; want 5 and 5", len(rows), n, err)
	}
	_, _, err = readBytes(t, bad, false)
	if want := "rows 1 to 5: column key: damaged: the checksum is "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}

func TestVerify(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.parquet")
	b := goodBlock(t)
	b.counts[0][3] = -1
	b.keys[4] = b.keys[0]
	b.texts[classText].indexes[4] = b.texts[classText].indexes[0]
	must.OK(t, os.WriteFile(path, goodFile(t, b, goodBlock(t)), 0o600))
	f := must.Get(Open(path))(t)
	defer f.Close()
	got, err := Verify(t.Context(), f, func(int) {})
	if err != nil || got.Rows != 9 || got.Bad != 1 || got.Repeated != 4 {
		t.Errorf("%+v, %v, want 9 rows, 1 bad, 4 repeated", got, err)
	}
	if want := path + ": row 4: column trials is -1"; got.First == nil || !strings.HasPrefix(got.First.Error(), want) {
		t.Errorf("%v, want %q", got.First, want)
	}
}

// Verify finds labels that the rules exclude; readers accept them.
func TestVerifyRules(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.parquet")
	w := must.Get(Create(path, Meta{}))(t)
	defer w.Abort()
	for _, id := range []string{"4HPwATDgc/ABMA", "mxmAQ4PbAQAAAA"} {
		row := NewRow(must.Get(board.ParseID(id, board.Backgammon))(t))
		row.Method, row.Probabilities = Imported, engine.Probabilities{0.96, 0.87, 0.37}
		must.OK(t, w.Write(&row))
	}
	must.OK(t, w.Close())
	f := must.Get(Open(path))(t)
	defer f.Close()
	got, err := Verify(t.Context(), f, nil)
	report := got.Report(path)
	if err != nil || got.Rows != 2 || got.Bad != 0 || report.Excluded != 1 || report.OK {
		t.Errorf("%+v, %v, want 2 rows, the label of one excluded", report, err)
	}
	must.Fail(t, got.First, path+": row 2: column win_gammon is 0.87, want 0: the opponent has borne off a checker; position mxmAQ4PbAQAAAA")
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
	size := len(goodFile(t, goodBlock(t)))
	for left := 0; left < size; left += 397 {
		e := newEncoder(&failing{left}, fileSchema(false, false), new(Meta).entries())
		err := e.group(goodBlock(t))
		if err == nil {
			err = e.close()
		}
		if !errors.Is(err, errFull) {
			t.Errorf("%d of %d bytes: %v, want %v", left, size, err, errFull)
		}
	}
}

// An error of writing is returned before the last row.
func TestWriterFailsSoon(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.parquet")
	w, err := Create(path, Meta{})
	must.OK(t, err)
	defer w.Abort()
	w.file.Abort()
	r := NewRow(board.Backgammon.Start())
	n := 0
	for err = nil; err == nil && n <= 3*groupRows; n++ {
		err = w.Write(&r)
	}
	if err == nil || !strings.HasPrefix(err.Error(), "writing "+path+": ") {
		t.Errorf("after %d rows: %v", n, err)
	}
	if err := w.Close(); err == nil {
		t.Error("closed without an error")
	}
	if err := w.Write(&r); err == nil {
		t.Error("written to after Close")
	}
	if err := w.Close(); err == nil {
		t.Error("closed twice")
	}
}
