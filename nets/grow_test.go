package nets

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
)

// played returns n positions of random games.
func played(n int) []board.Position {
	source := rand.NewPCG(7, 8)
	rng, dice := rand.New(source), board.NewDice(source)
	var all []board.Position
	for {
		for pos := board.Backgammon.Start(); pos.Result() == 0; {
			if all = append(all, pos); len(all) == n {
				return all
			}
			if plays := board.Plays(pos, dice.Next()); len(plays) > 0 {
				pos = plays[rng.IntN(len(plays))].Result
			} else {
				pos = pos.Swap()
			}
		}
	}
}

// answersTo returns a net's answers to positions, one after the other.
func answersTo(n *Net, positions []board.Position) []float32 {
	var all []float32
	pass := n.NewPass(1)
	for i := range positions {
		n.Set().Extract(pass.Input(0), &positions[i])
		pass.Forward(1)
		all = append(all, pass.Output(0)[:]...)
	}
	return all
}

// apart returns the largest and the mean difference.
func apart(a, b []float32) (most, mean float64) {
	for i := range a {
		d := math.Abs(float64(a[i]) - float64(b[i]))
		most, mean = max(most, d), mean+d/float64(len(a))
	}
	return most, mean
}

// dirtyPadding counts entries of the padding that are not 0.
func dirtyPadding(n *Net) int {
	used := make([]bool, len(n.params))
	for _, l := range n.layers() {
		for o := range l.out {
			used[l.bAt+o] = true
			for i := range l.in {
				used[l.wAt+i*l.perIn+o*l.perOut] = true
			}
		}
	}
	count := 0
	for i, v := range n.params {
		if v != 0 && !used[i] {
			count++
		}
	}
	return count
}

// specOf returns a spec with activations by name, over perspective196 or another
// set.
func specOf(set features.Set, hidden []int, activations ...Activation) Spec {
	return Spec{Features: features.ID(set), Hidden: hidden, Activations: activations}
}

// randomOf returns a net of the spec with random weights and biases.
func randomOf(t testing.TB, spec Spec) *Net {
	t.Helper()
	n := must.Get(NewRandom(spec, 3))(t)
	rng := rand.New(rand.NewPCG(1, 1))
	for _, l := range n.layers() {
		for o := range l.out {
			l.b[o] = rng.Float32() - 0.5
		}
	}
	return n
}

func positionCount() int {
	if testing.Short() {
		return 200
	}
	return 5000
}

// TestGrow grows nets of every activation in every way and asks both about
// thousands of positions.
func TestGrow(t *testing.T) {
	positions := played(positionCount())
	plain := features.Perspective196{}
	base := must.Get(features.Lookup("gnubg-base200@1"))(t)
	contact := must.Get(features.Lookup("gnubg-contact250@2"))(t)
	for _, c := range []struct {
		from, to Spec
	}{
		{specOf(plain, []int{20}, Sigmoid), specOf(plain, []int{20}, Sigmoid)},
		{specOf(plain, []int{20}, Sigmoid), specOf(plain, []int{21}, Sigmoid)},
		{specOf(plain, []int{20}, ReLU), specOf(plain, []int{73}, ReLU)},
		{specOf(plain, []int{20, 7}, Tanh, Tanh), specOf(plain, []int{33, 16}, Tanh, Tanh)},
		{specOf(plain, []int{20}, Sigmoid), specOf(plain, []int{20, 20}, Sigmoid, ReLU)},
		{specOf(plain, []int{20}, Tanh), specOf(plain, []int{20, 20}, Tanh, ReLU)},
		{specOf(plain, []int{20}, ReLU), specOf(plain, []int{64, 32}, ReLU, ReLU)},
		{specOf(plain, []int{20, 40}, ReLU, Sigmoid), specOf(plain, []int{64, 33, 40}, ReLU, ReLU, Sigmoid)},
		{specOf(plain, []int{20, 10}, Tanh, Tanh), specOf(plain, []int{30, 30, 10, 50, 10}, Tanh, ReLU, Tanh, ReLU, ReLU)},
		{specOf(base, []int{15}, Sigmoid), specOf(contact, []int{15}, Sigmoid)},
		{specOf(base, []int{15}, Tanh), specOf(contact, []int{40, 20}, Tanh, ReLU)},
	} {
		n := randomOf(t, c.from)
		before := slices.Clone(n.Params())
		grown, err := Grow(n, c.to, 9)
		if err != nil {
			t.Errorf("%v to %v: %v", c.from, c.to, err)
			continue
		}
		if got := grown.Spec(); got.String() != c.to.String() || !slices.Equal(got.Activations, c.to.Activations) || got.Features != c.to.Features {
			t.Errorf("%v to %v: got %v", c.from, c.to, got)
		}
		if most, _ := apart(answersTo(grown, positions), answersTo(n, positions)); most > 1e-6 {
			t.Errorf("%v to %v: answers differ by up to %.2g", c.from, c.to, most)
		} else {
			t.Logf("%v (%v) to %v (%v): %.1e", c.from, c.from.Activations, c.to, c.to.Activations, most)
		}
		if count := dirtyPadding(grown); count > 0 {
			t.Errorf("%v to %v: %d entries of the padding are not 0", c.from, c.to, count)
		}
		if !slices.Equal(before, n.Params()) {
			t.Errorf("%v to %v: the old net has changed", c.from, c.to)
		}
		if grown.NumWeights() == n.NumWeights() {
			grown.Params()[0]++ // the same shape is a copy
			if !slices.Equal(before, n.Params()) {
				t.Errorf("%v to %v: the nets share their parameters", c.from, c.to)
			}
		}
	}
}

