package nets

import (
	"path/filepath"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
)

// renamed is a custom set with the inputs of another.
type renamed struct{ features.Perspective196 }

func (renamed) Name() string { return "test-renamed" }

// Nets over registered and joined feature sets are created, saved, read and grown like all
// others.
func TestRegisteredSets(t *testing.T) {
	must.OK(t, features.Register(renamed{}))
	for name, id := range map[string]string{
		"test-renamed":                "test-renamed@1",
		"perspective196+test-renamed": "perspective196@1+test-renamed@1",
	} {
		set := must.Get(features.Lookup(name))(t)
		net := randomNet(t, set, Sigmoid, 5)
		path := filepath.Join(t.TempDir(), "model.safetensors")
		must.OK(t, NewModel(net, board.Backgammon).Save(path))
		m := must.Get(Load(path))(t)
		if got := m.Nets[All]; got.Spec().Features != id || !slices.Equal(got.Params(), net.Params()) {
			t.Errorf("%s: read a net over %s, or other weights", name, got.Spec().Features)
		}
	}
}

// A net grows into a joined set that contains its own, and its answers do not
// change.
func TestGrowIntoJoinedSet(t *testing.T) {
	for _, name := range []string{"tesauro198+gnubg-race214", "gnubg-race214+tesauro198"} {
		small := randomNet(t, features.Tesauro198{}, ReLU, 6)
		spec := small.Spec()
		spec.Features = name
		large := must.Get(Grow(small, spec, 1))(t)
		pos := board.Backgammon.Start()
		var answers [2][Outputs]float32
		for i, n := range []*Net{small, large} {
			pass := n.NewPass(1)
			n.Set().Extract(pass.Input(0), &pos)
			pass.Forward(1)
			answers[i] = *pass.Output(0)
		}
		for k := range answers[0] {
			if d := answers[0][k] - answers[1][k]; d > 1e-6 || d < -1e-6 {
				t.Errorf("%s: answers %v, want %v", name, answers[1], answers[0])
			}
		}
	}
}
