package floats

import (
	"bytes"
	"math"
	"testing"

	"gammonlab/internal/must"
)

// Every number of half precision is unchanged after reading and writing.
func TestHalfBitsOfHalves(t *testing.T) {
	for i := range 1 << 16 {
		bits := uint16(i)
		v := Half(bits)
		if v != v {
			if got := HalfBits(v); got != 0x7e00 {
				t.Fatalf("the bits of NaN are %#04x, want 0x7e00", got)
			}
			continue
		}
		if got := HalfBits(v); got != bits {
			t.Fatalf("%v: bits %#04x, want %#04x", v, got, bits)
		}
	}
}

// A number between two neighbours is rounded to the nearer one, and their
// middle to the even one.
func TestHalfBitsRounds(t *testing.T) {
	for low := range uint16(0x7bff) {
		middle := float32((float64(Half(low)) + float64(Half(low+1))) / 2) // exact
		even := low + low&1
		for _, c := range []struct {
			v    float32
			want uint16
		}{
			{math.Nextafter32(middle, 0), low}, {middle, even}, {math.Nextafter32(middle, math.MaxFloat32), low + 1},
		} {
			if got := HalfBits(c.v); got != c.want {
				t.Fatalf("%v: bits %#04x, want %#04x", c.v, got, c.want)
			}
			if got := HalfBits(-c.v); got != c.want|0x8000 {
				t.Fatalf("%v: bits %#04x, want %#04x", -c.v, got, c.want|0x8000)
			}
		}
	}
}

func TestHalfBitsOfLargeAndSmall(t *testing.T) {
	for v, want := range map[float32]uint16{
		MaxHalf: 0x7bff, 65519.996: 0x7bff, 65520: 0x7c00, -65520: 0xfc00, math.MaxFloat32: 0x7c00,
		float32(math.Inf(1)): 0x7c00, float32(math.Inf(-1)): 0xfc00,
		math.SmallestNonzeroFloat32: 0, -math.SmallestNonzeroFloat32: 0x8000, 0x1p-25: 0, 0x1.8p-25: 1, 0x1.8p-24: 2,
	} {
		if got := HalfBits(v); got != want {
			t.Errorf("%v: bits %#04x, want %#04x", v, got, want)
		}
	}
	if got := HalfBits(float32(math.Copysign(0, -1))); got != 0x8000 {
		t.Errorf("-0: bits %#04x, want 0x8000", got)
	}
}

func TestAppendHalf(t *testing.T) {
	data := must.Get(AppendHalf([]byte{9}, []float32{1, -2, 65504}))(t)
	if want := []byte("\x09\x00\x3c\x00\xc0\xff\x7b"); !bytes.Equal(data, want) {
		t.Errorf("got % x, want % x", data, want)
	}
	for _, v := range []float32{0.1, 65520, 0x1p-25} {
		must.Fail(t, must.Err(AppendHalf(nil, []float32{1, v})), "value 1 is ", v)
	}
}
