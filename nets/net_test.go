package nets

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gammonlab/features"
	"gammonlab/internal/must"
)

func TestNewRandomFollowsSeed(t *testing.T) {
	spec := NewSpec(features.Perspective196{}, Sigmoid, 40, 17)
	first := must.Get(NewRandom(spec, 1))(t)
	again, _ := NewRandom(spec, 1)
	if !slices.Equal(first.Params(), again.Params()) {
		t.Error("the same seed gives other weights")
	}
	other, _ := NewRandom(spec, 2)
	same := 0
	for i, w := range first.Params() {
		if w != 0 && w == other.Params()[i] {
			same++
		}
	}
	if same > first.NumWeights()/1000 {
		t.Errorf("%d of %d parameters are the same for two seeds", same, first.NumWeights())
	}
}

// The variances are those that the documentation of NewRandom gives.
func TestNewRandomVariance(t *testing.T) {
	for _, test := range []struct {
		activation Activation
		want       [3]float64 // variance of each layer's weights
	}{
		{Sigmoid, [3]float64{1. / 30, 1. / 100, 1. / 40}},
		{Tanh, [3]float64{1. / 30, 1. / 100, 1. / 40}},
		{ReLU, [3]float64{2. / 30, 2. / 100, 1. / 40}}, // the head is no ReLU
	} {
		n := must.Get(NewRandom(NewSpec(features.Perspective196{}, test.activation, 100, 40), 7))(t)
		for i, l := range n.layers() {
			var sum, squares, most float64
			for o := range l.out {
				if l.b[o] != 0 {
					t.Errorf("%s: layer %d: bias %d is %v, want 0", test.activation, i, o, l.b[o])
				}
				for in := range l.in {
					w := float64(l.w[in*l.perIn+o*l.perOut])
					sum, squares, most = sum+w, squares+w*w, max(most, math.Abs(w))
				}
			}
			count := float64(l.in * l.out)
			want := test.want[i]
			// Of n uniform draws the mean has the standard error √(σ²/n), the
			// mean square σ²·√(0.8/n).
			if mean := sum / count; math.Abs(mean) > 4*math.Sqrt(want/count) {
				t.Errorf("%s: layer %d: mean %v, want 0", test.activation, i, mean)
			}
			if got := squares / count; math.Abs(got-want) > 4*want*math.Sqrt(0.8/count) {
				t.Errorf("%s: layer %d: variance %v, want %v", test.activation, i, got, want)
			}
			if limit := math.Sqrt(3 * want); most > limit*(1+1e-6) || most < 0.9*limit {
				t.Errorf("%s: layer %d: weights reach ±%v, want ±%v", test.activation, i, most, limit)
			}
		}
	}
}

func TestCloneAndCopy(t *testing.T) {
	n := randomNet(t, features.Pubeval122{}, Tanh, 17, 5)
	c := n.Clone()
	if !reflect.DeepEqual(c.Spec(), n.Spec()) || !slices.Equal(c.Params(), n.Params()) {
		t.Fatal("a clone differs from its net")
	}
	c.Params()[0]++
	c.head.b[0]++
	if c.Params()[0] == n.Params()[0] || c.head.b[0] == n.head.b[0] {
		t.Error("a clone shares the net's parameters")
	}
	n.Copy(c)
	if !slices.Equal(c.Params(), n.Params()) {
		t.Error("Copy left parameters behind")
	}

	defer func() {
		if message, _ := recover().(string); !strings.HasPrefix(message, "nets: ") {
			t.Errorf("Copy between different shapes: panic %q, want one of this package", message)
		}
	}()
	n.Copy(randomNet(t, features.Pubeval122{}, Tanh, 40))
}

// Changes of the slices in the spec that it was made from do not change a net.
func TestNetOwnsItsSpec(t *testing.T) {
	spec := NewSpec(features.Pubeval122{}, ReLU, 5, 6)
	n := must.Get(New(spec))(t)
	spec.Hidden[0], spec.Activations[0] = 7, Tanh
	if got := n.Spec(); got.Hidden[0] != 5 || got.Activations[0] != ReLU {
		t.Errorf("the net's spec became %v", got)
	}
}

