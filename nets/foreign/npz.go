package foreign

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"

	"gammonlab/internal/npy"
	"gammonlab/internal/safetensors"
)

// Limits of the arrays of an archive, which may be packed a thousand times smaller.
const (
	maxUnpacked = 256 << 20 // bytes of all; it suffices for 64 million weights
	maxPacking  = 100       // bytes for each byte of the file, behind the first MiB
)

// decodeNPZ decodes the arrays of an archive written by numpy.savez.
func decodeNPZ(file []byte) (map[string]safetensors.Tensor, error) {
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, fmt.Errorf("not a NumPy archive: %w", err)
	}
	tensors := map[string]safetensors.Tensor{}
	left := min(maxUnpacked, 1<<20+maxPacking*int64(len(file)))
	all := uint64(0)
	for _, entry := range archive.File {
		if all += min(entry.UncompressedSize64, maxUnpacked+1); all > uint64(left) {
			return nil, fmt.Errorf("the arrays have %d bytes or more, want at most %d for a file of %d", all, left, len(file))
		}
	}
	for _, entry := range archive.File {
		name, isArray := strings.CutSuffix(entry.Name, ".npy")
		if !isArray {
			return nil, fmt.Errorf("the archive contains %q, want only arrays (.npy)", entry.Name)
		}
		if _, twice := tensors[name]; twice {
			return nil, fmt.Errorf("the archive contains %s twice", entry.Name)
		}
		array, err := readEntry(entry)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", entry.Name, err)
		}
		tensors[name] = safetensors.Tensor{Shape: array.Shape, Data: array.Data}
	}
	return tensors, nil
}

// readEntry reads the array of an entry, of at most the bytes that the archive announces.
func readEntry(entry *zip.File) (npy.Array, error) {
	r, err := entry.Open()
	if err != nil {
		return npy.Array{}, err
	}
	defer r.Close()
	return npy.Read(r, int64(entry.UncompressedSize64))
}
