package safetensors

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gammonlab/internal/floats"
	"gammonlab/internal/must"
)

// Files of models are tested in package nets, damaged ones too.
func TestRoundTrip(t *testing.T) {
	tensors := map[string]Tensor{
		"matrix": {Shape: []int{2, 3}, Data: []float32{1, -2, 3.5, 0, math.MaxFloat32, 1e-45}},
		"long":   Vector(make([]float32, 40_000)),
		"none":   {Shape: []int{0, 7}, Data: []float32{}},
		"scalar": {Shape: []int{}, Data: []float32{7}},
		"half":   {Shape: []int{5}, Data: []float32{-2, 65504, 0x1p-24, 0x1p-14, 0.333251953125}, Kind: floats.F16},
	}
	metadata := map[string]string{"a": "b", "": "\"\n"}
	file := must.Get(Encode(tensors, metadata))(t)
	gotTensors, gotMetadata, err := Decode(file, floats.F16)
	must.OK(t, err)
	if !reflect.DeepEqual(gotTensors, tensors) || !maps.Equal(gotMetadata, metadata) {
		t.Errorf("got %v, %v, want %v, %v", gotTensors, gotMetadata, tensors, metadata)
	}
	for range 10 { // maps are walked in another order each time
		if !bytes.Equal(must.Get(Encode(tensors, metadata))(t), file) {
			t.Fatal("equal contents give different bytes")
		}
	}
	_, _, err = Decode(file)
	must.Fail(t, err, `tensor half: dtype "F16", want F32`)
}

// Every file that can be read is unchanged after writing and reading.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("\x02\x00\x00\x00\x00\x00\x00\x00{}"))
	f.Add([]byte("\x48\x00\x00\x00\x00\x00\x00\x00" +
		fmt.Sprintf("%-72s", `{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`) + "\x00\x00\x80\x3f"))
	f.Add([]byte("\x48\x00\x00\x00\x00\x00\x00\x00" +
		fmt.Sprintf("%-72s", `{"a":{"dtype":"F16","shape":[2],"data_offsets":[0,4]}}`) + "\x00\x3c\x01\x80"))
	f.Fuzz(func(t *testing.T, file []byte) {
		tensors, metadata, err := Decode(file, floats.F16)
		if err != nil {
			return
		}
		for name, a := range tensors {
			for i, v := range a.Data {
				if a.Kind == floats.F16 && v != v {
					a.Data[i] = floats.Half(floats.HalfBits(v)) // there is one NaN of half precision
				}
			}
			tensors[name] = a
		}
		again, _, err := Decode(must.Get(Encode(tensors, metadata))(t), floats.F16)
		if err != nil || len(again) != len(tensors) {
			t.Fatalf("read %d tensors, wrote them and read %d: %v", len(tensors), len(again), err)
		}
		for name, a := range tensors {
			b := again[name]
			same := slices.EqualFunc(a.Data, b.Data, func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) })
			if !same || a.Kind != b.Kind || !slices.Equal(a.Shape, b.Shape) {
				t.Errorf("tensor %q was %v and reads %v", name, a, b)
			}
		}
	})
}

// Encode refuses files that Decode would refuse.
func TestEncodeRefuses(t *testing.T) {
	for _, c := range []struct {
		name     string
		tensor   Tensor
		metadata map[string]string
		want     string
	}{
		{"a long header", Vector(nil), map[string]string{"short": "x", "config": strings.Repeat("x", maxHeaderSize)},
			"the most is 1048576: the metadata's config alone has 1048576"},
		{"many words", Vector(nil), map[string]string{"a": strings.Repeat("x", 400_000), "b": strings.Repeat("x", 400_000), "c": strings.Repeat("x", 400_000)},
			"the header would take 12000"},
		{"too few values", Tensor{Shape: []int{2, 3}, Data: make([]float32, 5)}, nil, "tensor a: 20 bytes of data for shape [2 3], want 24"},
		{"no half", Tensor{Shape: []int{2}, Data: []float32{1, 0.1}, Kind: floats.F16}, nil, "tensor a: value 1 is 0.1, which half precision does not represent"},
		{"another kind", Tensor{Shape: []int{1}, Data: []float32{1}, Kind: floats.BF16}, nil, `tensor a: dtype "BF16", want F16, F32`},
		{"a negative size", Tensor{Shape: []int{-1}}, nil, "tensor a: shape [-1] is out of range"},
	} {
		must.Fail(t, must.Err(Encode(map[string]Tensor{"a": c.tensor}, c.metadata)), c.want, c.name)
	}
	// The largest header that can be read can be written.
	header := len(`{"__metadata__":{"a":""}}`)
	file := must.Get(Encode(nil, map[string]string{"a": strings.Repeat("x", maxHeaderSize-header)}))(t)
	if _, _, err := Decode(file); err != nil {
		t.Error(err)
	}
}
