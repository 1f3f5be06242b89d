package nets

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
)

// fields are the fields of an encoded message in order: uint64 or []byte.
type fields map[protowire.Number][]any

// parseFields reads a message that has numbers and nested messages only.
func parseFields(t *testing.T, data []byte) fields {
	t.Helper()
	all := fields{}
	for len(data) > 0 {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		data = data[n:]
		var value any
		switch kind {
		case protowire.VarintType:
			value, n = protowire.ConsumeVarint(data)
		case protowire.BytesType:
			value, n = protowire.ConsumeBytes(data)
		default:
			t.Fatalf("field %d has wire type %d", number, kind)
		}
		if n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		all[number] = append(all[number], value)
		data = data[n:]
	}
	return all
}

// number, text and messages return fields by their type.
func (f fields) number(field protowire.Number) int { return int(f[field][0].(uint64)) }
func (f fields) text(field protowire.Number) string {
	return string(f[field][0].([]byte))
}
func (f fields) messages(t *testing.T, field protowire.Number) []fields {
	t.Helper()
	var all []fields
	for _, m := range f[field] {
		all = append(all, parseFields(t, m.([]byte)))
	}
	return all
}

// onnxTensor is a value in a graph: all are float32 or whole numbers.
type onnxTensor struct {
	shape  []int
	values []float32
}

// onnxModel is the contents of a file, read by the description of the format
// alone.
type onnxModel struct {
	metadata      map[string]string
	opset, ir     int
	input, output string
	width         int // of the input
	constants     map[string]onnxTensor
	nodes         []onnxNode
}

type onnxNode struct {
	operator string
	inputs   []string
	output   string
	integers map[string]int // attributes
}

func parseONNX(t *testing.T, file []byte) *onnxModel {
	t.Helper()
	f := parseFields(t, file)
	m := &onnxModel{metadata: map[string]string{}, constants: map[string]onnxTensor{}, ir: f.number(1)}
	for _, entry := range f.messages(t, 14) {
		m.metadata[entry.text(1)] = entry.text(2)
	}
	m.opset = f.messages(t, 8)[0].number(2)
	graph := f.messages(t, 7)[0]
	in, out := graph.messages(t, 11)[0], graph.messages(t, 12)[0]
	m.input, m.output = in.text(1), out.text(1)
	m.width = valueWidth(t, in)
	if got := valueWidth(t, out); got != Outputs {
		t.Errorf("%d outputs, want %d", got, Outputs)
	}
	for _, c := range graph.messages(t, 5) {
		m.constants[c.text(8)] = parseTensor(t, c)
	}
	for _, n := range graph.messages(t, 1) {
		node := onnxNode{operator: n.text(4), output: n.text(2), integers: map[string]int{}}
		for _, name := range n[1] {
			node.inputs = append(node.inputs, string(name.([]byte)))
		}
		for _, a := range n.messages(t, 5) {
			if a.number(20) != 2 {
				t.Errorf("attribute %s has type %d, want 2", a.text(1), a.number(20))
			}
			node.integers[a.text(1)] = a.number(3)
		}
		m.nodes = append(m.nodes, node)
	}
	return m
}

// valueWidth checks the shape [batch, width] of float32 and returns the width.
func valueWidth(t *testing.T, value fields) int {
	t.Helper()
	tensor := value.messages(t, 2)[0].messages(t, 1)[0]
	dims := tensor.messages(t, 2)[0].messages(t, 1)
	if tensor.number(1) != 1 || len(dims) != 2 || dims[0].text(2) != "batch" {
		t.Fatalf("%s is not a batch of float32", value.text(1))
	}
	return dims[1].number(1)
}

