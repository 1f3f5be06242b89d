package npy

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// TestFormat compares a file byte by byte with NumPy's description of the format: magic
// string, version 1.0, the length of the header, a dictionary, blanks and a line break up
// to a multiple of 64 bytes, the values.
func TestFormat(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.npy")
	w := must.Get(Create(path, Float32, 2))(t)
	for _, row := range [][]float32{{1, -2}, {0.5, 0}, {3, 4}} {
		must.OK(t, w.Floats(row))
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file exists before it is complete")
	}
	must.OK(t, w.Commit())
	header := "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }"
	want := "\x93NUMPY\x01\x00\x76\x00" + header + strings.Repeat(" ", 117-len(header)) + "\n" +
		"\x00\x00\x80\x3f\x00\x00\x00\xc0\x00\x00\x00\x3f\x00\x00\x00\x00\x00\x00\x40\x40\x00\x00\x80\x40"
	got := must.Get(os.ReadFile(path))(t)
	if string(got) != want || (len(want)-24)%align != 0 {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	a := must.Get(Decode(got))(t)
	if !slices.Equal(a.Shape, []int{3, 2}) || !slices.Equal(a.Data, []float32{1, -2, 0.5, 0, 3, 4}) {
		t.Errorf("read back: %v", a)
	}
}

func TestBytes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.npy")
	w := must.Get(Create(path, Uint8, 0))(t)
	must.OK(t, w.Bytes([]byte{7}))
	must.OK(t, w.Commit())
	got := string(must.Get(os.ReadFile(path))(t))
	if !strings.Contains(got, "{'descr': '|u1', 'fortran_order': False, 'shape': (1,), }") || !strings.HasSuffix(got, "\n\x07") {
		t.Errorf("got %q", got)
	}
	must.OK(t, must.Get(Create(path+"2", Float32, 9))(t).Commit())
	if a := must.Get(Decode(must.Get(os.ReadFile(path + "2"))(t)))(t); !slices.Equal(a.Shape, []int{0, 9}) {
		t.Errorf("no rows: shape %v", a.Shape)
	}
	w = must.Get(Create(path+"3", Uint8, 0))(t)
	w.Abort()
	if left := must.Get(os.ReadDir(filepath.Dir(path)))(t); len(left) != 2 {
		t.Errorf("Abort leaves %v", left)
	}
}

// file returns an NPY file with the header and the values.
func file(header, data string) []byte {
	return []byte("\x93NUMPY\x01\x00" + string(rune(len(header))) + "\x00" + header + data)
}

func TestDecodeOrder(t *testing.T) {
	a := must.Get(Decode(file("{'shape': (2, 3), 'fortran_order': True, 'descr': '<f2'}", "\x00\x00\x00\x3c\x00\x40\x00\x42\x00\x44\x00\x45")))(t)
	if want := []float32{0, 2, 4, 1, 3, 5}; !slices.Equal(a.Data, want) {
		t.Errorf("got %v, want %v", a.Data, want)
	}
}

func TestDecodeMistakes(t *testing.T) {
	const good = "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}"
	for _, c := range []struct{ data, want string }{
		{"", "not an NPY file"},
		{"\x93NUMPY\x09\x00\x00\x00", "version 9"},
		{"\x93NUMPY\x02\x00\x00\x00", "truncated"},
		{"\x93NUMPY\x01\x00\x10\x00{", "truncated: the header should have 16 bytes, the file has 1"},
		{string(file("{}", "")), `the header is "{}", want descr`},
		{string(file(strings.Replace(good, "<f4", ">f4", 1), "")), `of type ">f4", want <f4`},
		{string(file(strings.Replace(good, "1,", "1 1", 1), "")), "the shape is (1 1)"},
		{string(file(good, "")), "0 bytes of data for shape [1], want 4"},
		{string(file("{'descr': '<f4', 'fortran_order': True, 'shape': (1,1,1)}", "abcd")), "want at most 2 dimensions"},
	} {
		must.Fail(t, must.Err(Decode([]byte(c.data))), c.want)
	}
}

// A file whose header announces more than is allowed is not read to its end.
func TestReadAtMost(t *testing.T) {
	good := string(file("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", "abcdefgh"))
	if a := must.Get(Read(strings.NewReader(good), 80))(t); len(a.Data) != 2 {
		t.Errorf("read %v", a)
	}
	for _, c := range []struct{ data, want string }{
		{strings.Replace(good, "(2,)", "(99,)", 1) + strings.Repeat("x", 388), "an array of the shape [99] has 396 bytes, want at most 80"},
		{good + "more", "more than 8 bytes of data for shape [2]"},
	} {
		must.Fail(t, must.Err(Read(strings.NewReader(c.data), 80)), c.want)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(file("{'descr': '<f4', 'fortran_order': True, 'shape': (1, 2), }", "abcdefgh"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if a, err := Decode(data); err == nil && len(a.Shape) == 2 && len(a.Data) != a.Shape[0]*a.Shape[1] {
			t.Errorf("shape %v has %d values", a.Shape, len(a.Data))
		}
	})
}

// A file takes memory for the bytes that it has, not for those that its header announces.
func TestAnnouncedSizes(t *testing.T) {
	header := func(shape string) string {
		text := "{'descr': '<f4', 'fortran_order': False, 'shape': (" + shape + ")}"
		return "\x93NUMPY\x01\x00" + string([]byte{byte(len(text)), 0}) + text
	}
	for file, want := range map[string]string{
		"\x93NUMPY\x02\x00\xff\xff\xff\xff{":         "the header should have 4294967295 bytes, want at most 16384",
		header("536870911,") + "1234":                "0 bytes of data for shape [536870911]",
		header("46340, 46340") + "1234":              "bytes of data for shape [46340 46340], want 8589582400",
		header("1, 100000") + strings.Repeat("1", 7): "7 bytes of data for shape [1 100000], want 400000",
	} {
		for _, most := range []int64{int64(len(file)), 1 << 40} {
			must.Allocate(t, 1<<19, func() {
				if _, err := Read(strings.NewReader(file), most); err == nil {
					t.Errorf("%.40q is accepted", file)
				} else if most > 1<<30 {
					must.Fail(t, err, strings.TrimPrefix(want, "0 "))
				}
			}, want)
		}
	}
	good := must.Get(Decode([]byte(header("3, 2") + strings.Repeat("\x00\x00\x80\x3f", 6))))(t)
	if !slices.Equal(good.Data, []float32{1, 1, 1, 1, 1, 1}) {
		t.Errorf("got %v", good.Data)
	}
}
