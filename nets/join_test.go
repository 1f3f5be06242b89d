package nets

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
)

// logit returns the log odds of p.
func logit(p float32) float64 { return math.Log(float64(p) / (1 - float64(p))) }

// TestJoin: a joined net answers the mean of the log odds.
func TestJoin(t *testing.T) {
	for _, hidden := range [][][]int{{{20}, {33}}, {{24, 9}, {17, 12}, {8, 8}}} {
		var all []*Net
		for i, h := range hidden {
			spec := Spec{Features: "perspective196", Hidden: h, Activations: []Activation{ReLU, Sigmoid}[:len(h)]}
			n := must.Get(NewRandom(spec, uint64(i)))(t)
			for k := range n.head.b {
				n.head.b[k] = float32(k+i) / 10
			}
			all = append(all, n)
		}
		joined := must.Get(Join(all...))(t)
		if dirty := dirtyPadding(joined); dirty > 0 {
			t.Errorf("%v: %d entries of the padding are not 0", hidden, dirty)
		}
		positions := played(50)
		got := answersTo(joined, positions)
		want := make([]float64, len(got))
		for _, n := range all {
			for i, p := range answersTo(n, positions) {
				want[i] += logit(p) / float64(len(all))
			}
		}
		for i, p := range got {
			if math.Abs(logit(p)-want[i]) > 1e-4 {
				t.Fatalf("%v: output %d of position %d has log odds %v, want %v", hidden, i%Outputs, i/Outputs, logit(p), want[i])
			}
		}
	}
}

// TestJoinMistakes: nets that cannot be joined are refused.
func TestJoinMistakes(t *testing.T) {
	relu := func(set string, hidden ...int) *Net {
		spec := Spec{Features: set, Hidden: hidden}
		for range hidden {
			spec.Activations = append(spec.Activations, ReLU)
		}
		return must.Get(NewRandom(spec, 1))(t)
	}
	a := relu("perspective196", 8)
	for _, b := range []*Net{relu("perspective196", 8, 8), relu("tesauro198", 8)} {
		if _, err := Join(a, b); err == nil {
			t.Errorf("joined %v and %v", a.spec, b.spec)
		}
	}
	if _, err := Join(); err == nil {
		t.Error("joined no nets")
	}
}

// TestJoinModels checks a joined model: each part is joined, equal nets are
// kept, the pruning nets are those of the first model, and the provenance names
// the parents.
func TestJoinModels(t *testing.T) {
	net := func(part Part, s uint64) *Net {
		set := features.ID(must.Get(features.Lookup("gnubg-base200"))(t))
		return must.Get(NewRandom(Spec{Features: set, Hidden: []int{8}, Activations: []Activation{Sigmoid}}, s))(t)
	}
	model := func(s uint64) *Model {
		return &Model{Variant: board.Backgammon, Provenance: map[string]string{}, Nets: map[Part]*Net{
			Race: net(Race, 1), Crashed: net(Crashed, s), Contact: net(Contact, s+10),
			PruningContact: net(PruningContact, s+20),
		}}
	}
	a, b := model(2), model(3)
	joined := must.Get(JoinModels(a, b))(t)
	for part, units := range map[Part]int{Race: 8, Crashed: 16, Contact: 16, PruningContact: 8} {
		if got := joined.Nets[part].Spec().Hidden[0]; got != units {
			t.Errorf("%s has %d units, want %d", part, got, units)
		}
	}
	digest := must.Get(a.Digest())(t)
	if !strings.Contains(joined.Provenance["parents"], digest) {
		t.Errorf("parents %s, want %s among them", joined.Provenance["parents"], digest)
	}
	if !bytes.Equal(must.Get(joined.Encode())(t), must.Get(must.Get(JoinModels(a, b))(t).Encode())(t)) {
		t.Error("joined twice, other bytes")
	}
	delete(b.Nets, Crashed)
	b.Nets[All] = net(All, 5)
	for _, models := range [][]*Model{{a}, {a, b}} {
		if _, err := JoinModels(models...); err == nil {
			t.Errorf("joined %d models that do not fit", len(models))
		}
	}
}