func parseTensor(t *testing.T, c fields) onnxTensor {
	t.Helper()
	tensor, size := onnxTensor{}, 1
	for _, d := range c[1] {
		tensor.shape = append(tensor.shape, int(d.(uint64)))
		size *= int(d.(uint64))
	}
	raw := c[9][0].([]byte)
	if c.number(2) != 1 || len(raw) != 4*size {
		t.Fatalf("constant %s: type %d, %d bytes for shape %v", c.text(8), c.number(2), len(raw), tensor.shape)
	}
	for ; len(raw) > 0; raw = raw[4:] {
		tensor.values = append(tensor.values, math.Float32frombits(binary.LittleEndian.Uint32(raw)))
	}
	return tensor
}

// run evaluates the graph for one row of inputs, as plainly as possible.
func (m *onnxModel) run(t *testing.T, inputs []float32) []float32 {
	t.Helper()
	known := map[string][]float32{m.input: inputs}
	for name, c := range m.constants {
		known[name] = c.values
	}
	for _, n := range m.nodes {
		var in [][]float32
		for _, name := range n.inputs {
			if known[name] == nil {
				t.Fatalf("%s reads %s, which is not there yet", n.output, name)
			}
			in = append(in, known[name])
		}
		if known[n.output] != nil {
			t.Fatalf("%s is there twice", n.output)
		}
		known[n.output] = n.apply(t, in)
	}
	return known[m.output]
}

// element returns element i of a vector, or the only one.
func element(v []float32, i int) float32 {
	if len(v) == 1 {
		return v[0]
	}
	return v[i]
}

func (n *onnxNode) apply(t *testing.T, in [][]float32) []float32 {
	t.Helper()
	if n.operator == "Gemm" {
		if n.integers["transB"] != 1 {
			t.Fatal("Gemm with weights as [in, out]")
		}
		sums := slices.Clone(in[2])
		for o := range sums {
			for i, x := range in[0] {
				sums[o] += float32(x * in[1][o*len(in[0])+i])
			}
		}
		return sums
	}
	size := 0
	for _, v := range in {
		size = max(size, len(v))
	}
	if n.operator == "Gather" {
		size = len(in[1])
	}
	out := make([]float32, size)
	for i := range out {
		a, b := element(in[0], min(i, len(in[0])-1)), float32(0)
		if len(in) > 1 {
			b = element(in[1], i)
		}
		out[i] = n.scalar(t, a, b, in, i)
	}
	return out
}

// scalar applies an operator that works element by element.
func (n *onnxNode) scalar(t *testing.T, a, b float32, in [][]float32, i int) float32 {
	t.Helper()
	switch n.operator {
	case "Sigmoid":
		return float32(1 / (1 + math.Exp(-float64(a))))
	case "Tanh":
		return float32(math.Tanh(float64(a)))
	case "Relu":
		return max(0, a)
	case "Mul":
		return a * b
	case "Add":
		return a + b
	case "Sub":
		return a - b
	case "Div":
		return a / b
	case "Min":
		return min(a, b)
	case "Abs":
		return float32(math.Abs(float64(a)))
	case "Floor":
		return float32(math.Floor(float64(a)))
	case "Cast":
		if n.integers["to"] != 7 || a != float32(math.Floor(float64(a))) {
			t.Fatalf("Cast of %v to type %d", a, n.integers["to"])
		}
		return a
	case "Gather":
		return in[0][int(b)]
	case "Less":
		if a < b {
			return 1
		}
		return 0
	case "Where":
		if a != 0 {
			return b
		}
		return element(in[2], i)
	}
	t.Fatalf("unknown operator %s", n.operator)
	return 0
}