func TestSpec(t *testing.T) {
	for _, test := range []struct {
		set     features.Set
		hidden  []int
		text    string
		weights int
	}{
		{features.Perspective196{}, []int{100}, "196-100-5", 197*100 + 101*5},
		{features.Pubeval122{}, []int{1}, "122-1-5", 123 + 2*5},
		{features.Tesauro198{}, []int{512, 256, 40}, "198-512-256-40-5", 199*512 + 513*256 + 257*40 + 41*5},
	} {
		n := must.Get(New(NewSpec(test.set, Sigmoid, test.hidden...)))(t)
		if got := n.Spec().String(); got != test.text {
			t.Errorf("got %s, want %s", got, test.text)
		}
		if got := n.NumWeights(); got != test.weights {
			t.Errorf("%s: %d weights, want %d", test.text, got, test.weights)
		}
		if got := n.Layers(); got != len(test.hidden)+1 {
			t.Errorf("%s: %d layers, want %d", test.text, got, len(test.hidden)+1)
		}
	}
}

// Specs are equal if they denote the same shape, also by different names.
func TestSpecEqual(t *testing.T) {
	contact := must.Get(features.Lookup("gnubg-contact250@2"))(t)
	base := NewSpec(contact, Tanh, 10)
	for _, test := range []struct {
		change func(s *Spec)
		equal  bool
	}{
		{func(s *Spec) {}, true},
		{func(s *Spec) { s.Features = "gnubg-contact250" }, true}, // the newest version
		{func(s *Spec) { s.Head = Sigmoid }, true},
		{func(s *Spec) { s.Features = "gnubg-contact250@1" }, false},
		{func(s *Spec) { s.Features = "gnubg-crashed250@2" }, false},
		{func(s *Spec) { s.Features = "unknown" }, false},
		{func(s *Spec) { s.Head = GnubgSigmoid }, false},
		{func(s *Spec) { s.Hidden = []int{11} }, false},
		{func(s *Spec) { s.Activations = []Activation{ReLU} }, false},
	} {
		s := base
		test.change(&s)
		if s.Equal(base) != test.equal || base.Equal(s) != test.equal {
			t.Errorf("%+v equals %+v: want %v", s, base, test.equal)
		}
	}
}

func TestSpecValidate(t *testing.T) {
	good := func() Spec { return NewSpec(features.Perspective196{}, Sigmoid, 10) }
	for _, test := range []struct {
		change func(s *Spec)
		want   string
	}{
		{func(s *Spec) { s.Features = "" }, `unknown set ""`},
		{func(s *Spec) { s.Features = "perspective196@9" }, `no version "9"`},
		{func(s *Spec) { s.Hidden = nil }, "hidden has 0 layers, want 1 to 16"},
		{func(s *Spec) { s.Hidden = make([]int, MaxLayers) }, "hidden has 17 layers, want 1 to 16"},
		{func(s *Spec) { s.Hidden = []int{0} }, "hidden: layer 1 has 0 units"},
		{func(s *Spec) { s.Hidden = []int{1 << 20} }, "hidden: layer 1 has 1048576 units"},
		{func(s *Spec) { s.Hidden = []int{5, 5} }, "1 activations for 2 hidden layers"},
		{func(s *Spec) { s.Activations[0] = "swish" }, `unknown activation "swish"`},
		{func(s *Spec) { s.Head = Tanh }, `head is "tanh", want sigmoid or gnubg-sigmoid`},
	} {
		s := good()
		must.OK(t, s.Validate())
		test.change(&s)
		err := s.Validate()
		must.Fail(t, err, test.want)
		if _, newErr := New(s); newErr == nil || newErr.Error() != err.Error() {
			t.Errorf("New: got %v, want %v", newErr, err)
		}
		if _, newErr := NewRandom(s, 1); newErr == nil {
			t.Errorf("NewRandom takes a spec with %v", err)
		}
	}
}

func TestParseHidden(t *testing.T) {
	for text, want := range map[string][]int{"80": {80}, "512-256": {512, 256}, "1-16384-3": {1, 16384, 3}} {
		if got, err := ParseHidden(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: got %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-", "80-", "-80", "80,40", "0", "16385", "80--40", "8e1", " 80", "99999999999999999999"} {
		if got, err := ParseHidden(text); err == nil || !strings.Contains(err.Error(), "bad hidden layers") {
			t.Errorf("%q: got %v, %v, want an error", text, got, err)
		}
	}
}

func TestParseActivation(t *testing.T) {
	for _, a := range []Activation{Sigmoid, Tanh, ReLU, GnubgSigmoid} {
		if got, err := ParseActivation(string(a)); err != nil || got != a {
			t.Errorf("%q: got %q, %v", a, got, err)
		}
	}
	for _, name := range []string{"", "Sigmoid", "relu "} {
		must.Fail(t, must.Err(ParseActivation(name)), "want sigmoid, tanh, relu or gnubg-sigmoid", name)
	}
}
