package nets

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
)

// Format versions of the ONNX files. Runtimes of recent years read them.
const (
	onnxIRVersion = 8
	onnxOpset     = 13
)

// Names of the one input, of shape [batch, inputs], and the one output, of shape
// [batch, Outputs].
const (
	onnxInput  = "inputs"
	onnxOutput = "probabilities"
)

// EncodeONNX returns the part's net as an ONNX file; it does not replace a missing net by
// the net for all positions. The file contains a graph of standard operators from "inputs",
// float32 of shape [batch, inputs], to "probabilities", of shape [batch, 5]. The metadata
// contain the description from the model file: the part as "net", "features", "hidden",
// "activations", "head", "outputs", "variant" and the provenance.
//
// A runtime computes the net's outputs up to rounding. [GnubgSigmoid] can
// magnify rounding differences, rarely to about 0.001.
func (m *Model) EncodeONNX(part Part) ([]byte, error) {
	n := m.Nets[part]
	if n == nil {
		return nil, fmt.Errorf("the model has no net %q, only %v", part, m.parts())
	}
	g := &onnxGraph{constants: map[string]bool{}}
	at := onnxInput
	for i, l := range n.layers() {
		at = g.layer(i, l, at)
		if i == len(n.hidden) {
			g.activate(n.spec.HeadActivation(), 1, at, onnxOutput)
			break
		}
		hidden := fmt.Sprintf("hidden%d", i)
		g.activate(l.activation, gnubgBeta, at, hidden)
		at = hidden
	}
	g.message.text(2, string(part))
	g.message.message(11, onnxValue(onnxInput, n.set.Len()))
	g.message.message(12, onnxValue(onnxOutput, Outputs))

	var file, opset message
	file.number(1, onnxIRVersion)
	file.text(2, "gammonlab")
	file.message(7, g.message)
	opset.text(1, "")
	opset.number(2, onnxOpset)
	file.message(8, opset)
	metadata := m.onnxMetadata(part)
	for _, key := range slices.Sorted(maps.Keys(metadata)) {
		var entry message
		entry.text(1, key)
		entry.text(2, metadata[key])
		file.message(14, entry)
	}
	return file, nil
}

// onnxMetadata returns the metadata of the part's net.
func (m *Model) onnxMetadata(part Part) map[string]string {
	spec := m.Nets[part].spec
	metadata := map[string]string{
		"net":         string(part),
		"features":    spec.Features,
		"hidden":      FormatHidden(spec.Hidden),
		"activations": formatActivations(spec.Activations),
		"head":        string(spec.HeadActivation()),
		"outputs":     onnxOutputs(part),
		"variant":     m.Variant.String(),
	}
	if module := m.Nets[part].module; module != "" {
		metadata["module"] = module
	}
	for key, value := range m.Provenance {
		metadata[prefixProvenance+key] = value
	}
	return metadata
}

// onnxOutputs names the outputs of the part's net.
func onnxOutputs(part Part) string {
	if part.OfCube() {
		return "centred, centred_jacoby, owned, against, unused: 1.3 times each is a cube efficiency"
	}
	return "win, win_gammon, win_backgammon, lose_gammon, lose_backgammon"
}

// message is an encoded protocol buffers message. The field numbers are those
// of onnx.proto.
type message []byte

func (m *message) number(field protowire.Number, v int) {
	*m = protowire.AppendTag(*m, field, protowire.VarintType)
	*m = protowire.AppendVarint(*m, uint64(v))
}

func (m *message) text(field protowire.Number, s string) {
	*m = protowire.AppendTag(*m, field, protowire.BytesType)
	*m = protowire.AppendString(*m, s)
}

func (m *message) message(field protowire.Number, inner []byte) {
	*m = protowire.AppendTag(*m, field, protowire.BytesType)
	*m = protowire.AppendBytes(*m, inner)
}

// Types of elements and of attributes.
const (
	onnxFloat32 = 1
	onnxInt64   = 7
	onnxInteger = 2
)

// onnxValue describes a matrix of float32 with any number of rows.
func onnxValue(name string, columns int) message {
	var batch, width, shape, tensor, kind, value message
	batch.text(2, "batch")
	width.number(1, columns)
	shape.message(1, batch)
	shape.message(1, width)
	tensor.number(1, onnxFloat32)
	tensor.message(2, shape)
	kind.message(1, tensor)
	value.text(1, name)
	value.message(2, kind)
	return value
}

