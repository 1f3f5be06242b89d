package floats

import (
	"math"
	"testing"

	"gammonlab/internal/must"
)

// The bits are those that IEEE 754 and the examples of its descriptions give.
func TestHalf(t *testing.T) {
	for bits, want := range map[uint16]float32{
		0x0000: 0, 0x3c00: 1, 0xc000: -2, 0x7bff: 65504, 0x0400: 0x1p-14, 0x0001: 0x1p-24, 0x03ff: 0x1p-14 - 0x1p-24,
		0x3555: 0.333251953125, 0x7c00: float32(math.Inf(1)), 0xfc00: float32(math.Inf(-1)),
	} {
		if got := Half(bits); got != want {
			t.Errorf("%#04x is %v, want %v", bits, got, want)
		}
	}
	if got := Half(0x7e00); got == got {
		t.Errorf("0x7e00 is %v, want no number", got)
	}
	if got := Half(0x8000); math.Float32bits(got) != 1<<31 {
		t.Errorf("0x8000 is %v, want -0", got)
	}
}

func TestDecode(t *testing.T) {
	for kind, data := range map[Kind]string{
		F16: "\x00\x3c\x00\xc0", BF16: "\x80\x3f\x00\xc0", F32: "\x00\x00\x80\x3f\x00\x00\x00\xc0",
		F64: "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x00\xc0",
	} {
		got := must.Get(kind.Decode([]byte(data), []int{1, 2}))(t)
		if len(got) != 2 || got[0] != 1 || got[1] != -2 {
			t.Errorf("kind %d: got %v, want 1, -2", kind, got)
		}
	}
	must.Fail(t, must.Err(F32.Decode(make([]byte, 7), []int{2})), "7 bytes of data for shape [2], want 8")
	must.Fail(t, must.Err(F32.Decode(nil, []int{-1})), "shape [-1] is out of range")
	must.Fail(t, must.Err(F32.Decode(nil, []int{1 << 20, 1 << 20})), "out of range")
}
