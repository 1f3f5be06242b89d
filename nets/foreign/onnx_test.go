package foreign

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"gammonlab/board"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// TestFilesOfPyTorch reads one net from files of PyTorch, NumPy and, as skl2onnx
// shapes them, of package onnx: see testdata/make.py.
func TestFilesOfPyTorch(t *testing.T) {
	load := func(name string) *nets.Model {
		t.Helper()
		path := filepath.Join("testdata", name)
		n := must.Get(Load(path))(t)
		s := Settings{Features: pubeval, Logits: name == "torch-logits.onnx"}
		if len(n.Activations) == 0 {
			s.Activations = []nets.Activation{nets.ReLU, nets.Tanh}
		}
		return must.Get(Model([]Source{{path, n, s}}, nil, board.Backgammon))(t)
	}
	want := load("float32.safetensors")
	if got := must.Get(want.Single())(t).Spec().String(); got != "122-4-3-5" {
		t.Errorf("the net is a %s", got)
	}
	clear(want.Provenance)
	for name, made := range map[string]string{
		"float64.safetensors": "safetensors", "net.npz": "NumPy archive", "transposed.npz": "NumPy archive",
		"torch.onnx": "ONNX pytorch 1.13.0", "torch-flatten.onnx": "ONNX pytorch 1.13.0",
		"torch-matmul.onnx": "ONNX pytorch 1.13.0", "torch-logits.onnx": "ONNX pytorch 1.13.0", "skl2onnx.onnx": "ONNX skl2onnx",
	} {
		m := load(name)
		if got := m.Provenance["imported_all"]; got != made {
			t.Errorf("%s is imported from %q, want %q", name, got, made)
		}
		clear(m.Provenance)
		if !bytes.Equal(must.Get(m.Encode())(t), must.Get(want.Encode())(t)) {
			t.Errorf("%s: another net", name)
		}
	}
	for i, v := range must.Get(load("float16.safetensors").Single())(t).Params() {
		if w := must.Get(want.Single())(t).Params()[i]; math.Abs(float64(v-w)) > 1e-3 {
			t.Errorf("float16: parameter %d is %v, want %v", i, v, w)
		}
	}
	_, err := Model([]Source{{"", must.Get(Load("testdata/torch-logits.onnx"))(t), Settings{Features: pubeval}}}, nil, board.Backgammon)
	must.Fail(t, err, "say that they are logits")
	must.Fail(t, must.Err(Load("testdata/torch-gelu.onnx")), `torch-gelu.onnx: node "/1/Mul_1" (Mul): an operator that is not supported`)
	must.Fail(t, must.Err(Load("testdata/torch-gelu.onnx")), "plays without an import, as --model 'evaluator:python3 examples/evaluator/onnx.py testdata/torch-gelu.onnx FEATURES'")
}

// part is an encoded message.
type part []byte

func (p part) text(number protowire.Number, s string) part {
	return protowire.AppendString(protowire.AppendTag(p, number, protowire.BytesType), s)
}

func (p part) number(number protowire.Number, v uint64) part {
	return protowire.AppendVarint(protowire.AppendTag(p, number, protowire.VarintType), v)
}

// op returns a node that is named for its result; a whole number is an attribute.
func op(operator, result string, inputs []string, attribute string, value uint64) part {
	var n part
	for _, in := range inputs {
		n = n.text(1, in)
	}
	n = n.text(2, result).text(4, operator)
	if attribute != "" {
		n = n.text(5, string(part{}.text(1, attribute).number(3, value).number(20, 2)))
	}
	return n
}

// initializer returns a constant of zeros of float32.
func initializer(name string, shape ...uint64) part {
	var p part
	size := uint64(4)
	for _, d := range shape {
		p, size = p.number(1, d), size*d
	}
	return p.number(2, 1).text(8, name).text(9, string(make([]byte, size)))
}

// onnxFile returns a file of a graph from x to y.
func onnxFile(nodes, constants []part) []byte {
	var g part
	for _, n := range nodes {
		g = g.text(1, string(n))
	}
	for _, c := range constants {
		g = g.text(5, string(c))
	}
	g = g.text(11, string(part{}.text(1, "x"))).text(12, string(part{}.text(1, "y")))
	return part{}.text(7, string(g))
}

