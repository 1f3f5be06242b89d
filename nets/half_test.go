package nets

import (
	"bytes"
	"maps"
	"math"
	"os/exec"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/digest"
	"gammonlab/internal/floats"
	"gammonlab/internal/must"
	"gammonlab/internal/safetensors"
)

// TestInHalf rounds a model: its file is smaller and unchanged after reading
// and writing, with the rounded weights and the biases of the model. The model
// itself is not changed.
func TestInHalf(t *testing.T) {
	eachNet(t, func(t *testing.T, n *Net) {
		m := &Model{Nets: map[Part]*Net{All: n}, Variant: board.Nackgammon}
		before := must.Get(m.Encode())(t)
		half := must.Get(m.InHalf())(t)
		if !bytes.Equal(must.Get(m.Encode())(t), before) {
			t.Error("rounding changed the model itself")
		}
		want := map[string]string{KeyRounded: digest.Bytes(before)}
		if !maps.Equal(half.Provenance, want) {
			t.Errorf("provenance %v, want %v", half.Provenance, want)
		}
		for i, l := range half.Nets[All].layers() {
			single := n.layers()[i]
			for j, w := range single.w {
				if got, want := l.w[j], floats.Half(floats.HalfBits(w)); got != want {
					t.Fatalf("layer %d: weight %v became %v, want %v", i, w, got, want)
				}
			}
			for j, b := range single.b {
				if l.b[j] != b {
					t.Errorf("layer %d: bias %v became %v", i, b, l.b[j])
				}
			}
		}
		wantHalfFile(t, half, before)
	})
}

// wantHalfFile checks the file of a rounded model against the file of the model before.
func wantHalfFile(t *testing.T, half *Model, before []byte) {
	t.Helper()
	file := must.Get(half.Encode())(t)
	if saved := len(before) - len(file); saved < half.Nets[All].NumWeights() { // 2 bytes of a weight
		t.Errorf("the file has %d bytes, before %d", len(file), len(before))
	}
	read := must.Get(Decode(file))(t)
	wantSameModel(t, read, half)
	if !read.Half || !bytes.Equal(must.Get(read.Encode())(t), file) {
		t.Error("a model of half precision is not written as it was read")
	}
	again := must.Get(must.Get(read.InSingle().InHalf())(t).Encode())(t)
	if !bytes.Equal(again, file) {
		t.Error("a model of half precision is rounded again")
	}
	single := must.Get(Decode(must.Get(read.InSingle().Encode())(t)))(t)
	wantSameModel(t, single, half)
	if single.Half || !read.Half {
		t.Error("single precision is not single, or the model was changed")
	}
}

// Weights that have changed are never written in half precision if that changes them.
func TestHalfIsExact(t *testing.T) {
	m := must.Get(smallModel(t).InHalf())(t)
	for _, w := range []float32{0.1, 65520, 1e-30} {
		m.Nets[All].Params()[0] = w
		got := must.Get(Decode(must.Get(m.Encode())(t)))(t)
		wantSameModel(t, got, m)
		if got.Half {
			t.Errorf("a weight of %v is of half precision", w)
		}
	}
}

func TestInHalfRefuses(t *testing.T) {
	m := smallModel(t)
	m.Nets[All].Params()[2] = 65520 // from the first of 122 inputs to unit 2
	must.Fail(t, must.Err(m.InHalf()), "tensor all.layer0.weight: value 244 is 65520, the maximum of half precision is 65504")
	m.Nets[All].Params()[2] = float32(math.NaN())
	must.Fail(t, must.Err(m.InHalf()), "tensor all.layer0.weight: value 244 is NaN")
}

// Files of half precision throughout, and of both, are read.
func TestDecodeMixedPrecision(t *testing.T) {
	n := must.Get(NewRandom(NewSpec(features.Pubeval122{}, Tanh, 3), 1))(t) // its biases are 0
	half := must.Get(NewModel(n, board.Backgammon).InHalf())(t)
	tensors, metadata, err := safetensors.Decode(must.Get(half.Encode())(t), floats.F16)
	must.OK(t, err)
	read := func(name string, kind floats.Kind) *Model {
		tensor := tensors[name]
		tensor.Kind = kind
		tensors[name] = tensor
		m := must.Get(Decode(must.Get(safetensors.Encode(tensors, metadata))(t)))(t)
		wantSameModel(t, m, half)
		return m
	}
	if !read("all.layer0.bias", floats.F16).Half {
		t.Error("biases of half precision make the weights single")
	}
	if read("all.layer0.weight", floats.F32).Half {
		t.Error("weights of both precisions are half")
	}
}

// halfReader reads a model file with Python's own numbers of half precision.
const halfReader = `
import json, struct, sys
data = open(sys.argv[1], 'rb').read()
n, = struct.unpack('<Q', data[:8])
header = json.loads(data[8:8 + n])
metadata = header.pop('__metadata__')
tensors = {}
for name, t in header.items():
    begin, end = (8 + n + at for at in t['data_offsets'])
    code, size = {'F16': ('e', 2), 'F32': ('f', 4)}[t['dtype']]
    assert (t['dtype'] == 'F16') == name.endswith('.weight')
    tensors[name] = {'shape': t['shape'], 'values': struct.unpack('<%d%s' % ((end - begin) // size, code), data[begin:end])}
print(json.dumps({'metadata': metadata, 'tensors': tensors}))
`

// TestForeignReaderOfHalf lets a reader of the format that is not ours read a file.
func TestForeignReaderOfHalf(t *testing.T) {
	if err := exec.Command("python3", "--version").Run(); err != nil {
		t.Skip("python3 IS NOT HERE: no foreign reader has read a file of half precision")
	}
	m := must.Get(smallModel(t).InHalf())(t)
	path := filepath.Join(t.TempDir(), "model.safetensors")
	must.OK(t, m.Save(path))
	text, err := exec.Command("python3", "-c", halfReader, path).Output()
	must.OK(t, err)
	wantForeign(t, text, m)
}