// onnxGraph is a graph under construction.
type onnxGraph struct {
	message   message
	constants map[string]bool // names of the added constants
}

// attribute is an integer attribute of a node.
type attribute struct {
	name  string
	value int
}

// node adds an operator with one result and returns the name of the result, which is also
// the name of the node.
func (g *onnxGraph) node(operator, result string, inputs []string, attributes ...attribute) string {
	var n message
	for _, name := range inputs {
		n.text(1, name)
	}
	n.text(2, result)
	n.text(3, result)
	n.text(4, operator)
	for _, a := range attributes {
		var inner message
		inner.text(1, a.name)
		inner.number(3, a.value)
		inner.number(20, onnxInteger)
		n.message(5, inner)
	}
	g.message.message(1, n)
	return result
}

// constant adds a tensor once and returns its name.
func (g *onnxGraph) constant(name string, values []float32, shape ...int) string {
	if g.constants[name] {
		return name
	}
	g.constants[name] = true
	var t message
	for _, size := range shape {
		t.number(1, size)
	}
	t.number(2, onnxFloat32)
	t.text(8, name)
	raw := make([]byte, 0, 4*len(values))
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	t.message(9, raw)
	g.message.message(5, t)
	return name
}

// layer adds the sums of layer i and returns their name.
func (g *onnxGraph) layer(i int, l *layer, from string) string {
	name := func(what string) string { return fmt.Sprintf("%s%d", what, i) }
	weight := g.constant(name("weight"), l.plain(), l.out, l.in)
	bias := g.constant(name("bias"), l.b[:l.out], l.out)
	return g.node("Gemm", name("sum"), []string{from, weight, bias}, attribute{"transB", 1})
}

// plain returns the layer's weights as an [out, in] matrix without padding.
func (l *layer) plain() []float32 {
	all := make([]float32, 0, l.in*l.out)
	for o := range l.out {
		for i := range l.in {
			all = append(all, l.w[i*l.perIn+o*l.perOut])
		}
	}
	return all
}

// activate adds an activation; a GnubgSigmoid multiplies by beta first.
func (g *onnxGraph) activate(a Activation, beta float32, from, to string) {
	switch a {
	case Sigmoid:
		g.node("Sigmoid", to, []string{from})
	case Tanh:
		g.node("Tanh", to, []string{from})
	case ReLU:
		g.node("Relu", to, []string{from})
	case GnubgSigmoid:
		g.gnubgSigmoid(beta, from, to)
	}
}

// gnubgSigmoid adds kernel.GnubgSigmoid, operation by operation.
func (g *onnxGraph) gnubgSigmoid(beta float32, from, to string) {
	add := func(operator, what string, inputs ...string) string {
		return g.node(operator, to+"."+what, inputs)
	}
	zero, one := g.constant("zero", []float32{0}), g.constant("one", []float32{1})
	ten, table := g.constant("ten", []float32{10}), g.constant("table", gnubgTable(), gnubgTableSize)

	u := from
	if beta != 1 {
		u = add("Mul", "scaled", from, g.constant("beta", []float32{beta}))
	}
	tenths := add("Mul", "tenths", add("Min", "cut", add("Abs", "size", u), ten), ten)
	whole := add("Floor", "whole", tenths)
	index := g.node("Cast", to+".index", []string{whole}, attribute{"to", onnxInt64})
	line := add("Add", "line", add("Sub", "rest", tenths, whole), ten)
	exponential := add("Mul", "exponential", line, add("Gather", "entry", table, index))
	q := add("Div", "below", one, add("Add", "divisor", exponential, one))
	g.node("Where", to, []string{add("Less", "negative", u, zero), q, add("Sub", "above", one, q)})
}

// gnubgTableSize is the number of entries for arguments up to 10.
const gnubgTableSize = 101

// gnubgTable returns exp(i/10)/10 for each i. The last entry repeats the entry before it:
// see [kernel.GnubgSigmoid].
func gnubgTable() []float32 {
	table := make([]float32, gnubgTableSize)
	for i := range table {
		table[i] = float32(math.Exp(float64(min(i, gnubgTableSize-2))/10) / 10)
	}
	return table
}
