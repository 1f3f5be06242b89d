//go:build !unix

package bearoff

import (
	"io"
	"os"
)

func mapFile(f *os.File, size int) (mapping, error) {
	data := make([]byte, size)
	if _, err := io.ReadFull(f, data); err != nil {
		return mapping{}, err
	}
	return mapping{data: data}, nil
}

// changeTime returns "": the time of the last change is unknown.
func changeTime(string) string { return "" }
