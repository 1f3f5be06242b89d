package nets

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gorgonia.org/gorgonia"
	gotensor "gorgonia.org/tensor"

	"gammonlab/features"
	"gammonlab/internal/must"
)

// Gradients are sums of float32 products: each entry may differ from its value
// in float64 by gradientTolerance of it, and, where terms cancel, by
// gradientFloor of the tensor's largest entry.
const (
	gradientTolerance = 1e-4
	gradientFloor     = 1e-6
)

// gradientError returns the difference of an entry from its true value, as a
// share of the tolerance.
func gradientError(got, want, largest float64) float64 {
	if got == want { // units of ReLU that nothing turns on
		return 0
	}
	return math.Abs(got-want) / (gradientTolerance*math.Abs(want) + gradientFloor*largest)
}

func largest(values []float64) float64 {
	most := 0.0
	for _, v := range values {
		most = max(most, math.Abs(v))
	}
	return most
}

// gradientOf returns the gradient of Σ d·output over the inputs, by tensor.
func gradientOf(t *testing.T, n *Net, inputs [][]float32, d []float32) map[string]*fileTensor {
	p := passOver(n, inputs)
	p.Forward(len(inputs))
	grad := make([]float32, len(n.Params()))
	p.Backward(grad, d, len(inputs))
	return encodeParams(t, n, grad)
}

// loss is the sum that gradientOf differentiates.
func (r *reference) loss(inputs [][]float32, d []float32) float64 {
	sum := 0.0
	for i, x := range inputs {
		for k, y := range r.forward(x) {
			sum += float64(d[i*Outputs+k]) * y
		}
	}
	return sum
}

// TestGradientAgreesWithDifferences compares entries of each tensor with
// central differences of the float64 reference.
func TestGradientAgreesWithDifferences(t *testing.T) {
	const entries, h = 12, 1e-5
	rng := rand.New(rand.NewPCG(5, 5))
	worst := 0.0
	eachNet(t, func(t *testing.T, n *Net) {
		inputs := randomInputs(3, n.Set().Len())
		d := randomDerivatives(len(inputs))
		r := newReference(t, n)
		grad := gradientOf(t, n, inputs, d)
		check := func(name string, params *fileTensor) {
			most := largest(grad[name].values)
			for range min(entries, len(params.values)) {
				i := rng.IntN(len(params.values))
				value := params.values[i]
				params.values[i] = value + h
				above := r.loss(inputs, d)
				params.values[i] = value - h
				below := r.loss(inputs, d)
				params.values[i] = value
				got, want := grad[name].values[i], (above-below)/(2*h)
				if math.Abs(got-want) < 1e-9 { // differences are no better than h² + 1e-16/h
					got = want
				}
				e := gradientError(got, want, most)
				worst = max(worst, e)
				if !(e <= 1) {
					t.Errorf("%s[%d]: got %v, differences say %v", name, i, got, want)
				}
			}
		}
		for l, layer := range r.layers {
			check(fmt.Sprintf("all.layer%d.weight", l), layer.weight)
			check(fmt.Sprintf("all.layer%d.bias", l), layer.bias)
		}
	})
	t.Logf("largest difference: %.2g of what is allowed", worst)
}

// gorgoniaNet builds the net as a gorgonia graph in float64, with the loss
// Σ d·output, and returns its gradient by tensor, weights as [in, out].
func gorgoniaNet(t *testing.T, n *Net, inputs [][]float32, d []float32) map[string][]float64 {
	t.Helper()
	g := gorgonia.NewGraph()
	matrix := func(name string, rows, cols int, values []float64) *gorgonia.Node {
		return gorgonia.NewMatrix(g, gotensor.Float64, gorgonia.WithShape(rows, cols), gorgonia.WithName(name),
			gorgonia.WithValue(gotensor.New(gotensor.WithShape(rows, cols), gotensor.WithBacking(values))))
	}
	var x []float64
	for _, row := range inputs {
		for _, v := range row {
			x = append(x, float64(v))
		}
	}
	var by []float64
	for _, v := range d {
		by = append(by, float64(v))
	}
	rows := len(inputs)
	node := matrix("x", rows, n.Set().Len(), x)
	var params gorgonia.Nodes
	r := newReference(t, n)
	for l, layer := range r.layers {
		out, in := layer.weight.Shape[0], layer.weight.Shape[1]
		w := matrix(fmt.Sprintf("all.layer%d.weight", l), in, out, transpose(layer.weight.values, out, in))
		b := matrix(fmt.Sprintf("all.layer%d.bias", l), 1, out, layer.bias.values)
		params = append(params, w, b)
		sums := gorgonia.Must(gorgonia.Mul(node, w))
		sums = gorgonia.Must(gorgonia.BroadcastAdd(sums, b, nil, []byte{0}))
		activation := gorgonia.Sigmoid
		if l < len(r.activations) {
			switch r.activations[l] {
			case Tanh:
				activation = gorgonia.Tanh
			case ReLU:
				activation = gorgonia.Rectify
			}
		}
		node = gorgonia.Must(activation(sums))
	}
	loss := gorgonia.Must(gorgonia.Sum(gorgonia.Must(gorgonia.HadamardProd(node, matrix("d", rows, Outputs, by)))))
	must.Get(gorgonia.Grad(loss, params...))(t)
	vm := gorgonia.NewTapeMachine(g, gorgonia.BindDualValues(params...))
	defer vm.Close()
	must.OK(t, vm.RunAll())
	grads := map[string][]float64{}
	for _, p := range params {
		v := must.Get(p.Grad())(t)
		grads[p.Name()] = v.Data().([]float64)
	}
	return grads
}

// transpose turns a rows×cols matrix round.
func transpose(values []float64, rows, cols int) []float64 {
	turned := make([]float64, len(values))
	for r := range rows {
		for c := range cols {
			turned[c*rows+r] = values[r*cols+c]
		}
	}
	return turned
}

// TestGradientAgreesWithGorgonia compares every entry with the automatic
// differentiation of gorgonia.
func TestGradientAgreesWithGorgonia(t *testing.T) {
	worst, relative := 0.0, 0.0
	for _, activation := range []Activation{Sigmoid, Tanh, ReLU} {
		for _, hidden := range [][]int{{5}, {40}, {100}, {17, 5}, {17, 40, 5}} {
			for _, rows := range []int{2, 31} {
				n := randomNet(t, features.Perspective196{}, activation, hidden...)
				t.Run(fmt.Sprintf("%s/net=%v/rows=%d", activation, n.Spec(), rows), func(t *testing.T) {
					inputs := randomInputs(rows+1, n.Set().Len())[1:]
					d := randomDerivatives(rows)
					got := gradientOf(t, n, inputs, d)
					for name, want := range gorgoniaNet(t, n, inputs, d) {
						if shape := got[name].Shape; len(shape) == 2 {
							want = transpose(want, shape[1], shape[0])
						}
						most := largest(want)
						for i, v := range got[name].values {
							e := gradientError(v, want[i], most)
							worst = max(worst, e)
							if most > 0 {
								relative = max(relative, math.Abs(v-want[i])/most)
							}
							if !(e <= 1) {
								t.Fatalf("%s[%d]: got %v, gorgonia says %v", name, i, v, want[i])
							}
						}
					}
				})
			}
		}
	}
	t.Logf("largest difference: %.2g of what is allowed, %.1e of the tensor's largest entry", worst, relative)
}