func TestONNXMistakes(t *testing.T) {
	constants := []part{initializer("w", 3, 122), initializer("b", 3), initializer("v", 3, 5), initializer("c"), initializer("cube", 1, 2, 2)}
	hidden := op("Gemm", "s", []string{"x", "w", "b"}, "transB", 1)
	relu, sum, end := op("Relu", "h", []string{"s"}, "", 0), op("MatMul", "z", []string{"h", "v"}, "", 0), op("Sigmoid", "y", []string{"z"}, "", 0)
	n := must.Get(decodeONNX(onnxFile([]part{hidden, relu, sum, end}, constants)))(t)
	if len(n.Layers) != 2 || n.Layers[1].Out != 5 || n.Head != nets.Sigmoid || n.Logits {
		t.Fatalf("the sound graph gives %+v", n)
	}
	for _, c := range []struct {
		nodes []part
		want  string
	}{
		{nil, `"y" is neither the result of a node`},
		{[]part{op("Softmax", "y", []string{"x"}, "", 0)}, `node "y" (Softmax): an operator that is not supported`},
		{[]part{op("Relu", "y", []string{"y"}, "", 0)}, `form a cycle`},
		{[]part{op("Relu", "y", []string{"x"}, "", 0)}, `node "y" (Relu): the input of the activation is not the sum of a layer`},
		{[]part{hidden, op("Relu", "y", []string{"s"}, "", 0)}, `relu at the outputs, want a sigmoid`},
		{[]part{op("Identity", "y", []string{"x"}, "", 0)}, `no layers between`},
		{[]part{op("MatMul", "y", []string{"x", "x"}, "", 0)}, `input 2, "x", is not a constant`},
		{[]part{op("MatMul", "y", []string{"x", "cube"}, "", 0)}, `shape [1 2 2], want a matrix`},
		{[]part{hidden, op("MatMul", "y", []string{"s", "v"}, "", 0)}, `node "y" (MatMul): a layer directly after another`},
		{[]part{hidden, op("Add", "y", []string{"s", "b"}, "", 0)}, `a second bias`},
		{[]part{op("MatMul", "s", []string{"x", "v"}, "", 0), op("Add", "y", []string{"s", "b"}, "", 0)}, `the bias has shape [3], want [5]`},
		{[]part{hidden, op("Add", "y", []string{"s", "x"}, "", 0)}, `neither input is a constant`},
		{[]part{op("Add", "y", []string{"x", "b"}, "", 0)}, `the other input is not the sum of a layer`},
		{[]part{op("Gemm", "y", []string{"x", "w", "b"}, "transA", 1)}, `transA is set`},
		{[]part{op("Gemm", "y", []string{"x"}, "", 0)}, `1 inputs, want 2 or 3`},
		{[]part{op("Flatten", "y", []string{"x"}, "axis", 2)}, `axis is 2, want 1`},
		{[]part{op("Cast", "y", []string{"x"}, "to", 7)}, `to is 7, want a type`},
		{[]part{op("Where", "y", []string{"x", "x", "x"}, "", 0)}, `not part of gnubg's sigmoid`},
		{[]part{hidden, hidden}, `have the same result "s"`},
		{[]part{op("Relu", "y", nil, "", 0)}, `0 inputs`},
		{[]part{op("Relu", "y", []string{"x"}, "", 0).text(7, "com.microsoft")}, `an operator of com.microsoft`},
	} {
		must.Fail(t, must.Err(decodeONNX(onnxFile(c.nodes, constants))), c.want)
	}
	for want, constant := range map[string]part{
		`initializer "e": its values are in another file`: part{}.number(2, 1).text(8, "e").number(14, 1),
		`initializer "n": shape [-1] is out of range`:     initializer("n").number(1, math.MaxUint64),
		`initializer "r": 4 bytes of data for shape [2]`:  initializer("r").number(1, 2),
		`initializer "f": 0 values for shape [2]`:         part{}.number(1, 2).number(2, 1).text(8, "f"),
	} {
		must.Fail(t, must.Err(decodeONNX(onnxFile(nil, []part{constant}))), want)
	}
	two := onnxFile([]part{hidden, relu, sum, end}, constants)
	must.Fail(t, must.Err(decodeONNX(append(two, two...))), "2 graphs, want 1")
	must.Fail(t, must.Err(decodeONNX(two[:len(two)-1])), "unexpected EOF")
}

// The numbers of a tensor are in different fields, depending on their type.
func TestTensorFields(t *testing.T) {
	packed := func(number protowire.Number, data []byte) part { return part{}.text(number, string(data)) }
	half := protowire.AppendVarint(nil, 0x3c00) // 1
	for name, p := range map[string]part{
		"float32":   part{}.number(2, 1).text(4, string(binary.LittleEndian.AppendUint32(nil, math.Float32bits(1)))),
		"unpacked":  protowire.AppendFixed32(protowire.AppendTag(part{}.number(2, 1), 4, protowire.Fixed32Type), math.Float32bits(1)),
		"float64":   part{}.number(2, 11).text(10, string(binary.LittleEndian.AppendUint64(nil, math.Float64bits(1)))),
		"wide":      protowire.AppendFixed64(protowire.AppendTag(part{}.number(2, 11), 10, protowire.Fixed64Type), math.Float64bits(1)),
		"float16":   append(part{}.number(2, 10), packed(5, half)...),
		"half":      part{}.number(2, 10).number(5, 0x3c00),
		"bfloat16":  part{}.number(2, 16).number(5, 0x3f80),
		"raw bytes": part{}.number(2, 16).text(9, "\x80\x3f"),
	} {
		tensor := must.Get(parseTensor(p))(t)
		if len(tensor.values) != 1 || tensor.values[0] != 1 {
			t.Errorf("%s: got %v, want 1", name, tensor.values)
		}
	}
}

// FuzzONNX reads files of any bytes: each gives a model or an error.
func FuzzONNX(f *testing.F) {
	for _, name := range []string{"torch.onnx", "torch-matmul.onnx", "skl2onnx.onnx", "torch-gelu.onnx"} {
		f.Add(must.Get(os.ReadFile(filepath.Join("testdata", name)))(f))
	}
	spec := nets.Spec{Features: pubeval, Hidden: []int{1}, Activations: []nets.Activation{nets.GnubgSigmoid}, Head: nets.GnubgSigmoid}
	m := nets.NewModel(must.Get(nets.NewRandom(spec, 1))(f), board.Backgammon)
	f.Add(must.Get(m.EncodeONNX(nets.All))(f))
	f.Fuzz(func(t *testing.T, file []byte) {
		if n, err := decodeONNX(file); err == nil {
			Model([]Source{{Net: n, Settings: Settings{Features: pubeval}}}, nil, board.Backgammon)
		}
	})
}

// FuzzArchive reads archives of any bytes.
func FuzzArchive(f *testing.F) {
	for _, name := range []string{"net.npz", "transposed.npz"} {
		f.Add(must.Get(os.ReadFile(filepath.Join("testdata", name)))(f))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		if tensors, err := decodeNPZ(file); err == nil {
			fromTensors("", tensors, nil)
		}
	})
}
