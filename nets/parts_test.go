package nets

import (
	"maps"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
)

// partsModel returns a model with a net for each of the parts, of different
// shapes.
func partsModel(t testing.TB, parts ...Part) *Model {
	m := &Model{Nets: map[Part]*Net{}, Variant: board.Backgammon}
	for i, p := range parts {
		m.Nets[p] = randomNet(t, features.Pubeval122{}, ReLU, 3+i)
	}
	return m
}

func TestModelOfSeveralNets(t *testing.T) {
	for _, parts := range [][]Part{
		{All}, {All, Race}, {Race, Crashed, Contact}, Parts(), {All, PruningContact},
	} {
		want := partsModel(t, parts...)
		got, err := Decode(must.Get(want.Encode())(t))
		if err != nil {
			t.Errorf("%v: %v", parts, err)
			continue
		}
		if !slices.Equal(got.parts(), want.parts()) {
			t.Errorf("read the parts %v, want %v", got.parts(), want.parts())
		}
		for p, n := range want.Nets {
			if !slices.Equal(got.Nets[p].Params(), n.Params()) {
				t.Errorf("%v: the net for %s is another", parts, p)
			}
		}
	}
}

func TestNetOfPart(t *testing.T) {
	m := partsModel(t, All, Race, PruningRace)
	for p, want := range map[Part]*Net{
		Race: m.Nets[Race], Contact: m.Nets[All], Crashed: m.Nets[All], All: m.Nets[All],
		PruningRace: m.Nets[PruningRace], PruningContact: nil,
	} {
		if got := m.Net(p); got != want {
			t.Errorf("%s: another net than expected", p)
		}
	}
	must.Fail(t, must.Err(m.Single()), "[all race pruning-race]", "Single of three nets")
	one := partsModel(t, All)
	if n, err := one.Single(); err != nil || n != one.Nets[All] {
		t.Errorf("Single of one net: %v", err)
	}
}

func TestValidateModel(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(nets map[Part]*Net)
		want   string
	}{
		{"no net", func(nets map[Part]*Net) { clear(nets) }, "no net"},
		{"a class without a net", func(nets map[Part]*Net) { delete(nets, Crashed) }, "none evaluates crashed"},
		{"unknown part", func(nets map[Part]*Net) { nets["backgame"] = nets[Race] }, `unknown part "backgame"`},
		{"nets with different heads", func(nets map[Part]*Net) {
			spec := nets[Race].Spec()
			spec.Head = GnubgSigmoid
			nets[Race], _ = New(spec)
		}, "the head of the net for"},
		{"nil net", func(nets map[Part]*Net) { nets[All] = nil }, "the net for all is nil"},
	} {
		m := partsModel(t, Race, Crashed, Contact)
		m.Nets = maps.Clone(m.Nets)
		c.change(m.Nets)
		must.Fail(t, must.Err(m.Encode()), c.want, c.name)
	}
}

func TestModelKeepsItsHead(t *testing.T) {
	spec := NewSpec(features.Pubeval122{}, GnubgSigmoid, 3)
	spec.Head = GnubgSigmoid
	n := must.Get(NewRandom(spec, 1))(t)
	got := must.Get(Decode(must.Get(NewModel(n, board.Backgammon).Encode())(t)))(t)
	if head := got.Nets[All].Spec().Head; head != GnubgSigmoid {
		t.Errorf("the head is %q, want %s", head, GnubgSigmoid)
	}
}
