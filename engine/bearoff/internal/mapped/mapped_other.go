//go:build !unix

package mapped

import (
	"io"
	"os"
)

func mapFile(f *os.File, size int) (File, error) {
	data := make([]byte, size)
	if _, err := io.ReadFull(f, data); err != nil {
		return File{}, err
	}
	return File{Data: data}, nil
}
