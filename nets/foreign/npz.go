package foreign

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"

	"gammonlab/internal/npy"
	"gammonlab/internal/safetensors"
)

// decodeNPZ decodes the arrays of an archive written by numpy.savez.
func decodeNPZ(file []byte) (map[string]safetensors.Tensor, error) {
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, fmt.Errorf("not a NumPy archive: %w", err)
	}
	tensors := map[string]safetensors.Tensor{}
	left := int64(maxSize)
	for _, entry := range archive.File {
		name, isArray := strings.CutSuffix(entry.Name, ".npy")
		if !isArray {
			return nil, fmt.Errorf("the archive contains %q, want only arrays (.npy)", entry.Name)
		}
		if _, twice := tensors[name]; twice {
			return nil, fmt.Errorf("the archive contains %s twice", entry.Name)
		}
		data, err := unpack(entry, left)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", entry.Name, err)
		}
		left -= int64(len(data))
		array, err := npy.Decode(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", entry.Name, err)
		}
		tensors[name] = safetensors.Tensor{Shape: array.Shape, Data: array.Data}
	}
	return tensors, nil
}

// unpack returns the bytes of an entry. More than most bytes are an error.
func unpack(entry *zip.File, most int64) ([]byte, error) {
	r, err := entry.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("the archive is larger than %d bytes", maxSize)
	}
	return data, err
}
