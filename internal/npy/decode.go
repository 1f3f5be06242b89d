package npy

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gammonlab/internal/floats"
)

// Array is the content of a file: numbers in row-major order.
type Array struct {
	Shape []int
	Data  []float32 // its length is the product of the shape
}

// Patterns of the entries of a header.
var (
	descrEntry = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`'descr'\s*:\s*'([^']*)'`) })
	orderEntry = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`'fortran_order'\s*:\s*(True|False)`) })
	shapeEntry = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`'shape'\s*:\s*\(([0-9, ]*)\)`) })
)

// kinds are the types that Decode reads, by NumPy's names.
var kinds = map[string]floats.Kind{"<f2": floats.F16, "<f4": floats.F32, "<f8": floats.F64}

// Decode reads a file of float16, float32 or float64, see [Read].
func Decode(file []byte) (Array, error) { return Read(bytes.NewReader(file), int64(len(file))) }

// maxHeader is the maximal size of a header, which NumPy fills up to 64 or 128 bytes.
const maxHeader = 1 << 14

// Read reads an array of float16, float32 or float64, which it rounds to float32. A
// matrix may be stored column by column, as NumPy stores a transposed one. Read takes no
// more bytes than the header announces, and fails before it reads them if these are more
// than most. Its memory grows with the bytes that come.
func Read(r io.Reader, most int64) (Array, error) {
	header, err := readHeader(r)
	if err != nil {
		return Array{}, err
	}
	descr, order, shape := descrEntry().FindStringSubmatch(header), orderEntry().FindStringSubmatch(header), shapeEntry().FindStringSubmatch(header)
	if descr == nil || order == nil || shape == nil {
		return Array{}, fmt.Errorf("the header is %.100q, want descr, fortran_order and shape", header)
	}
	kind, known := kinds[descr[1]]
	if !known {
		return Array{}, fmt.Errorf("the values are of type %q, want <f4, <f8 or <f2 (float32, float64 or float16, little-endian)", descr[1])
	}
	a := Array{}
	if a.Shape, err = parseShape(shape[1]); err != nil {
		return Array{}, err
	}
	if a.Data, err = readValues(r, kind, a.Shape, most); err != nil {
		return Array{}, err
	}
	if order[1] == "True" {
		return a.byColumns()
	}
	return a, nil
}

// readHeader reads the bytes before the values and returns the text of the header.
func readHeader(r io.Reader) (string, error) {
	var start [len(magic) + len(version)]byte
	if n, err := io.ReadFull(r, start[:]); err != nil || string(start[:len(magic)]) != magic {
		return "", fmt.Errorf("not an NPY file: it begins with %.6q, want %q", start[:n], magic)
	}
	var length [4]byte
	width := 2
	switch major := start[len(magic)]; {
	case major == 2 || major == 3: // like version 1, but the header may be longer
		width = 4
	case major != 1:
		return "", fmt.Errorf("version %d of the format, want 1, 2 or 3", major)
	}
	if n, err := io.ReadFull(r, length[:width]); err != nil {
		return "", fmt.Errorf("truncated: %d bytes", len(start)+n)
	}
	size := int64(binary.LittleEndian.Uint32(length[:]))
	if size > maxHeader {
		return "", fmt.Errorf("the header should have %d bytes, want at most %d", size, maxHeader)
	}
	header, err := io.ReadAll(io.LimitReader(r, size))
	if err != nil {
		return "", err
	}
	if int64(len(header)) < size {
		return "", fmt.Errorf("truncated: the header should have %d bytes, the file has %d of them", size, len(header))
	}
	return string(header), nil
}

// readValues reads the values of an array and the end of the file.
func readValues(r io.Reader, kind floats.Kind, shape []int, most int64) ([]float32, error) {
	n, err := floats.Count(shape)
	if err != nil {
		return nil, err
	}
	want := int64(n) * int64(kind.Size())
	if want > most {
		return nil, fmt.Errorf("an array of the shape %v has %d bytes, want at most %d", shape, want, most)
	}
	var values []float32
	chunk := make([]byte, min(want, 1<<16)) // whole numbers
	for left := want; left > 0; left -= int64(len(chunk)) {
		chunk = chunk[:min(left, int64(len(chunk)))]
		switch got, err := io.ReadFull(r, chunk); {
		case err == io.EOF, err == io.ErrUnexpectedEOF:
			return nil, fmt.Errorf("%d bytes of data for shape %v, want %d", want-left+int64(got), shape, want)
		case err != nil:
			return nil, err
		}
		if len(values)+len(chunk) > cap(values) { // by doubling, up to what is announced
			values = slices.Grow(values, min(max(len(values), len(chunk)), n-len(values)))
		}
		values = kind.Append(values, chunk)
	}
	// The end also shows whether a packed file is damaged.
	switch _, err := io.ReadFull(r, make([]byte, 1)); {
	case err == nil:
		return nil, fmt.Errorf("more than %d bytes of data for shape %v", want, shape)
	case err != io.EOF:
		return nil, err
	}
	return values, nil
}

// parseShape reads the dimensions in a tuple, such as "3, 4" or "7,".
func parseShape(text string) ([]int, error) {
	shape := []int{}
	for field := range strings.SplitSeq(text, ",") {
		if field = strings.TrimSpace(field); field == "" {
			continue
		}
		n, err := strconv.Atoi(field)
		if err != nil {
			return nil, fmt.Errorf("the shape is (%s), want whole numbers separated by commas", text)
		}
		shape = append(shape, n)
	}
	return shape, nil
}

// byColumns turns an array that is stored column by column into row-major order.
func (a Array) byColumns() (Array, error) {
	switch len(a.Shape) {
	case 0, 1:
		return a, nil
	case 2:
	default:
		return Array{}, fmt.Errorf("an array of the shape %v in Fortran's order, want at most 2 dimensions", a.Shape)
	}
	rows, columns := a.Shape[0], a.Shape[1]
	data := make([]float32, len(a.Data))
	for i := range rows {
		for j := range columns {
			data[i*columns+j] = a.Data[j*rows+i]
		}
	}
	return Array{a.Shape, data}, nil
}
