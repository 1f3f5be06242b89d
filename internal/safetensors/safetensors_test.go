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

	"gammonlab/internal/must"
)

// Files of models are tested in package nets, damaged ones too.
func TestRoundTrip(t *testing.T) {
	tensors := map[string]Tensor{
		"matrix": {Shape: []int{2, 3}, Data: []float32{1, -2, 3.5, 0, math.MaxFloat32, 1e-45}},
		"long":   Vector(make([]float32, 40_000)),
		"none":   {Shape: []int{0, 7}, Data: []float32{}},
		"scalar": {Shape: []int{}, Data: []float32{7}},
	}
	metadata := map[string]string{"a": "b", "": "\"\n"}
	file := must.Get(Encode(tensors, metadata))(t)
	gotTensors, gotMetadata, err := Decode(file)
	must.OK(t, err)
	if !reflect.DeepEqual(gotTensors, tensors) || !maps.Equal(gotMetadata, metadata) {
		t.Errorf("got %v, %v, want %v, %v", gotTensors, gotMetadata, tensors, metadata)
	}
	for range 10 { // maps are walked in another order each time
		if !bytes.Equal(must.Get(Encode(tensors, metadata))(t), file) {
			t.Fatal("equal contents give different bytes")
		}
	}
}

// What reads at all, reads the same when it is written again.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("\x02\x00\x00\x00\x00\x00\x00\x00{}"))
	f.Add([]byte("\x48\x00\x00\x00\x00\x00\x00\x00" +
		fmt.Sprintf("%-72s", `{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`) + "\x00\x00\x80\x3f"))
	f.Fuzz(func(t *testing.T, file []byte) {
		tensors, metadata, err := Decode(file)
		if err != nil {
			return
		}
		again, _, err := Decode(must.Get(Encode(tensors, metadata))(t))
		if err != nil || len(again) != len(tensors) {
			t.Fatalf("read %d tensors, wrote them and read %d: %v", len(tensors), len(again), err)
		}
		for name, a := range tensors {
			b := again[name]
			same := slices.EqualFunc(a.Data, b.Data, func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) })
			if !same || !slices.Equal(a.Shape, b.Shape) {
				t.Errorf("tensor %q was %v and reads %v", name, a, b)
			}
		}
	})
}

// What could not be read is not written.
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
		{"too few values", Tensor{[]int{2, 3}, make([]float32, 5)}, nil, "tensor a: 20 bytes of data for shape [2 3], want 24"},
		{"a negative size", Tensor{[]int{-1}, nil}, nil, "tensor a: shape [-1] is out of range"},
	} {
		must.Fail(t, must.Err(Encode(map[string]Tensor{"a": c.tensor}, c.metadata)), c.want, c.name)
	}
	// As much as can be read is written.
	header := len(`{"__metadata__":{"a":""}}`)
	file := must.Get(Encode(nil, map[string]string{"a": strings.Repeat("x", maxHeaderSize-header)}))(t)
	if _, _, err := Decode(file); err != nil {
		t.Error(err)
	}
}
