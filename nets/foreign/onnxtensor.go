package foreign

import (
	"fmt"
	"math"

	"gammonlab/internal/floats"
)

// tensor is a constant of a graph.
type tensor struct {
	name   string
	shape  []int
	kind   int64
	values []float32 // floating-point numbers, rounded to float32
}

// Types of elements.
const (
	onnxFloat32  = 1
	onnxFloat16  = 10
	onnxFloat64  = 11
	onnxBfloat16 = 16
)

// onnxKinds are the types of elements of weights.
var onnxKinds = map[int64]floats.Kind{
	onnxFloat32: floats.F32, onnxFloat16: floats.F16, onnxFloat64: floats.F64, onnxBfloat16: floats.BF16,
}

// tensorFields contains the fields of a tensor. One of the fields contains the values.
type tensorFields struct {
	dims, halves     []int64
	raw              []byte
	single, wide     []float32
	external, hasRaw bool
}

// parseTensor parses a constant. It skips values that are not floating-point numbers. The
// tensor is never nil; it has its name if the name could be parsed.
func parseTensor(data []byte) (*tensor, error) {
	t, fields := &tensor{}, tensorFields{}
	err := eachField(data, func(f field) (err error) {
		switch f.number {
		case 1:
			fields.dims, err = f.integers(fields.dims)
		case 2:
			t.kind = f.integer()
		case 4:
			fields.single, err = f.float32s(fields.single)
		case 5:
			fields.halves, err = f.integers(fields.halves)
		case 8:
			t.name = f.text()
		case 9:
			fields.raw, fields.hasRaw = f.bytes, true
		case 10:
			fields.wide, err = f.float64s(fields.wide)
		case 14:
			fields.external = f.integer() == 1
		}
		return err
	})
	if err != nil {
		return t, err
	}
	return t, t.fill(&fields)
}

// fill sets shape and values from the fields.
func (t *tensor) fill(f *tensorFields) error {
	for _, d := range f.dims {
		t.shape = append(t.shape, int(min(max(d, -1), math.MaxInt32)))
	}
	size, err := floats.Count(t.shape)
	kind, isFloat := onnxKinds[t.kind]
	switch {
	case err != nil:
		return err
	case !isFloat:
		return nil
	case f.external:
		return fmt.Errorf("its values are in another file; export the model with them inside")
	case f.hasRaw:
		t.values, err = kind.Decode(f.raw, t.shape)
		return err
	case t.kind == onnxFloat32:
		t.values = f.single
	case t.kind == onnxFloat64:
		t.values = f.wide
	default:
		for _, bits := range f.halves {
			t.values = append(t.values, half(kind, uint16(bits)))
		}
	}
	if len(t.values) != size {
		return fmt.Errorf("%d values for shape %v", len(t.values), t.shape)
	}
	return nil
}

// half decodes a floating-point number of two bytes.
func half(kind floats.Kind, bits uint16) float32 {
	if kind == floats.F16 {
		return floats.Half(bits)
	}
	return math.Float32frombits(uint32(bits) << 16)
}

// float32From decodes a float32 from a fixed field of 32 bits.
func float32From(value uint64) float32 { return math.Float32frombits(uint32(value)) }

// transposed returns a matrix with rows and columns exchanged.
func (t *tensor) transposed() *tensor {
	rows, columns := t.shape[0], t.shape[1]
	other := &tensor{name: t.name, shape: []int{columns, rows}, kind: t.kind, values: make([]float32, len(t.values))}
	for i := range rows {
		for j := range columns {
			other.values[j*rows+i] = t.values[i*columns+j]
		}
	}
	return other
}
