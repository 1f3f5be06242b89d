package npy

import (
	"encoding/binary"
	"fmt"
	"regexp"
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

// Decode reads a file of float16, float32 or float64, which it rounds to float32. A
// matrix may be stored column by column, as NumPy stores a transposed one.
func Decode(file []byte) (Array, error) {
	header, data, err := split(file)
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
	if a.Data, err = kind.Decode(data, a.Shape); err != nil {
		return Array{}, err
	}
	if order[1] == "True" {
		return a.byColumns()
	}
	return a, nil
}

// split divides a file into the text of its header and its values.
func split(file []byte) (header string, data []byte, err error) {
	const fixed = len(magic) + len(version) + 2
	if len(file) < fixed || string(file[:len(magic)]) != magic {
		return "", nil, fmt.Errorf("not an NPY file: it begins with %.6q, want %q", file, magic)
	}
	at, size := fixed, int(binary.LittleEndian.Uint16(file[fixed-2:]))
	switch major := file[len(magic)]; {
	case major == 2 || major == 3: // like version 1, but the header may be longer
		if at += 2; len(file) < at {
			return "", nil, fmt.Errorf("truncated: %d bytes", len(file))
		}
		size = int(binary.LittleEndian.Uint32(file[fixed-2:]))
	case major != 1:
		return "", nil, fmt.Errorf("version %d of the format, want 1, 2 or 3", major)
	}
	if size > len(file)-at {
		return "", nil, fmt.Errorf("truncated: the header should have %d bytes, the file has %d of them", size, len(file)-at)
	}
	return string(file[at : at+size]), file[at+size:], nil
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
