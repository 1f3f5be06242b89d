package fields_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"gammonlab/internal/fields"
	"gammonlab/internal/must"
)

func ExampleReader() {
	record := binary.AppendUvarint(nil, 300)
	record = fields.AppendFloat32s(record, 0.5, 0.25)
	r := fields.NewReader(record)
	var pair [2]float32
	n := r.Uvarint()
	r.Float32s(pair[:])
	fmt.Println(n, pair, r.End())
	fmt.Println(r.Byte(), r.Err())
	// Output:
	// 300 [0.5 0.25] <nil>
	// 0 ends too early
}

// A record of any other length is an error, and missing fields are 0.
func TestReader(t *testing.T) {
	record := append(binary.AppendUvarint(nil, 1<<40), 7)
	record = binary.LittleEndian.AppendUint32(record, 8)
	record = binary.LittleEndian.AppendUint64(record, math.Float64bits(-0.5))
	record = fields.AppendFloat32s(record, 9, float32(math.Copysign(0, -1)))
	record = append(record, "ab"...)
	for n := range len(record) + 2 {
		r := fields.NewReader(append(record, 0)[:n])
		v, b, u, f, g := r.Uvarint(), r.Byte(), r.Uint32(), r.Float64(), [2]float32{5, 5}
		r.Float32s(g[:1])
		g[1] = r.Float32()
		text := r.Bytes(2)
		switch more, err := r.More(), r.End(); {
		case n < len(record):
			must.Fail(t, err, "ends too early")
			if text != nil || n < 6 && (v != 0 || b != 0 || u != 0 || f != 0 || g != [2]float32{}) {
				t.Errorf("of %d bytes: %d %d %d %v %v %q", n, v, b, u, f, g, text)
			}
		case n > len(record):
			must.Fail(t, err, "1 bytes too many")
		case err != nil || more || v != 1<<40 || b != 7 || u != 8 || f != -0.5 || g[0] != 9 || !math.Signbit(float64(g[1])) || string(text) != "ab":
			t.Errorf("%d %d %d %v %v %q, more %v, %v", v, b, u, f, g, text, more, err)
		}
	}
}
