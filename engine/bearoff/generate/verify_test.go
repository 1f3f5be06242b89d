package generate

import (
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/bearofftest"
	"gammonlab/internal/longtest"
	"gammonlab/internal/must"
)

// made returns a file of each sort that tests take apart.
func made(t testing.TB) map[string]string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{}
	for name, o := range map[string]OneSidedOptions{
		"one-sided": {}, "no gammons": {NoGammon: true}, "uncompressed": {Uncompressed: true},
		"uncompressed, no gammons": {Uncompressed: true, NoGammon: true}, "normal": {Normal: true},
	} {
		o.Points = 2
		files[name] = filepath.Join(dir, name+".bd")
		must.OK(t, OneSided(context.Background(), files[name], o))
	}
	for name, o := range map[string]TwoSidedOptions{"two-sided": {}, "cubeless": {Cubeless: true}} {
		o.Points, o.Checkers = 4, 2
		files[name] = filepath.Join(dir, name+".bd")
		must.OK(t, TwoSided(context.Background(), files[name], o))
	}
	return files
}

func TestVerifyMade(t *testing.T) {
	for name, path := range made(t) {
		entries := int64(136)
		if strings.Contains("two-sided cubeless", name) {
			entries = 15 * 15
		}
		for _, sample := range []int{0, 10, 1 << 20} {
			want := entries
			if sample == 10 {
				want = 10
			}
			report, err := Verify(context.Background(), path, VerifyOptions{Sample: sample})
			if err != nil || report.Checked != want {
				t.Errorf("%s, sample of %d: %d checked, %v; want %d", name, sample, report.Checked, err, want)
			}
		}
	}
}

func TestVerifyInstalled(t *testing.T) {
	for _, path := range []string{bearofftest.OneSided, bearofftest.TwoSided} {
		o := VerifyOptions{Sample: 2000, Seed: 1}
		if longtest.On() {
			o.Sample = 0
		}
		var last int64
		o.Progress = func(done, total int64) { last = total - done }
		if report, err := Verify(context.Background(), bearofftest.NeedFile(t, path), o); err != nil || last != 0 {
			t.Errorf("%s: %+v, %v, %d left", path, report, err, last)
		}
	}
}

// damage is a change to a file, and the expected error.
type damage struct {
	file   string
	change func(data []byte) []byte
	want   string
}

func put16(at int, word uint16) func([]byte) []byte {
	return func(data []byte) []byte {
		binary.LittleEndian.PutUint16(data[at:], word)
		return data
	}
}

// add16 adds to a word and subtracts the same from the next word.
func add16(at int) func([]byte) []byte {
	return func(data []byte) []byte {
		a, b := data[at:], data[at+2:]
		binary.LittleEndian.PutUint16(a, binary.LittleEndian.Uint16(a)+1)
		binary.LittleEndian.PutUint16(b, binary.LittleEndian.Uint16(b)-1)
		return data
	}
}

func setByte(at int, b byte) func([]byte) []byte {
	return func(data []byte) []byte {
		data[at] = b
		return data
	}
}

var damages = []damage{
	{"one-sided", func(d []byte) []byte { return nil }, "file has 0 bytes, want a header of 40"},
	{"one-sided", func(d []byte) []byte { return d[:39] }, "file has 39 bytes, want a header of 40"},
	{"one-sided", func(d []byte) []byte { return d[:50] }, "file has 50 bytes, want 1128 for the table alone"},
	{"one-sided", func(d []byte) []byte { return d[:len(d)-1] }, "bytes after its table, want"},
	{"one-sided", func(d []byte) []byte { return append(d, 0) }, "bytes after its table, want"},
	{"one-sided", setByte(0, 'G'), `file starts with "Gnubg-OS", want gnubg-OS, gnubg-TS or gnubg-H`},
	{"one-sided", setByte(10, '0'), `header: points is "00", want 1 to 23`},
	{"one-sided", setByte(9, 'x'), `header: points is "x", want 1 to 23`},
	{"one-sided", setByte(13, '9'), `header: checkers is "19", want 1 to 15`},
	{"one-sided", setByte(15, '7'), "header: gammons is '7', want 0 or 1"},
	{"one-sided", setByte(39, ' '), `header: byte 40 is ' ', want '\n'`},
	{"one-sided", setByte(40+3*8, 99), "table entry 3: offset is 99, want 6"},
	{"one-sided", setByte(40+2*8+4, 0), "table entry 2: 0 words from 1 on, want 1 or more that end before 32"},
	{"one-sided", setByte(40+2*8+5, 32), "table entry 2: 1 words from 32 on"},
	{"one-sided", put16(40+136*8, 65534), "position 0 (checkers 0 0): bearing off: the words add up to 65534, want 65535"},
	{"uncompressed", put16(40+128+4, 1), "position 1 (checkers 1 0): bearing off: the words add up to 65536, want 65535"},
	{"uncompressed", add16(40 + 2*128 + 2), "position 2 (checkers 0 1): bearing off: 1 rolls have the word"},
	{"uncompressed", func(d []byte) []byte { return d[:len(d)-64] }, "bytes, want 17448 from its header"},
	{"normal", setByte(40+16*5+3, 0xff), "position 5: mean and standard deviation are"},
	{"normal", setByte(40+16*5, 7), "position 5 (checkers 0 2): bearing off: "},
	{"two-sided", func(d []byte) []byte { return d[:len(d)-8] }, "file has 1832 bytes, want 1840 from its header"},
	{"two-sided", put16(40+8*3, 7), "position 0 against 3 (checkers 0 0 0 0 against 0 0 1 0): cubeless: word is 7, want 65535 for a game won"},
	{"two-sided", put16(40+8*15*4+2, 7), "position 4 against 0 (checkers 0 0 0 1 against 0 0 0 0): owned cube: word is 7, want 0 for a game lost"},
	{"two-sided", put16(40+8*(15*4+5)+4, 7), "position 4 against 5 (checkers 0 0 0 1 against 2 0 0 0): centred cube: word is 7, want"},
	{"cubeless", put16(40+2*(15*14+14), 7), "position 14 against 14 (checkers 0 0 0 2 against 0 0 0 2): cubeless: word is 7, want"},
}

func TestVerifyDamaged(t *testing.T) {
	files := made(t)
	for _, d := range damages {
		data := must.Get(os.ReadFile(files[d.file]))(t)
		path := filepath.Join(t.TempDir(), "damaged.bd")
		must.OK(t, os.WriteFile(path, d.change(data), 0o666))
		for _, workers := range []int{1, 3} {
			_, err := Verify(context.Background(), path, VerifyOptions{Workers: workers})
			must.Fail(t, err, d.want, d.file)
			must.Fail(t, err, path, d.file)
		}
	}
}

func TestVerifyOfManyPoints(t *testing.T) {
	path := filepath.Join(t.TempDir(), "big.bd")
	must.OK(t, os.WriteFile(path, bearoff.Header{Kind: bearoff.TwoSidedKind, Points: 17, Checkers: 1}.Bytes(), 0o666))
	var unsupported *UnsupportedError
	if _, err := Verify(context.Background(), path, VerifyOptions{}); !errors.As(err, &unsupported) {
		t.Errorf("%v, want an UnsupportedError", err)
	}
}

func TestVerifyStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Verify(ctx, made(t)["one-sided"], VerifyOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}
