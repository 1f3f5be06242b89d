package features_test

import (
	"math"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
)

// race is a set of two inputs, the pip counts. Tests spoil parts of it.
type race struct {
	name    string
	version int
	inputs  []features.Input
	dense   func(pips float32) float32 // nil for none
	entries []int32                    // of the sparse form; nil for both
}

func (r race) Name() string             { return r.name }
func (r race) Version() int             { return r.version }
func (r race) Len() int                 { return 2 }
func (r race) Inputs() []features.Input { return r.inputs }

func (r race) Extract(dst []float32, pos *board.Position) {
	dst[0], dst[1] = float32(pos.Own.Pips())/100, float32(pos.Opp.Pips())/100
	if r.dense != nil {
		dst[1] = r.dense(dst[1])
	}
}

func (r race) ExtractSparse(idx []int32, val []float32, pos *board.Position) int {
	val[0], val[1] = float32(pos.Own.Pips())/100, float32(pos.Opp.Pips())/100
	if r.entries == nil {
		r.entries = []int32{0, 1}
	}
	return copy(idx, r.entries)
}

func newRace(name string) race {
	return race{name: name, version: 1, inputs: []features.Input{
		{Name: "own.pips", Group: "race", Meaning: "pips of the player on roll, in hundreds"},
		{Name: "opp.pips", Group: "race", Meaning: "pips of the opponent, in hundreds"},
	}}
}

func TestRegister(t *testing.T) {
	set := newRace("test-race2")
	must.OK(t, features.Register(set))
	if got := lookup(t, "test-race2"); got.Name() != set.Name() || features.ID(got) != "test-race2@1" {
		t.Errorf("found %s", features.ID(got))
	}
	must.Fail(t, features.Register(set), "set test-race2@1 is already registered", "registered twice")
	set.version = 2
	must.OK(t, features.Register(set))
	if got := lookup(t, "perspective196+test-race2"); features.ID(got) != "perspective196@1+test-race2@2" || got.Len() != 198 {
		t.Errorf("found %s with %d inputs", features.ID(got), got.Len())
	}
	sets := features.Sets()
	for i := 1; i < len(sets); i++ {
		if a, b := sets[i-1], sets[i]; a.Name() > b.Name() || a.Name() == b.Name() && a.Version() >= b.Version() {
			t.Errorf("%s is listed before %s", features.ID(a), features.ID(b))
		}
	}
}

func TestRegisterRefuses(t *testing.T) {
	for _, c := range []struct {
		want  string
		spoil func(*race)
	}{
		{`a set is named ""`, func(r *race) { r.name = "" }},
		{`a set is named "a+b", want letters, digits and hyphens`, func(r *race) { r.name = "a+b" }},
		{`a set is named "a@1"`, func(r *race) { r.name = "a@1" }},
		{"has the version 0, want at least 1", func(r *race) { r.version = 0 }},
		{"set tesauro198@1 is already registered", func(r *race) { r.name = "tesauro198" }},
		{"has 2 inputs and documents 1", func(r *race) { r.inputs = r.inputs[:1] }},
		{"input 1 is", func(r *race) { r.inputs[1].Name = "own.pips" }},
		{"input 0 is", func(r *race) { r.inputs[0].Group = "" }},
		{"input 0 is", func(r *race) { r.inputs[0].Meaning = "" }},
		{"position 4HPwATDgc/ABMA: input 1 is NaN by Extract", func(r *race) {
			r.dense = func(float32) float32 { return float32(math.NaN()) }
		}},
		{"input 1 is 20 by Extract and 1.67 by ExtractSparse, want equal values within ±15", func(r *race) {
			r.dense = func(float32) float32 { return 20 }
		}},
		{"input 1 is 1.67 by Extract and 0 by ExtractSparse", func(r *race) { r.entries = []int32{0} }},
		{"sparse entry 1 is input 0 = 1.67 after input 1", func(r *race) { r.entries = []int32{1, 0} }},
	} {
		set := newRace("bad")
		c.spoil(&set)
		must.Fail(t, features.Register(set), c.want)
	}
	if _, err := features.Lookup("bad"); err == nil {
		t.Error("a set that was refused is found")
	}
}

func TestCompact(t *testing.T) {
	idx, val := make([]int32, 5), []float32{0, 2, 0, -1, 0}
	if n := features.Compact(idx, val); n != 2 || idx[0] != 1 || val[0] != 2 || idx[1] != 3 || val[1] != -1 {
		t.Errorf("%d inputs, %v with %v", n, idx, val)
	}
}

// A joined set has the values of its parts, one part after the other.
func TestJoin(t *testing.T) {
	names := []string{"gnubg-base200", "perspective196", "gnubg-contact250@1"}
	set := lookup(t, strings.Join(names, "+"))
	got := make([]float32, set.Len())
	for _, pos := range samplePositions(200) {
		set.Extract(got, &pos)
		from := 0
		for _, name := range names {
			part := lookup(t, name)
			want := make([]float32, part.Len())
			part.Extract(want, &pos)
			for i := range want {
				if got[from+i] != want[i] {
					t.Fatalf("%s: input %d of %s is %v, want %v", pos.ID(), i, name, got[from+i], want[i])
				}
			}
			from += part.Len()
		}
	}
	if inputs := set.Inputs(); inputs[0].Name != "opp24.1" || inputs[396].Name != "gnubg-contact250:opp24.1" {
		t.Errorf("inputs 0 and 396 are %s and %s", inputs[0].Name, inputs[396].Name)
	}
	if features.Additive(set) || set.Version() != 1 || lookup(t, "perspective196+gnubg-contact250").Version() != 2 {
		t.Error("a joined set is additive as a whole or has another version than its parts")
	}
}
