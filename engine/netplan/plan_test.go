package netplan

import (
	"maps"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// shape returns the shape of a small net.
func shape(part nets.Part, units int) nets.Shape {
	s := nets.PruningShape(part, "")
	s.Hidden = []int{units}
	return s
}

// random returns a model with a random net for each part.
func random(t *testing.T, parts ...nets.Part) *nets.Model {
	t.Helper()
	m := &nets.Model{Nets: map[nets.Part]*nets.Net{}, Variant: board.Backgammon}
	for i, part := range parts {
		s := shape(part, 4)
		m.Nets[part] = must.Get(nets.NewRandom(s.Spec(), uint64(i)))(t)
	}
	return m
}

// Every class has a part for its net and one for its pruning net, which evaluate that
// class alone.
func TestPartsOfClasses(t *testing.T) {
	for _, class := range ClassesOf(nets.All) {
		for _, part := range []nets.Part{class.Part(), class.PruningPart()} {
			if got := ClassesOf(part); !slices.Equal(got, []engine.Class{class}) {
				t.Errorf("%s evaluates %v, want %v", part, got, class)
			}
		}
		if class.Part().Prunes() || !class.PruningPart().Prunes() {
			t.Errorf("%v has the parts %s and %s", class, class.Part(), class.PruningPart())
		}
	}
	if got := ClassesOf("contract"); got != nil {
		t.Errorf("an unknown part evaluates %v", got)
	}
}

// A model keeps nets of the parent that are still used.
func TestKept(t *testing.T) {
	for _, c := range []struct {
		trained, parent, want []nets.Part
	}{
		{[]nets.Part{nets.Contact}, []nets.Part{nets.Race, nets.Crashed, nets.Contact, nets.PruningRace}, []nets.Part{nets.Crashed, nets.PruningRace, nets.Race}},
		{[]nets.Part{nets.Contact}, []nets.Part{nets.All}, []nets.Part{nets.All}},
		{[]nets.Part{nets.Contact, nets.Race, nets.Crashed}, []nets.Part{nets.All}, nil},
		{[]nets.Part{nets.All}, []nets.Part{nets.All, nets.PruningContact}, []nets.Part{nets.PruningContact}},
		{[]nets.Part{nets.All}, nil, nil},
	} {
		var p Plan
		for _, part := range c.trained {
			p.Shapes = append(p.Shapes, shape(part, 4))
		}
		if c.parent != nil {
			p.Parent = random(t, c.parent...)
		}
		must.OK(t, p.Check())
		if got := slices.Sorted(maps.Keys(p.Kept())); !slices.Equal(got, c.want) {
			t.Errorf("%v from %v: keeps %v, want %v", c.trained, c.parent, got, c.want)
		}
	}
}

// Nets start with the parent's weights, grown; fresh ones and pruning nets that it lacks
// start with none.
func TestInherited(t *testing.T) {
	p := Plan{Parent: random(t, nets.All)}
	same := must.Get(p.Inherited(shape(nets.Race, 4), 1))(t)
	if !slices.Equal(same.Params(), p.Parent.Nets[nets.All].Params()) || &same.Params()[0] == &p.Parent.Nets[nets.All].Params()[0] {
		t.Error("a net of the same shape is not a copy")
	}
	if got := must.Get(p.Inherited(shape(nets.Race, 6), 1))(t).Spec().Hidden; !slices.Equal(got, []int{6}) {
		t.Errorf("grown to %v", got)
	}
	fresh := shape(nets.Race, 4)
	fresh.Fresh = true
	for _, s := range []nets.Shape{fresh, shape(nets.PruningRace, 4)} {
		if got := must.Get(p.Inherited(s, 1))(t); got != nil {
			t.Errorf("%s, fresh %v: inherits a net", s.Part, s.Fresh)
		}
	}
	_, err := p.Inherited(shape(nets.Race, 3), 1)
	must.Fail(t, err, "net for race: from the parent's 200-4-5 over gnubg-base200@1")
	p.Parent = random(t, nets.Race)
	_, err = p.Inherited(shape(nets.All, 4), 1)
	must.Fail(t, err, "the parent has no net for all")
}
