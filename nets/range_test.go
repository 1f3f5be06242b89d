package nets

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/internal/safetensors"
)

// withWeights returns the file of a model of one net whose weights are drawn from
// ±size, whether or not such a model is sound.
func withWeights(t *testing.T, spec Spec, size float64) []byte {
	t.Helper()
	n := must.Get(New(spec))(t)
	tensors, metadata, err := safetensors.Decode(must.Get(NewModel(n, board.Backgammon).Encode())(t))
	must.OK(t, err)
	rng := rand.New(rand.NewPCG(1, 1))
	for _, tensor := range tensors {
		for i := range tensor.Data {
			tensor.Data[i] = float32(size * (2*rng.Float64() - 1))
		}
	}
	return must.Get(safetensors.Encode(tensors, metadata))(t)
}

// TestRange increases the weights: every accepted model gives probabilities for
// every position, and models that might not are refused.
func TestRange(t *testing.T) {
	positions := played(50)
	contact := must.Get(features.Lookup("gnubg-contact250"))(t)
	for _, activation := range []Activation{Sigmoid, Tanh, ReLU, GnubgSigmoid} {
		for _, hidden := range [][]int{{20}, {20, 20, 20}} {
			for _, set := range []features.Set{contact, features.Perspective196{}} {
				spec := NewSpec(set, activation, hidden...)
				t.Run(fmt.Sprintf("%s/%s/layers=%d", activation, set.Name(), len(hidden)), func(t *testing.T) {
					read, refused := 0, 0
					for exponent := 0.0; exponent < 38.5; exponent += 0.5 {
						m, err := Decode(withWeights(t, spec, math.Pow(10, exponent)))
						if err != nil {
							refused++
							if !strings.Contains(err.Error(), "outputs could overflow") {
								t.Errorf("weights of 1e%v: %v", exponent, err)
							}
							continue
						}
						read++
						for i, p := range answersTo(m.Nets[All], positions) {
							if !(p >= 0 && p <= 1) {
								t.Fatalf("weights of 1e%v: answer %d is %v", exponent, i, p)
							}
						}
					}
					if read < 8 || refused < 8 {
						t.Errorf("%d sizes of weights were read and %d refused, want some of both", read, refused)
					}
				})
			}
		}
	}
}

// A model that would be refused is not written.
func TestEncodeRefusesWhatDecodeWould(t *testing.T) {
	for weight, want := range map[float32]string{
		3e38: "weight: the sum of unit 2 can reach", -3e38: "weight: the sum of unit 2 can reach",
		float32(math.Inf(1)): "weight: value 244 is +Inf", float32(math.NaN()): "weight: value 244 is NaN",
	} {
		m := smallModel(t)
		m.Nets[All].Params()[2] = weight // from the first of 122 inputs to unit 2
		_, err := m.Encode()
		must.Fail(t, err, "tensor all.layer0."+want, weight)
	}
}
