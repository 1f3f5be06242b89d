package foreign

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"gammonlab/internal/must"
)

// zeros is an endless file of zero bytes.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// packedZeros returns an archive of arrays with headers for the shape, each with zero bytes
// behind it, which are packed a thousand times smaller.
func packedZeros(t *testing.T, shape string, arrays int, bytesOfEach int64) []byte {
	header := "{'descr': '<f4', 'fortran_order': False, 'shape': (" + shape + ")}"
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	for i := range arrays {
		entry := must.Get(archive.Create(fmt.Sprintf("%d.npy", i)))(t)
		must.Get(fmt.Fprintf(entry, "\x93NUMPY\x01\x00%c\x00%s", rune(len(header)), header))(t)
		must.Get(io.CopyN(entry, zeros{}, bytesOfEach))(t)
	}
	must.OK(t, archive.Close())
	return file.Bytes()
}

// An archive takes no more memory than the arrays that it may have, whatever it has packed.
func TestPackedZeros(t *testing.T) {
	for _, c := range []struct {
		shape  string
		arrays int
		bytes  int64
		want   string
	}{
		{"1,", 1, 1 << 20, "0.npy: more than 4 bytes of data for shape [1]"},
		{"4194304,", 1, 16 << 20, "the arrays have 16777"},
		{"262144,", 8, 1 << 20, "bytes or more, want at most"},
		{"16777216,", 1, 4, "0.npy: an array of the shape [16777216] has 67108864 bytes, want at most"},
	} {
		file := packedZeros(t, c.shape, c.arrays, c.bytes)
		must.Allocate(t, 1<<20, func() {
			_, err := decodeNPZ(file)
			must.Fail(t, err, c.want)
		}, c.want)
	}
	if got := must.Get(decodeNPZ(packedZeros(t, "1024, 256", 1, 1<<20)))(t); len(got["0"].Data) != 1<<18 {
		t.Errorf("an array of 1 MiB of zeros has %d numbers", len(got["0"].Data))
	}
}

// Files whose sizes are lies take little memory.
func TestLyingSizes(t *testing.T) {
	for _, name := range []string{"torch-matmul.onnx", "net.npz", "float32.safetensors"} {
		file := must.Get(os.ReadFile(filepath.Join("testdata", name)))(t)
		must.Lies(file[:min(len(file), 500)], func(lie []byte) {
			must.Allocate(t, 1<<21, func() { _, _ = decode(filepath.Ext(name), append(lie[:len(lie):len(lie)], file[len(lie):]...)) }, name, ": ")
		})
	}
}

// A graph of many empty parts takes little memory; so does one whose weights have no numbers but
// a side of any size.
func TestHostileGraphs(t *testing.T) {
	message := func(number protowire.Number, content []byte) []byte {
		return protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), content)
	}
	for number, content := range map[protowire.Number][]byte{1: nil, 5: nil, 11: nil, 12: nil} {
		file := message(7, bytes.Repeat(message(number, content), 1<<19))
		must.Allocate(t, 1<<23, func() { must.Fail(t, must.Err(decodeONNX(file)), "more than 10000 parts") }, number, ": ")
	}
	text := func(number protowire.Number, text string) []byte { return message(number, []byte(text)) }
	whole := func(number protowire.Number, v uint64) []byte {
		return protowire.AppendVarint(protowire.AppendTag(nil, number, protowire.VarintType), v)
	}
	weights := slices.Concat(whole(1, 0), whole(1, 1<<31-1), whole(2, onnxFloat32), text(8, "w"))
	node := slices.Concat(text(1, "x"), text(1, "w"), text(2, "y"), text(4, "MatMul"))
	file := message(7, slices.Concat(message(1, node), message(5, weights), message(11, text(1, "x")), message(12, text(1, "y"))))
	must.Allocate(t, 1<<20, func() {
		must.Fail(t, must.Err(decodeONNX(file)), `constant "w" is of type 1, want floating-point numbers`)
	})
}
