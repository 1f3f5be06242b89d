package datasets

import (
	"errors"
	"io"
)

// Reader reads rows one after the other.
type Reader interface {
	// Read returns the next row, and io.EOF after the last. After another error
	// the reader must not be used any more.
	Read() (Row, error)
}

// ReadAll reads all that is left.
func ReadAll(r Reader) ([]Row, error) {
	var all []Row
	for {
		one, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		}
		all = append(all, one)
	}
}
