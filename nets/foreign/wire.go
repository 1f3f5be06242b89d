package foreign

import (
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// field is a field of an encoded protocol buffers message.
type field struct {
	number protowire.Number
	kind   protowire.Type
	value  uint64 // value of a varint or a fixed number
	bytes  []byte // bytes of a text, a message or packed numbers
}

// eachField calls take for the fields of a message in order.
func eachField(data []byte, take func(field) error) error {
	for len(data) > 0 {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			return protowire.ParseError(n)
		}
		data = data[n:]
		f := field{number: number, kind: kind}
		switch kind {
		case protowire.VarintType:
			f.value, n = protowire.ConsumeVarint(data)
		case protowire.Fixed32Type:
			var v uint32
			v, n = protowire.ConsumeFixed32(data)
			f.value = uint64(v)
		case protowire.Fixed64Type:
			f.value, n = protowire.ConsumeFixed64(data)
		case protowire.BytesType:
			f.bytes, n = protowire.ConsumeBytes(data)
		default:
			return fmt.Errorf("field %d has the wire type %d", number, kind)
		}
		if n < 0 {
			return protowire.ParseError(n)
		}
		data = data[n:]
		if err := take(f); err != nil {
			return err
		}
	}
	return nil
}

// text returns the text of a field, "" if it has another type.
func (f *field) text() string { return string(f.bytes) }

// integer returns the integer of a field.
func (f *field) integer() int64 { return int64(f.value) }

// integers appends the integers of a repeated field, single or packed.
func (f *field) integers(dst []int64) ([]int64, error) {
	if f.kind != protowire.BytesType {
		return append(dst, f.integer()), nil
	}
	for data := f.bytes; len(data) > 0; {
		v, n := protowire.ConsumeVarint(data)
		if n < 0 {
			return nil, protowire.ParseError(n)
		}
		dst, data = append(dst, int64(v)), data[n:]
	}
	return dst, nil
}

// float32s appends the numbers of a repeated field.
func (f *field) float32s(dst []float32) ([]float32, error) {
	if f.kind != protowire.BytesType {
		return append(dst, math.Float32frombits(uint32(f.value))), nil
	}
	for data := f.bytes; len(data) > 0; {
		v, n := protowire.ConsumeFixed32(data)
		if n < 0 {
			return nil, protowire.ParseError(n)
		}
		dst, data = append(dst, math.Float32frombits(v)), data[n:]
	}
	return dst, nil
}

// float64s appends the numbers of a repeated field, rounded.
func (f *field) float64s(dst []float32) ([]float32, error) {
	if f.kind != protowire.BytesType {
		return append(dst, float32(math.Float64frombits(f.value))), nil
	}
	for data := f.bytes; len(data) > 0; {
		v, n := protowire.ConsumeFixed64(data)
		if n < 0 {
			return nil, protowire.ParseError(n)
		}
		dst, data = append(dst, float32(math.Float64frombits(v))), data[n:]
	}
	return dst, nil
}