// A net of the same shape, named without the version of its feature set, keeps
// its weights to the bit and gets the versioned name.
func TestGrowIntoTheSameShape(t *testing.T) {
	n := randomOf(t, Spec{Features: "gnubg-contact250", Hidden: []int{7, 5}, Activations: []Activation{Tanh, ReLU}, Head: Sigmoid})
	grown := must.Get(Grow(n, n.Spec(), 9))(t)
	if got, want := grown.Spec(), n.Spec().Canonical(); !reflect.DeepEqual(got, want) || got.Features != "gnubg-contact250@2" {
		t.Errorf("spec %+v, want %+v", got, want)
	}
	if !slices.Equal(grown.Params(), n.Params()) {
		t.Error("the weights are others")
	}
}

// TestGrowGnubgSigmoid allows a few differences of up to 0.0012: rounding may move a
// sum across a jump of the sigmoid, also in the head. Most answers are unchanged.
func TestGrowGnubgSigmoid(t *testing.T) {
	positions := played(positionCount())
	spec := specOf(features.Perspective196{}, []int{20}, GnubgSigmoid)
	spec.Head = GnubgSigmoid
	n := randomOf(t, spec)
	deep := must.Get(Deepen(n, 0))(t)
	want := answersTo(n, positions)
	if !slices.Equal(answersTo(deep, positions), want) {
		t.Error("a layer of relu changes the answers")
	}
	wide := must.Get(Widen(n, 0, 50, 1))(t)
	most, mean := apart(answersTo(wide, positions), want)
	t.Logf("answers differ by up to %.2g, by %.2g in the mean", most, mean)
	if most > 0.0013 || mean > 1e-6 {
		t.Errorf("answers differ by up to %.2g, by %.2g in the mean, want at most 0.0013 and 1e-6", most, mean)
	}
}

// TestDeepenIsExact: units that are never negative pass through relu to the bit.
func TestDeepenIsExact(t *testing.T) {
	positions := played(positionCount())
	for _, activation := range []Activation{Sigmoid, ReLU} {
		for after := range 2 {
			n := randomOf(t, specOf(features.Perspective196{}, []int{20, 9}, activation, activation))
			deep := must.Get(Deepen(n, after))(t)
			if !slices.Equal(answersTo(deep, positions), answersTo(n, positions)) {
				t.Errorf("%s: a layer of relu after layer %d changes the answers", activation, after)
			}
		}
	}
}

// TestWidenCopiesEvenly counts the copies of each unit, and wants a difference
// between all copies.
func TestWidenCopiesEvenly(t *testing.T) {
	n := randomOf(t, specOf(features.Perspective196{}, []int{20}, Sigmoid))
	wide := must.Get(Widen(n, 0, 50, 4))(t)
	count := map[string]int{}
	incoming := func(l *layer, o int) string {
		var all []float32
		for i := range l.in {
			all = append(all, l.w[i*l.perIn+o*l.perOut])
		}
		return fmt.Sprint(all, l.b[o])
	}
	for o := range 50 {
		count[incoming(&wide.hidden[0], o)]++
	}
	if len(count) != 20 {
		t.Errorf("units of %d kinds, want 20", len(count))
	}
	for _, c := range count {
		if c < 2 || c > 3 {
			t.Errorf("%d copies of a unit, want 2 or 3", c)
		}
	}
	h := &wide.head
	for a := range 50 {
		for b := range a {
			if incoming(&wide.hidden[0], a) != incoming(&wide.hidden[0], b) {
				continue
			}
			ratio := h.w[a*h.perIn] / h.w[b*h.perIn]
			if other := h.w[a*h.perIn+h.perOut] / h.w[b*h.perIn+h.perOut]; math.Abs(float64(ratio-other)) < 1e-6 {
				t.Errorf("the copies %d and %d lead on in one proportion, %v", a, b, ratio)
			}
		}
	}
	again, _ := Widen(n, 0, 50, 4)
	if !slices.Equal(again.Params(), wide.Params()) {
		t.Error("the same seed gives another net")
	}
	other, _ := Widen(n, 0, 50, 5)
	if slices.Equal(other.Params(), wide.Params()) {
		t.Error("another seed gives the same net")
	}
}