// onnxModels returns models of every activation, alone, in several layers and
// mixed.
func onnxModels(t *testing.T) []*Model {
	var all []*Model
	add := func(n *Net) {
		m := NewModel(n, board.Backgammon)
		m.Provenance["seed"] = "1"
		all = append(all, m)
	}
	for _, a := range []Activation{Sigmoid, Tanh, ReLU} {
		add(randomNet(t, features.Perspective196{}, a, 40))
		add(randomNet(t, features.Pubeval122{}, a, 17, 5))
	}
	add(gnubgNet(t, features.Perspective196{}, 128))
	add(gnubgNet(t, features.Tesauro198{}, 17, 5))
	mixed := NewSpec(features.Perspective196{}, Tanh, 9, 8, 7, 6)
	mixed.Activations = []Activation{Tanh, GnubgSigmoid, ReLU, Sigmoid}
	n := must.Get(NewRandom(mixed, 3))(t)
	add(n)
	return all
}

// usesPieces reports whether rounding may be magnified in the model's net.
func usesPieces(n *Net) bool {
	return n.spec.Head == GnubgSigmoid || slices.Contains(n.spec.Activations, GnubgSigmoid)
}

// closeAnswers compares the answers of a runtime with those of the net, and
// returns the largest difference. A few answers of nets with jumps may differ
// by a little more than rounding.
func closeAnswers(t *testing.T, n *Net, got []float32, want [][Outputs]float32) float64 {
	t.Helper()
	if len(got) != len(want)*Outputs {
		t.Fatalf("%d answers, want %d", len(got), len(want)*Outputs)
	}
	const rounding, jump = 2e-6, 0.01
	worst, jumps := 0.0, 0
	for i, v := range got {
		off := math.Abs(float64(v - want[i/Outputs][i%Outputs]))
		worst = max(worst, off)
		switch {
		case off <= rounding:
		case usesPieces(n) && off <= jump:
			jumps++
		default:
			t.Errorf("position %d, output %d: got %v, want %v", i/Outputs, i%Outputs, v, want[i/Outputs][i%Outputs])
		}
	}
	if jumps > len(got)/20 {
		t.Errorf("%d of %d answers jumped", jumps, len(got))
	}
	return worst
}

// TestONNX reads the files without a runtime and evaluates their graphs.
func TestONNX(t *testing.T) {
	for _, m := range onnxModels(t) {
		n, _ := m.Single()
		t.Run(fmt.Sprintf("net=%v/%s", n.Spec(), formatActivations(n.spec.Activations)), func(t *testing.T) {
			file := must.Get(m.EncodeONNX(All))(t)
			f := parseONNX(t, file)
			if f.ir != 8 || f.opset != 13 || f.width != n.Set().Len() || f.input != "inputs" || f.output != "probabilities" {
				t.Errorf("got %d, %d, %s of %d, %s", f.ir, f.opset, f.input, f.width, f.output)
			}
			if want := map[string]string{
				"net": "all", "features": n.spec.Features, "hidden": FormatHidden(n.spec.Hidden),
				"activations": formatActivations(n.spec.Activations), "head": string(n.spec.HeadActivation()),
				"outputs": "win, win_gammon, win_backgammon, lose_gammon, lose_backgammon",
				"variant": "backgammon", "provenance.seed": "1",
			}; !reflect.DeepEqual(f.metadata, want) {
				t.Errorf("metadata %v, want %v", f.metadata, want)
			}
			inputs := randomInputs(20, n.Set().Len())
			p := passOver(n, inputs)
			p.Forward(20)
			var got []float32
			for _, x := range inputs {
				got = append(got, f.run(t, x)...)
			}
			closeAnswers(t, n, got, answers(p, 20))
		})
	}
}

func TestONNXOfParts(t *testing.T) {
	m := partsModel(t, All, Race)
	for part, want := range map[Part]string{Race: "race", All: "all"} {
		file := must.Get(m.EncodeONNX(part))(t)
		if got := parseONNX(t, file).metadata["net"]; got != want {
			t.Errorf("%s: the file is that of %q", part, got)
		}
		if again, _ := m.EncodeONNX(part); !slices.Equal(again, file) {
			t.Errorf("%s: two files differ", part)
		}
	}
	must.Fail(t, must.Err(m.EncodeONNX(Contact)), `no net "contact", only [all race]`)
}
