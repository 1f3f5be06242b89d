package foreign

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"

	"gammonlab/internal/npy"
	"gammonlab/internal/safetensors"
)

// maxUnpacked is the maximal size in bytes of the arrays of an archive, which may be
// packed a thousand times smaller. It suffices for 64 million weights.
const maxUnpacked = 256 << 20

// decodeNPZ decodes the arrays of an archive written by numpy.savez.
func decodeNPZ(file []byte) (map[string]safetensors.Tensor, error) {
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, fmt.Errorf("not a NumPy archive: %w", err)
	}
	tensors := map[string]safetensors.Tensor{}
	left := int64(maxUnpacked)
	for _, entry := range archive.File {
		name, isArray := strings.CutSuffix(entry.Name, ".npy")
		if !isArray {
			return nil, fmt.Errorf("the archive contains %q, want only arrays (.npy)", entry.Name)
		}
		if _, twice := tensors[name]; twice {
			return nil, fmt.Errorf("the archive contains %s twice", entry.Name)
		}
		array, err := readEntry(entry, left)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", entry.Name, err)
		}
		left -= int64(4 * len(array.Data))
		tensors[name] = safetensors.Tensor{Shape: array.Shape, Data: array.Data}
	}
	return tensors, nil
}

// readEntry reads the array of an entry, of at most most bytes.
func readEntry(entry *zip.File, most int64) (npy.Array, error) {
	r, err := entry.Open()
	if err != nil {
		return npy.Array{}, err
	}
	defer r.Close()
	return npy.Read(r, most)
}
