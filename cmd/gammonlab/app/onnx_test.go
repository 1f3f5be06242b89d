package app

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/internal/must"
)

// onnxPython returns a Python with numpy that runs ONNX files by onnxruntime, its own or
// node's; GAMMONLAB_ONNXRUNTIME says where that is. Without one it skips the test.
func onnxPython(t *testing.T) string {
	t.Helper()
	modules := os.Getenv("GAMMONLAB_ONNXRUNTIME")
	if modules != "" {
		t.Setenv("NODE_PATH", modules)
	}
	for _, python := range []string{os.Getenv("PYTHON"), "python3", "/usr/bin/python3"} {
		if python == "" || exec.Command(python, "-c", "import numpy").Run() != nil {
			continue
		}
		if exec.Command(python, "-c", "import onnxruntime").Run() == nil || exec.Command("node", "-e", "require.resolve('onnxruntime-node')").Run() == nil {
			return python
		}
	}
	if modules != "" {
		t.Fatalf("GAMMONLAB_ONNXRUNTIME=%s, but no Python with numpy runs onnxruntime", modules)
	}
	t.Skip("NOT RUN: no Python with numpy and onnxruntime, nor with node and onnxruntime-node")
	return ""
}

// part is an encoded message of ONNX.
type part []byte

func (p part) bytes(number protowire.Number, b []byte) part {
	return protowire.AppendBytes(protowire.AppendTag(p, number, protowire.BytesType), b)
}

func (p part) number(number protowire.Number, v uint64) part {
	return protowire.AppendVarint(protowire.AppendTag(p, number, protowire.VarintType), v)
}

// onnxNode returns a node; alpha is an attribute of LeakyRelu.
func onnxNode(operator, result string, inputs ...string) part {
	var n part
	for _, name := range inputs {
		n = n.bytes(1, []byte(name))
	}
	n = n.bytes(2, []byte(result)).bytes(4, []byte(operator))
	if operator == "LeakyRelu" {
		alpha := part{}.bytes(1, []byte("alpha")).number(20, 1)
		n = n.bytes(5, protowire.AppendFixed32(protowire.AppendTag(alpha, 2, protowire.Fixed32Type), math.Float32bits(0.1)))
	}
	return n
}

// onnxConstant returns a constant of the shape.
func onnxConstant(name string, values []float32, shape ...int) part {
	p := part{}
	for _, d := range shape {
		p = p.number(1, uint64(d))
	}
	raw := binaryOf(values)
	return p.number(2, 1).bytes(8, []byte(name)).bytes(9, raw)
}

// onnxValue describes the input or the output: rows of a width.
func onnxValue(name string, width int) part {
	shape := part{}.bytes(1, part{}.bytes(2, []byte("n"))).bytes(1, part{}.number(1, uint64(width)))
	return part{}.bytes(1, []byte(name)).bytes(2, part{}.bytes(1, part{}.number(1, 1).bytes(2, shape)))
}

// blockNet is a net with a residual block that has LayerNorm, LeakyReLU and GELU, and ends in a
// softmax over six outcomes, as wildbg's nets.
type blockNet struct{ w0, b0, scale, shift, w1, b1, w2, b2 []float32 }

const blockInputs, blockWidth, outcomes = 122, 16, 6

func newBlockNet() *blockNet {
	rng := rand.New(rand.NewPCG(3, 4))
	random := func(n int, size float64) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(size * rng.NormFloat64())
		}
		return v
	}
	return &blockNet{
		random(blockInputs*blockWidth, 0.3), random(blockWidth, 0.3), random(blockWidth, 1), random(blockWidth, 0.3),
		random(blockWidth*blockWidth, 0.5), random(blockWidth, 0.3), random(blockWidth*outcomes, 0.4), random(outcomes, 0.3),
	}
}

// encode returns the ONNX file.
func (b *blockNet) encode() []byte {
	var g part
	for _, n := range []part{
		onnxNode("Gemm", "h", "x", "w0", "b0"), onnxNode("LayerNormalization", "n", "h", "scale", "shift"), onnxNode("LeakyRelu", "l", "n"),
		onnxNode("Gemm", "g", "l", "w1", "b1"), onnxNode("Div", "d", "g", "root"), onnxNode("Erf", "e", "d"), onnxNode("Add", "a", "e", "one"),
		onnxNode("Mul", "m", "g", "a"), onnxNode("Mul", "u", "m", "half"), onnxNode("Add", "r", "h", "u"),
		onnxNode("Gemm", "o", "r", "w2", "b2"), onnxNode("Softmax", "y", "o"),
	} {
		g = g.bytes(1, n)
	}
	g = g.bytes(2, []byte("block"))
	for _, c := range []part{
		onnxConstant("w0", b.w0, blockInputs, blockWidth), onnxConstant("b0", b.b0, blockWidth), onnxConstant("scale", b.scale, blockWidth), onnxConstant("shift", b.shift, blockWidth),
		onnxConstant("w1", b.w1, blockWidth, blockWidth), onnxConstant("b1", b.b1, blockWidth), onnxConstant("w2", b.w2, blockWidth, outcomes), onnxConstant("b2", b.b2, outcomes),
		onnxConstant("root", []float32{math.Sqrt2}), onnxConstant("one", []float32{1}), onnxConstant("half", []float32{0.5}),
	} {
		g = g.bytes(5, c)
	}
	g = g.bytes(11, onnxValue("x", blockInputs)).bytes(12, onnxValue("y", outcomes))
	return part{}.number(1, 8).bytes(7, g).bytes(8, part{}.bytes(1, nil).number(2, 17))
}

