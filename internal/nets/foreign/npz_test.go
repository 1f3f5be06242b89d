package foreign

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"runtime"
	"testing"

	"gammonlab/internal/must"
)

// zeros is an endless file of zero bytes.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// packedZeros returns an archive of 64 MiB of zero bytes behind a header for the shape,
// packed a thousand times smaller.
func packedZeros(t *testing.T, shape string) []byte {
	header := "{'descr': '<f4', 'fortran_order': False, 'shape': (" + shape + ")}"
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	entry := must.Get(archive.Create("w.npy"))(t)
	must.Get(fmt.Fprintf(entry, "\x93NUMPY\x01\x00%c\x00%s", rune(len(header)), header))(t)
	must.Get(io.CopyN(entry, zeros{}, 64<<20))(t)
	must.OK(t, archive.Close())
	return file.Bytes()
}

// An archive takes no more memory than its headers announce.
func TestPackedZeros(t *testing.T) {
	file := packedZeros(t, "1,")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := decodeNPZ(file)
	runtime.ReadMemStats(&after)
	must.Fail(t, err, "w.npy: more than 4 bytes of data for shape [1]")
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("%d bytes were allocated", n)
	}
}
