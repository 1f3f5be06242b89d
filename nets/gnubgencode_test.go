package nets

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
)

// resized returns random weights of nets with the numbers of hidden units, in file order.
func resized(units ...int) *gnubgFile {
	f := madeUpGnubg()
	for k := range f.nets {
		n := &f.nets[k]
		n.sizes[1] = units[k]
		size := (n.sizes[0]+1)*n.sizes[1] + (n.sizes[1]+1)*n.sizes[2]
		n.weights = slices.Repeat(n.weights, size/len(n.weights)+1)[:size]
	}
	return f
}

// A file is decoded and encoded again in both forms and versions.
func TestEncodeGnubg(t *testing.T) {
	for _, f := range []*gnubgFile{madeUpGnubg(), resized(512, 8, 256, 24, 8, 8)} {
		f.nets[0].weights[5] = 1e-20
		for _, version := range []float64{1.00, 1.01} {
			f.version = version
			m := must.Get(Decode(f.binary()))(t)
			if got := must.Get(m.EncodeGnubg(false))(t); !bytes.Equal(got, f.binary()) {
				t.Errorf("version %v: another binary file", version)
			}
			text := must.Get(m.EncodeGnubg(true))(t)
			if want := must.Get(Decode(text))(t); !bytes.Equal(must.Get(want.EncodeGnubg(false))(t), f.binary()) {
				t.Errorf("version %v: the text has other weights", version)
			}
		}
	}
}

// fitting returns a model that fits into a weights file, with logistic units.
func fitting(t *testing.T) *Model {
	t.Helper()
	m := &Model{Nets: map[Part]*Net{}, Variant: board.Backgammon}
	for i, of := range gnubgNets {
		set := must.Get(features.Lookup(of.set(gnubgVersion100)))(t)
		m.Nets[of.part] = must.Get(NewRandom(NewSpec(set, Sigmoid, 16), uint64(i)))(t)
	}
	return m
}

// gnubg's sigmoid of the encoded weights approximates the logistic one.
func TestEncodeGnubgSigmoid(t *testing.T) {
	m := fitting(t)
	all, _, err := DecodeGnubg(must.Get(m.EncodeGnubg(false))(t))
	must.OK(t, err)
	pos := must.Get(board.ParseID("4HPwATDgc/ABMA", board.Backgammon))(t)
	for part, n := range m.Nets {
		want, got := n.NewPass(1), all[part].NewPass(1)
		for _, p := range []*Pass{want, got} {
			n.Set().Extract(p.Input(0), &pos)
			p.Forward(1)
		}
		for k := range Outputs {
			if d := math.Abs(float64(got.Output(0)[k] - want.Output(0)[k])); d > 0.005 {
				t.Errorf("%s: output %d differs by %v", part, k, d)
			}
		}
	}
}

// TestEncodeGnubgRefuses changes one thing of a fitting model at a time.
func TestEncodeGnubgRefuses(t *testing.T) {
	replace := func(part Part, inputs string, activation Activation, hidden ...int) func(*Model) {
		return func(m *Model) {
			m.Nets[part] = must.Get(New(NewSpec(must.Get(features.Lookup(inputs))(t), activation, hidden...)))(t)
		}
	}
	for _, test := range []struct {
		change func(*Model)
		want   string
	}{
		{func(m *Model) { delete(m.Nets, Race); m.Nets[All] = m.Nets[Contact] }, "it has no race net, only [all crashed contact"},
		{func(m *Model) { delete(m.Nets, PruningRace) }, "it has no pruning race net"},
		{func(m *Model) { m.Nets[All] = m.Nets[Contact] }, `it has a net "all", which gnubg does not have`},
		{func(m *Model) { m.Variant = board.Nackgammon }, "it plays nackgammon, want backgammon"},
		{replace(Crashed, "gnubg-contact250@1", Sigmoid, 16), "the crashed net has the inputs gnubg-contact250@1, want gnubg-crashed250@1"},
		{replace(Contact, "gnubg-contact250@2", Sigmoid, 16), "the crashed net has the inputs gnubg-crashed250@1, want gnubg-crashed250@2"},
		{replace(Race, "gnubg-race214@1", Sigmoid, 16, 8), "the race net has 2 hidden layers, want 1"},
		{replace(PruningRace, "gnubg-base200@1", ReLU, 16), "the pruning race net has the activation relu, want sigmoid or gnubg-sigmoid"},
		{replace(Race, "gnubg-race214@1", Sigmoid, 12), "the race net has 12 hidden units, want a multiple of 8 up to 2048"},
		{replace(Race, "gnubg-race214@1", Sigmoid, 2056), "the race net has 2056 hidden units"},
		{func(m *Model) { m.Nets[Race].params[0] = float32(math.NaN()) }, "NaN"},
	} {
		m := fitting(t)
		test.change(m)
		if _, err := m.EncodeGnubg(false); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %q", err, test.want)
		}
	}
}
