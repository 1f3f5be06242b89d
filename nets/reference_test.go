package nets

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
)

// fileTensor is a tensor of a model file.
type fileTensor struct {
	Shape   []int `json:"shape"`
	Offsets []int `json:"data_offsets"`
	values  []float64
}

// readTensors reads the tensors of a model file by the description of the
// format alone, without the package's decoder.
func readTensors(t testing.TB, file []byte) map[string]*fileTensor {
	t.Helper()
	size := binary.LittleEndian.Uint64(file)
	var header map[string]json.RawMessage
	must.OK(t, json.Unmarshal(file[8:8+size], &header))
	delete(header, "__metadata__")
	tensors := map[string]*fileTensor{}
	for name, entry := range header {
		tensor := new(fileTensor)
		must.OK(t, json.Unmarshal(entry, tensor))
		data := file[8+size:][tensor.Offsets[0]:tensor.Offsets[1]]
		for ; len(data) > 0; data = data[4:] {
			tensor.values = append(tensor.values, float64(math.Float32frombits(binary.LittleEndian.Uint32(data))))
		}
		tensors[name] = tensor
	}
	return tensors
}

// encodeParams returns the tensors of values in the layout of the net's
// parameters: the parameters themselves or a gradient.
func encodeParams(t testing.TB, n *Net, params []float32) map[string]*fileTensor {
	t.Helper()
	c := n.Clone()
	copy(c.Params(), params)
	file := must.Get((&Model{Nets: map[Part]*Net{All: c}, Variant: board.Backgammon}).Encode())(t)
	return readTensors(t, file)
}

// reference is the plainest possible net, in float64, from the tensors of a
// model file.
type reference struct {
	layers      []referenceLayer // the head last
	activations []Activation
}

type referenceLayer struct {
	weight, bias *fileTensor // [out, in] and [out]
}

func newReference(t testing.TB, n *Net) *reference {
	t.Helper()
	r := &reference{activations: n.Spec().Activations}
	tensors := encodeParams(t, n, n.Params())
	for i := range n.Layers() {
		r.layers = append(r.layers, referenceLayer{
			tensors[fmt.Sprintf("all.layer%d.weight", i)],
			tensors[fmt.Sprintf("all.layer%d.bias", i)],
		})
	}
	return r
}

// forward returns the five answers for one vector of inputs.
func (r *reference) forward(x []float32) []float64 {
	in := make([]float64, len(x))
	for i, v := range x {
		in[i] = float64(v)
	}
	for l, layer := range r.layers {
		out := make([]float64, layer.weight.Shape[0])
		for o := range out {
			sum := layer.bias.values[o]
			for i, v := range in {
				sum += layer.weight.values[o*len(in)+i] * v
			}
			activation := Sigmoid
			if l < len(r.activations) {
				activation = r.activations[l]
			}
			out[o] = activate(activation, sum)
		}
		in = out
	}
	return in
}

func activate(a Activation, x float64) float64 {
	switch a {
	case Tanh:
		return math.Tanh(x)
	case ReLU:
		return max(0, x)
	}
	return 1 / (1 + math.Exp(-x))
}

// randomNet returns a net with weights and biases from the seed.
func randomNet(t testing.TB, set features.Set, activation Activation, hidden ...int) *Net {
	t.Helper()
	n := must.Get(NewRandom(NewSpec(set, activation, hidden...), 1))(t)
	rng := rand.New(rand.NewPCG(2, 2))
	for _, l := range n.layers() {
		for o := range l.out {
			l.b[o] = rng.Float32() - 0.5
		}
	}
	return n
}

// randomInputs returns vectors of inputs of which one in six is not zero, as in
// a description of a board; the first is zero altogether and the second full.
func randomInputs(rows, size int) [][]float32 {
	rng := rand.New(rand.NewPCG(3, 3))
	all := make([][]float32, rows)
	for i := range all {
		all[i] = make([]float32, size)
		for k := range all[i] {
			if i == 1 || i > 1 && rng.IntN(6) == 0 {
				all[i][k] = 2*rng.Float32() - 0.5
			}
		}
	}
	return all
}

// randomDerivatives returns derivatives of a loss by the outputs of rows
// positions.
func randomDerivatives(rows int) []float32 {
	rng := rand.New(rand.NewPCG(4, 4))
	d := make([]float32, rows*Outputs)
	for i := range d {
		d[i] = 2*rng.Float32() - 1
	}
	return d
}

// shapes are the hidden layers that nets are tested with.
var shapes = [][]int{{1}, {5}, {17}, {40}, {100}, {1, 1}, {5, 17}, {40, 1}, {100, 40}, {17, 5, 40}, {1, 100, 5}, {40, 40, 17}}

// eachNet runs a test on nets of every activation and shape, over feature sets
// in turn.
func eachNet(t *testing.T, test func(t *testing.T, n *Net)) {
	sets := features.Sets()
	for _, activation := range []Activation{Sigmoid, Tanh, ReLU} {
		for i, hidden := range shapes {
			set := sets[i%len(sets)]
			n := randomNet(t, set, activation, hidden...)
			t.Run(fmt.Sprintf("%s/net=%v", activation, n.Spec()), func(t *testing.T) { test(t, n) })
		}
	}
}
