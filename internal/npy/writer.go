package npy

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math"

	"gammonlab/internal/atomicfile"
)

// Type is NumPy's name of the type of the values.
type Type string

// The types that a [Writer] writes.
const (
	Float32 Type = "<f4"
	Uint8   Type = "|u1"
)

// size returns the size of a value in bytes.
func (t Type) size() int {
	if t == Uint8 {
		return 1
	}
	return 4
}

const (
	magic      = "\x93NUMPY"
	version    = "\x01\x00"
	align      = 64  // the offset of the values is a multiple of it
	headerSize = 128 // number of bytes before the values, for any number of rows
)

// Writer writes a matrix row by row, without knowing the number of rows in advance. The
// file appears, complete, at [Writer.Commit].
type Writer struct {
	file    *atomicfile.File
	buffer  *bufio.Writer
	kind    Type
	columns int
	rows    int64
	bytes   []byte // buffer of a row
}

// Create begins a file of rows with the given number of columns. With 0 columns, the file
// is a vector with one value per row.
func Create(path string, kind Type, columns int) (*Writer, error) {
	f, err := atomicfile.Create(path)
	if err != nil {
		return nil, err
	}
	w := &Writer{file: f, buffer: bufio.NewWriterSize(f, 1<<16), kind: kind, columns: columns}
	if _, err := w.buffer.Write(w.header()); err != nil {
		f.Abort()
		return nil, fmt.Errorf("writing %s: %w", path, err)
	}
	return w, nil
}

// header returns the bytes before the values. Their number does not depend on the number
// of rows.
func (w *Writer) header() []byte {
	shape := fmt.Sprintf("(%d,)", w.rows)
	if w.columns > 0 {
		shape = fmt.Sprintf("(%d, %d)", w.rows, w.columns)
	}
	dst := append([]byte(magic+version), 0, 0)
	binary.LittleEndian.PutUint16(dst[len(dst)-2:], uint16(headerSize-len(dst)))
	dst = fmt.Appendf(dst, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", w.kind, shape)
	for len(dst) < headerSize-1 {
		dst = append(dst, ' ')
	}
	return append(dst, '\n')
}

// Floats writes a row of float32.
func (w *Writer) Floats(row []float32) error {
	w.bytes = w.bytes[:0]
	for _, v := range row {
		w.bytes = binary.LittleEndian.AppendUint32(w.bytes, math.Float32bits(v))
	}
	return w.Bytes(w.bytes)
}

// Bytes writes a row of uint8 values, or the little-endian bytes of a row of other values.
func (w *Writer) Bytes(row []byte) error {
	if want := max(w.columns, 1) * w.kind.size(); len(row) != want {
		panic(fmt.Sprintf("npy: a row of %d bytes, want %d", len(row), want))
	}
	w.rows++
	_, err := w.buffer.Write(row)
	return err
}

// Rows returns the number of rows written.
func (w *Writer) Rows() int64 { return w.rows }

// Commit writes the number of rows into the header and gives the file its name.
func (w *Writer) Commit() error {
	defer w.file.Abort()
	if err := w.buffer.Flush(); err != nil {
		return err
	}
	if _, err := w.file.WriteAt(w.header(), 0); err != nil {
		return err
	}
	return w.file.Commit()
}

// Abort removes the unfinished file. After Commit it does nothing.
func (w *Writer) Abort() { w.file.Abort() }