// TestGrowInputs checks every pair of sets between which a net may grow: the
// inputs of the smaller set have the same values in the larger one.
func TestGrowInputs(t *testing.T) {
	positions := played(positionCount())
	pairs := 0
	for _, smaller := range features.Sets() {
		for _, larger := range features.Sets() {
			places, err := placesIn(larger, smaller)
			if err != nil {
				continue
			}
			pairs++
			few, many := make([]float32, smaller.Len()), make([]float32, larger.Len())
			for p := range positions {
				smaller.Extract(few, &positions[p])
				larger.Extract(many, &positions[p])
				for i, place := range places {
					if few[i] != many[place] {
						t.Fatalf("%s in %s: input %d is %v there, want %v", features.ID(smaller), features.ID(larger), i, many[place], few[i])
					}
				}
			}
		}
	}
	if pairs < 4 { // gnubg-base200 in the sets for contact and crashed positions
		t.Errorf("%d pairs of sets, want at least 4", pairs)
	}
}

func TestLarger(t *testing.T) {
	plain := features.Perspective196{}
	for _, c := range []struct {
		from   Spec
		hidden []int
		want   []Activation // none if it cannot
	}{
		{specOf(plain, []int{20}, Sigmoid), []int{20}, []Activation{Sigmoid}},
		{specOf(plain, []int{20}, Sigmoid), []int{30, 20}, []Activation{Sigmoid, ReLU}},
		{specOf(plain, []int{20}, Sigmoid), []int{30, 19}, nil},
		{specOf(plain, []int{20}, Sigmoid), []int{19}, nil},
		{specOf(plain, []int{20}, Sigmoid), []int{}, nil},
		{specOf(plain, []int{20, 10}, Tanh, Sigmoid), []int{20, 20, 10}, []Activation{Tanh, Sigmoid, ReLU}},
		{specOf(plain, []int{20, 30}, Tanh, Sigmoid), []int{25, 25, 30}, []Activation{Tanh, ReLU, Sigmoid}},
		{specOf(plain, []int{20}, GnubgSigmoid), []int{20, 20}, []Activation{GnubgSigmoid, ReLU}},
		{specOf(plain, []int{20}, Tanh), slices.Repeat([]int{20}, MaxLayers), nil},
	} {
		got, err := c.from.Larger(c.hidden)
		if (err == nil) != (c.want != nil) || !slices.Equal(got.Activations, c.want) {
			t.Errorf("%v to %v: got %v, %v, want %v", c.from, c.hidden, got.Activations, err, c.want)
			continue
		}
		if err != nil {
			continue
		}
		if !slices.Equal(got.Hidden, c.hidden) || got.Features != c.from.Features {
			t.Errorf("%v to %v: got %v", c.from, c.hidden, got)
		}
		if _, err := Grow(randomOf(t, c.from), got, 1); err != nil {
			t.Errorf("%v to %v: %v", c.from, c.hidden, err)
		}
	}
	if _, err := specOf(plain, []int{20}, Tanh).Larger([]int{20, maxUnits + 1}); err == nil {
		t.Error("too many units: no error")
	}
}

func TestGrowErrors(t *testing.T) {
	plain := features.Perspective196{}
	n := randomOf(t, specOf(plain, []int{20, 10}, Sigmoid, Tanh))
	head := specOf(plain, []int{20, 10}, Sigmoid, Tanh)
	head.Head = GnubgSigmoid
	for _, c := range []struct {
		to   Spec
		want string
	}{
		{specOf(plain, []int{19, 10}, Sigmoid, Tanh), "a net of 20-10 (sigmoid,tanh) cannot grow into 19-10 (sigmoid,tanh)"},
		{specOf(plain, []int{20}, Sigmoid), "cannot grow into 20 (sigmoid)"},
		{specOf(plain, []int{20, 10}, Sigmoid, Sigmoid), "layers keep their activation"},
		{specOf(plain, []int{20, 10, 10}, Sigmoid, Tanh, Tanh), "those added are of relu"},
		{specOf(plain, []int{20, 10, 9}, Sigmoid, Tanh, ReLU), "at least as wide"},
		{specOf(plain, []int{20, 19, 10}, Sigmoid, ReLU, Tanh), "at least as wide"},
		{specOf(plain, []int{20, 20, 10}, ReLU, Sigmoid, Tanh), "cannot grow"},
		{specOf(features.Pubeval122{}, []int{20, 10}, Sigmoid, Tanh), "inputs of perspective196@1 cannot grow into those of pubeval122@1: it has 122"},
		{specOf(features.Tesauro198{}, []int{20, 10}, Sigmoid, Tanh), "it lacks own1.1+"},
		{head, "a head of sigmoid cannot grow into one of gnubg-sigmoid"},
		{specOf(plain, nil), "hidden has 0 layers"},
	} {
		must.Fail(t, must.Err(Grow(n, c.to, 1)), c.want, c.to)
	}
	for _, layer := range []int{-1, 2} {
		must.Fail(t, must.Err(Widen(n, layer, 100, 1)), "no hidden layer", layer)
		must.Fail(t, must.Err(Deepen(n, layer)), "no hidden layer", layer)
	}
	must.Fail(t, must.Err(Widen(n, 0, 19, 1)), "cannot shrink from 20", "fewer units")
	if _, err := Widen(n, 0, maxUnits+1, 1); err == nil {
		t.Error("too many units: no error")
	}
}
