package datasets

import (
	"errors"
	"io"
	"iter"
)

// Reader reads rows one after the other.
type Reader interface {
	// Read returns the next row, and io.EOF after the last. After another error
	// the reader must not be used any more.
	Read() (Row, error)
}

// Rows iterates over the remaining rows. An error comes with an empty row and ends the
// loop, except a [BadRow], after which the loop continues.
func Rows(r Reader) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		for {
			row, err := r.Read()
			if errors.Is(err, io.EOF) || !yield(row, err) {
				return
			}
			var bad *BadRow
			if err != nil && !errors.As(err, &bad) {
				return
			}
		}
	}
}

// ReadAll returns all remaining rows.
func ReadAll(r Reader) ([]Row, error) {
	var all []Row
	for row, err := range Rows(r) {
		if err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, nil
}