// layer returns the sums of a layer.
func layer(x []float64, w, b []float32) []float64 {
	y := make([]float64, len(b))
	for k := range y {
		y[k] = float64(b[k])
		for i, v := range x {
			y[k] += v * float64(w[i*len(b)+k])
		}
	}
	return y
}

// chances returns the five probabilities for inputs, by the definitions of the operators.
func (b *blockNet) chances(x []float64) engine.Probabilities {
	h := layer(x, b.w0, b.b0)
	mean, square := 0.0, 0.0
	for _, v := range h {
		mean += v / blockWidth
	}
	for _, v := range h {
		square += (v - mean) * (v - mean) / blockWidth
	}
	l := make([]float64, blockWidth)
	for i, v := range h {
		v = (v-mean)/math.Sqrt(square+1e-5)*float64(b.scale[i]) + float64(b.shift[i])
		l[i] = max(v, 0.1*v)
	}
	for i, v := range layer(l, b.w1, b.b1) {
		h[i] += v / 2 * (1 + math.Erf(v/math.Sqrt2))
	}
	y, sum := layer(h, b.w2, b.b2), 0.0
	for i := range y {
		y[i] = math.Exp(y[i])
		sum += y[i]
	}
	for i := range y {
		y[i] /= sum
	}
	return engine.Probabilities{float32(y[0] + y[1] + y[2]), float32(y[1] + y[2]), float32(y[2]), float32(y[4] + y[5]), float32(y[5])}
}

// A net of another kind is not imported, and plays by the command that the error names.
func TestONNXProgram(t *testing.T) {
	path, net := filepath.Join(t.TempDir(), "block.onnx"), newBlockNet()
	must.OK(t, os.WriteFile(path, net.encode(), 0o666))
	_, said, code := program.Run(t, "", "weights", "import", "--features", "pubeval122", "--out", filepath.Join(t.TempDir(), "x.safetensors"), path)
	if code != 1 {
		t.Errorf("import: exit code %d", code)
	}
	clitest.Wants(t, said, `node "y" (Softmax): an operator that is not supported`, "--model 'evaluator:python3 examples/evaluator/onnx.py "+path+" FEATURES'")

	model := "evaluator:" + onnxPython(t) + " ../../../examples/evaluator/onnx.py " + path + " "
	pos := board.Backgammon.Start()
	dense := make([]float32, blockInputs+16)
	must.Get(features.Lookup("pubeval122"))(t).Extract(dense, &pos)
	x := make([]float64, blockInputs)
	for i := range x {
		x[i] = float64(dense[i])
	}
	want := net.chances(x)
	want.RuleOut(&pos)
	var got engine.Chances
	must.OK(t, json.Unmarshal([]byte(program.OK(t, "eval", "--bearoff", "none", "--model", model+"pubeval122", "--json", start)), &got))
	for k, v := range []float32{got.Win, got.WinGammon, got.WinBackgammon, got.LoseGammon, got.LoseBackgammon} {
		if math.Abs(float64(v-want[k])) > 1e-6 { // sums in float32
			t.Errorf("output %d is %v, want %v", k+1, v, want[k])
		}
	}
	// A trained net plays as the one that it was converted from.
	trained := filepath.Join(t.TempDir(), "td512.onnx")
	program.OK(t, "weights", "convert", "td512", trained)
	own := "net:evaluator:" + onnxPython(t) + " ../../../examples/evaluator/onnx.py " + trained + " perspective196"
	clitest.Wants(t, program.OK(t, "bench", "match", "--bearoff", "none", "--a", own, "--b", "net:td512", "--games", "20"), "ppg  +0.0 ± 0.0 mEq")
	program.Fails(t, 1, "has 122 inputs, perspective196 are not that many", "eval", "--model", model+"perspective196", start)
	program.Fails(t, 1, "has 6 outputs, its shape is logits", "eval", "--model", model+"pubeval122 logits", start)
}

// binaryOf returns numbers as little-endian bytes.
func binaryOf(values []float32) (raw []byte) {
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	return raw
}
