package learn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gammonlab/nets"
)

// reference is a net in float64 with the loss written out.
type reference struct {
	spec   nets.Spec
	layers []nets.Layer
	params []float64
}

func newReference(net *nets.Net) *reference {
	r := &reference{spec: net.Spec()}
	for i := range net.Layers() {
		r.layers = append(r.layers, net.Layer(i))
	}
	for _, v := range net.Params() {
		r.params = append(r.params, float64(v))
	}
	return r
}

// places lists the places of the layer's weights and biases in the parameters.
func (r *reference) places(i int) []int {
	l := &r.layers[i]
	var all []int
	for k := range l.Out {
		all = append(all, l.Biases+k)
		for j := range l.In {
			all = append(all, r.weight(i, j, k))
		}
	}
	return all
}

// weight returns the place of the weight of layer i from input j to unit k.
func (r *reference) weight(i, j, k int) int {
	l := &r.layers[i]
	if i == len(r.layers)-1 {
		return l.Weights + k*pad(l.In) + j
	}
	return l.Weights + j*pad(l.Out) + k
}

// answers returns the outputs for the inputs of a position.
func (r *reference) answers(idx []int32, val []float32) []float64 {
	x := make([]float64, r.layers[0].In)
	for k, i := range idx {
		x[i] = float64(val[k])
	}
	for i := range r.layers {
		y := make([]float64, r.layers[i].Out)
		for k := range y {
			sum := r.params[r.layers[i].Biases+k]
			for j, v := range x {
				sum += v * r.params[r.weight(i, j, k)]
			}
			activation := nets.Sigmoid
			if i < len(r.spec.Activations) {
				activation = r.spec.Activations[i]
			}
			switch activation {
			case nets.Tanh:
				y[k] = math.Tanh(sum)
			case nets.ReLU:
				y[k] = max(0, sum)
			default:
				y[k] = 1 / (1 + math.Exp(-sum))
			}
		}
		x = y
	}
	return x
}

// loss returns the loss of a batch, by the definitions in the documentation.
func (r *reference) loss(b *Batch, of Loss, differences float64) float64 {
	total := 0.0
	var errors, weights []float64 // of the positions of a roll
	for i := range b.Len() {
		idx, val := b.row(i)
		equity := 0.0 // its error
		for k, y := range r.answers(idx, val) {
			t := float64(b.Targets[i*nets.Outputs+k])
			l := 0.0
			switch of {
			case CrossEntropy:
				l = -t*math.Log(y) - (1-t)*math.Log(1-y)
			case Equity:
				part := []float64{2, 1, 1, -1, -1}[k] * (y - t)
				equity += part
				l = 0.25 * part * part / 2
			default:
				l = (y - t) * (y - t) / 2
				if len(b.Factors) > 0 {
					l *= float64(b.Factors[i*nets.Outputs+k]) * float64(b.Factors[i*nets.Outputs+k])
				}
			}
			total += float64(b.Weights[i]) * l
		}
		total += float64(b.Weights[i]) * equity * equity / 2
		if i%16 == 0 || len(b.Joined) == 0 || !b.Joined[i] {
			errors, weights = nil, nil
		}
		total -= differences * spread(errors, weights) / 2
		errors, weights = append(errors, equity), append(weights, float64(b.Weights[i]))
		total += differences * spread(errors, weights) / 2
	}
	return total / float64(b.Len())
}

// spread returns the weighted sum of the squared deviations of values from their mean.
func spread(values, weights []float64) (sum float64) {
	mean := 0.0
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for i, v := range values {
		sum += weights[i] * (v - mean) * (v - mean)
	}
	return sum
}

// TestGradient compares the gradient with central differences of the loss in
// float64. They have an error of h² times the third derivative and of 1e-16/h;
// the gradient is of float32 sums, each entry off by 1e-4 of itself or, where
// terms cancel, by 1e-6 of the layer's largest. A bend of ReLU between the two
// points, which h makes rare, does not occur with these seeds.
func TestGradient(t *testing.T) {
	const h = 1e-5
	entries := 25
	if testing.Short() {
		entries = 3
	}
	rng := rand.New(rand.NewPCG(7, 7))
	for _, activation := range []nets.Activation{nets.Sigmoid, nets.Tanh, nets.ReLU} {
		for _, loss := range []Loss{CrossEntropy, Squared, Equity} {
			for _, hidden := range [][]int{{5}, {40}, {17, 40}, {20, 7, 33}} {
				net := newNet(t, "perspective196@1", activation, "", hidden...)
				t.Run(fmt.Sprintf("%s/%s/net=%v", activation, loss, net.Spec()), func(t *testing.T) {
					var b Batch
					fill(&b, 20, net.Set().Len(), 1)
					if loss == Squared {
						for range b.Targets {
							b.Factors = append(b.Factors, 2*rng.Float32()-1)
						}
					}
					differences := 0.0
					if loss == Equity {
						differences = 3
						for i := range b.Len() {
							b.Joined = append(b.Joined, i%5 != 0)
						}
					}
					r := newReference(net)
					l := newLearner(t, net, Settings{Loss: loss, Differences: differences, Method: SGD, Workers: 2})
					if got, want := step(t, l, &b, 0), r.loss(&b, loss, differences); math.Abs(got-want) > 1e-6*want {
						t.Errorf("the loss is %v, want %v", got, want)
					}
					for i := range r.layers {
						places := r.places(i)
						largest := 0.0
						for _, at := range places {
							largest = max(largest, math.Abs(float64(l.gradient[at])))
						}
						for range entries {
							at := places[rng.IntN(len(places))]
							value := r.params[at]
							r.params[at] = value + h
							above := r.loss(&b, loss, differences)
							r.params[at] = value - h
							below := r.loss(&b, loss, differences)
							r.params[at] = value
							got, want := float64(l.gradient[at]), (above-below)/(2*h)
							if !(math.Abs(got-want) <= 1e-4*math.Abs(want)+1e-6*largest+1e-9) {
								t.Errorf("layer %d: parameter %d: got %v, differences say %v", i, at, got, want)
							}
						}
					}
				})
			}
		}
	}
}

// TestSaturated holds that answers that have rounded to 0 or 1 still learn from
// the cross-entropy.
func TestSaturated(t *testing.T) {
	for _, sum := range []float32{-200, -40, 40, 200} {
		net := newNet(t, "perspective196@1", nets.Sigmoid, "", 16)
		head := net.Layer(1)
		for k := range nets.Outputs {
			net.Params()[head.Biases+k] = sum
		}
		var b Batch
		target := float32(0)
		if sum < 0 {
			target = 1
		}
		b.Add(nil, nil, &[nets.Outputs]float32{target, target, target, target, target}, 1)
		l := newLearner(t, net, Settings{Loss: CrossEntropy, Method: SGD, Workers: 1})
		if loss := step(t, l, &b, 0); !(loss > 100 && loss < 1000) {
			t.Errorf("sum %v: the loss is %v, want one that is large and finite", sum, loss)
		}
		for k := range nets.Outputs {
			if got, want := l.gradient[head.Biases+k], 1-2*target; math.Abs(float64(got-want)) > 1e-6 {
				t.Errorf("sum %v: the derivative by output %d is %v, want %v", sum, k, got, want)
			}
		}
	}
}
