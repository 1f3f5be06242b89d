package features_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
)

// samplePositions returns positions of random games, which have checkers on the
// bar, stacks and borne-off checkers, including finished positions.
func samplePositions(n int) []board.Position {
	rng := rand.New(rand.NewPCG(1, 1))
	var gen board.Generator
	var positions []board.Position
	pos := board.Backgammon.Start()
	for len(positions) < n {
		positions = append(positions, pos)
		plays := gen.Plays(&pos, board.Rolls[rng.IntN(len(board.Rolls))])
		switch {
		case pos.Result() != 0:
			pos = board.Backgammon.Start()
		case len(plays) == 0:
			pos = pos.Swap()
		default:
			pos = plays[rng.IntN(len(plays))].Result
		}
	}
	return positions
}

// heaps returns boards with up to 15 checkers a side on a few places, some of
// them illegal.
func heaps(n int) []board.Position {
	rng := rand.New(rand.NewPCG(2, 2))
	side := func() (s board.Side) {
		places := rng.Perm(len(s))[:1+rng.IntN(4)]
		for range rng.IntN(board.MaxCheckers + 1) {
			s[places[rng.IntN(len(places))]]++
		}
		return s
	}
	var all []board.Position
	for range n {
		all = append(all, board.Position{Own: side(), Opp: side()})
	}
	return all
}

// all lists the sets that come with the package, and two of them together.
func all(t testing.TB) []features.Set {
	t.Helper()
	return append(features.Sets(), lookup(t, "perspective196+gnubg-contact250"))
}

func TestCheck(t *testing.T) {
	n := 50_000
	if testing.Short() {
		n /= 10
	}
	positions := append(heaps(n), samplePositions(n/10)...)
	for _, set := range all(t) {
		if err := features.Check(set, positions); err != nil {
			t.Error(err)
		}
	}
}

// TestEveryInputOccurs finds inputs that are never set: over many games each
// must be nonzero at least once, except for the turn of the side that is never
// on roll.
func TestEveryInputOccurs(t *testing.T) {
	positions := samplePositions(50_000)
	for _, set := range features.Sets() {
		seen := make([]bool, set.Len())
		idx, val := make([]int32, set.Len()), make([]float32, set.Len())
		for i := range positions {
			for _, k := range idx[:set.ExtractSparse(idx, val, &positions[i])] {
				seen[k] = true
			}
		}
		for k, input := range set.Inputs() {
			if !seen[k] && input.Name != "black.turn" {
				t.Errorf("%s: input %d, %s, is always 0", features.ID(set), k, input.Name)
			}
		}
	}
}

func TestInputs(t *testing.T) {
	for id, want := range map[string]int{
		"gnubg-base200@1":    200,
		"gnubg-contact250@1": 250, "gnubg-contact250@2": 250,
		"gnubg-crashed250@1": 250, "gnubg-crashed250@2": 250,
		"gnubg-race214@1":  214,
		"perspective196@1": 196, "pubeval122@1": 122, "tesauro198@1": 198,
		"perspective196@1+gnubg-race214@1": 410,
	} {
		set := lookup(t, id)
		if set.Len() != want {
			t.Errorf("%s has %d inputs, want %d", id, set.Len(), want)
		}
		groups := map[string]bool{}
		for _, input := range set.Inputs() {
			groups[input.Group] = true
		}
		if len(groups) < 5 || len(groups) > 25 {
			t.Errorf("%s: %d groups of inputs, want 5 to 25", id, len(groups))
		}
	}
}

// tricky has checkers of both sides on the bar and off, blots, a point of
// three, and stacks of four and eight.
var tricky = board.Position{
	Own: board.Side{board.Bar: 2, 20: 1, 6: 4, 4: 3, 1: 2, board.Off: 3},
	Opp: board.Side{board.Bar: 1, 23: 1, 7: 8, 3: 1, board.Off: 4},
}

// want lists, by hand, the inputs that are not zero, by name.
type want map[string]float32

func TestHandWritten(t *testing.T) {
	start := board.Backgammon.Start()
	for _, c := range []struct {
		name string
		set  features.Set
		pos  board.Position
		want want
	}{
		// Points of the opponent's checkers are those of the player on roll:
		// its 24, 13, 8 and 6 are 1, 12, 17 and 19.
		{"start", features.Perspective196{}, start, want{
			"own6.1+": 1, "own6.2+": 1, "own6.3+": 1, "own6.spares": 1,
			"own8.1+": 1, "own8.2+": 1, "own8.3+": 1,
			"own13.1+": 1, "own13.2+": 1, "own13.3+": 1, "own13.spares": 1,
			"own24.1+": 1, "own24.2+": 1,
			"opp19.1+": 1, "opp19.2+": 1, "opp19.3+": 1, "opp19.spares": 1,
			"opp17.1+": 1, "opp17.2+": 1, "opp17.3+": 1,
			"opp12.1+": 1, "opp12.2+": 1, "opp12.3+": 1, "opp12.spares": 1,
			"opp1.1+": 1, "opp1.2+": 1,
		}},
		{"start", features.Tesauro198{}, start, want{
			"white6.2+": 1, "white6.3+": 1, "white6.spares": 1,
			"white8.2+": 1, "white8.3+": 1,
			"white13.2+": 1, "white13.3+": 1, "white13.spares": 1,
			"white24.2+": 1,
			"black19.2+": 1, "black19.3+": 1, "black19.spares": 1,
			"black17.2+": 1, "black17.3+": 1,
			"black12.2+": 1, "black12.3+": 1, "black12.spares": 1,
			"black1.2+":  1,
			"white.turn": 1,
		}},
		{"start", features.Pubeval122{}, start, want{
			"point6.2+": 1, "point6.spares": 1,
			"point8.2+": 1, "point8.3": 1,
			"point13.2+": 1, "point13.spares": 1,
			"point24.2+": 1,
		}},
		// The opponent's 23, 7 and 3 are 2, 18 and 22.
		{"tricky", features.Perspective196{}, tricky, want{
			"own20.1+": 1,
			"own6.1+":  1, "own6.2+": 1, "own6.3+": 1, "own6.spares": 0.5,
			"own4.1+": 1, "own4.2+": 1, "own4.3+": 1,
			"own1.1+": 1, "own1.2+": 1,
			"own.bar": 1, "own.off": 0.2,
			"opp2.1+": 1, "opp22.1+": 1,
			"opp18.1+": 1, "opp18.2+": 1, "opp18.3+": 1, "opp18.spares": 2.5,
			"opp.bar": 0.5, "opp.off": 4.0 / 15,
		}},
		{"tricky", features.Tesauro198{}, tricky, want{
			"white20.1": 1,
			"white6.2+": 1, "white6.3+": 1, "white6.spares": 0.5,
			"white4.2+": 1, "white4.3+": 1,
			"white1.2+": 1,
			"white.bar": 1, "white.off": 0.2,
			"black2.1": 1, "black22.1": 1,
			"black18.2+": 1, "black18.3+": 1, "black18.spares": 2.5,
			"black.bar": 0.5, "black.off": 4.0 / 15,
			"white.turn": 1,
		}},
		{"tricky", features.Pubeval122{}, tricky, want{
			"point20.1": 1,
			"point6.2+": 1, "point6.spares": 0.5,
			"point4.2+": 1, "point4.3": 1,
			"point1.2+":  1,
			"point2.hit": 1, "point22.hit": 1,
			"opp.bar": 0.5, "own.off": 0.2,
		}},
	} {
		if err := c.pos.Validate(board.Backgammon); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		checkInputs(t, c.name, c.set, &c.pos, c.want)
	}
}

func checkInputs(t *testing.T, name string, set features.Set, pos *board.Position, want want) {
	t.Helper()
	x := make([]float32, set.Len())
	set.Extract(x, pos)
	found := 0
	for k, input := range set.Inputs() {
		if x[k] != want[input.Name] {
			t.Errorf("%s, %s: %s is %v, want %v", name, features.ID(set), input.Name, x[k], want[input.Name])
		}
		if _, ok := want[input.Name]; ok {
			found++
		}
	}
	if found != len(want) {
		t.Errorf("%s, %s: only %d of %d expected inputs exist", name, features.ID(set), found, len(want))
	}
}

// TestLayout pins where inputs stand: weight files depend on it.
func TestLayout(t *testing.T) {
	for _, c := range []struct {
		set  features.Set
		at   int
		name string
	}{
		// The opponent's points are numbered by the player on roll, too.
		{lookup(t, "gnubg-base200"), 0, "opp24.1"},
		{lookup(t, "gnubg-base200"), 1, "opp24.2"},
		{lookup(t, "gnubg-base200"), 92, "opp1.1"},
		{lookup(t, "gnubg-base200"), 96, "opp.bar1+"},
		{lookup(t, "gnubg-base200"), 100, "own1.1"},
		{lookup(t, "gnubg-base200"), 199, "own.bar.spares"},
		{lookup(t, "gnubg-contact250"), 199, "own.bar.spares"},
		{lookup(t, "gnubg-contact250"), 200, "opp.off1"}, // crossed over
		{lookup(t, "gnubg-contact250"), 203, "own.breakcontact"},
		{lookup(t, "gnubg-contact250"), 224, "own.backescapes.part"},
		{lookup(t, "gnubg-contact250"), 225, "own.off1"},
		{lookup(t, "gnubg-contact250"), 249, "opp.backescapes.part"},
		{lookup(t, "gnubg-crashed250"), 200, "own.off1"},
		{lookup(t, "gnubg-crashed250"), 225, "opp.off1"},
		{lookup(t, "gnubg-crashed250"), 232, "opp.piploss"},
		{lookup(t, "gnubg-race214"), 0, "opp24.1"},
		{lookup(t, "gnubg-race214"), 92, "opp.off1"},
		{lookup(t, "gnubg-race214"), 106, "opp.crossovers"},
		{lookup(t, "gnubg-race214"), 107, "own1.1"},
		{lookup(t, "gnubg-race214"), 213, "own.crossovers"},
		{features.Perspective196{}, 0, "own1.1+"},
		{features.Perspective196{}, 95, "own24.spares"},
		{features.Perspective196{}, 96, "own.bar"},
		{features.Perspective196{}, 97, "own.off"},
		{features.Perspective196{}, 98, "opp1.1+"},
		{features.Perspective196{}, 194, "opp.bar"},
		{features.Perspective196{}, 195, "opp.off"},
		{features.Tesauro198{}, 0, "white1.1"},
		{features.Tesauro198{}, 4, "black1.1"},
		{features.Tesauro198{}, 191, "black24.spares"},
		{features.Tesauro198{}, 192, "white.bar"},
		{features.Tesauro198{}, 195, "black.off"},
		{features.Tesauro198{}, 196, "white.turn"},
		{features.Pubeval122{}, 0, "point24.hit"},
		{features.Pubeval122{}, 119, "point1.spares"},
		{features.Pubeval122{}, 120, "opp.bar"},
		{features.Pubeval122{}, 121, "own.off"},
	} {
		if got := c.set.Inputs()[c.at].Name; got != c.name {
			t.Errorf("%s: input %d is %s, want %s", features.ID(c.set), c.at, got, c.name)
		}
	}
}

func TestExtractionAllocatesNothing(t *testing.T) {
	pos := tricky
	for _, set := range all(t) {
		x := make([]float32, set.Len())
		idx, val := make([]int32, set.Len()), make([]float32, set.Len())
		if n := testing.AllocsPerRun(100, func() { set.Extract(x, &pos) }); n != 0 {
			t.Errorf("%s: %v allocations a dense extraction, want 0", features.ID(set), n)
		}
		if n := testing.AllocsPerRun(100, func() { set.ExtractSparse(idx, val, &pos) }); n != 0 {
			t.Errorf("%s: %v allocations a sparse extraction, want 0", features.ID(set), n)
		}
	}
}

func TestLookup(t *testing.T) {
	newest := map[string]features.Set{}
	for _, set := range features.Sets() {
		if got, err := features.Lookup(features.ID(set)); err != nil || got != set {
			t.Errorf("%s: %v, %v", features.ID(set), got, err)
		}
		if old := newest[set.Name()]; old != nil && old.Version() >= set.Version() {
			t.Errorf("%s is listed after %s", features.ID(set), features.ID(old))
		}
		newest[set.Name()] = set
	}
	for name, set := range newest {
		if got, err := features.Lookup(name); err != nil || got != set {
			t.Errorf("%s: %v, %v, want version %d", name, got, err, set.Version())
		}
	}
	for _, c := range []struct{ name, want string }{
		{"", `unknown set "", want one of gnubg-base200, gnubg-contact250, gnubg-crashed250, ` +
			`gnubg-race214, perspective196, pubeval122, tesauro198`},
		{"Perspective196", `unknown set "Perspective196"`},
		{"perspective196@2", `set perspective196 has no version "2" here, only 1`},
		{"gnubg-contact250@3", `set gnubg-contact250 has no version "3" here, only 1, 2`},
		{"perspective196@", `set perspective196 has no version ""`},
		{"perspective196@01", `has no version "01"`},
		{"@1", `unknown set "@1"`},
		{"perspective196+mine", `unknown set "mine", want one of gnubg-base200`},
		{"mine+perspective196", `"mine+perspective196": unknown set "mine", want one of`},
		{"perspective196+", `unknown set ""`},
		{"perspective196+tesauro198@3", `set tesauro198 has no version "3" here, only 1`},
		{"perspective196+tesauro198+perspective196", "set perspective196 is joined with itself"},
	} {
		if set, err := features.Lookup(c.name); err == nil || set != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, error %v, want one with %q", c.name, set, err, c.want)
		}
	}
}

func BenchmarkExtract(b *testing.B) {
	positions := samplePositions(1000)
	for _, set := range features.Sets() {
		b.Run("corpus=random/set="+features.ID(set), func(b *testing.B) { benchmarkSet(b, set, positions) })
	}
	// Positions of good play in the classes of the sets, and positions of a
	// search: the results of all plays of a roll.
	corpora := realPositions(b)
	corpora["plays"] = results(corpora["contact"])
	for _, c := range []struct{ corpus, id string }{
		{"plays", "gnubg-contact250@1"},
		{"plays", "gnubg-base200@1"},
		{"contact", "gnubg-contact250@1"},
		{"crashed", "gnubg-crashed250@1"},
		{"race", "gnubg-race214@1"},
		{"plays", "perspective196@1"},
	} {
		b.Run("corpus="+c.corpus+"/set="+c.id, func(b *testing.B) { benchmarkSet(b, lookup(b, c.id), corpora[c.corpus]) })
	}
}

// results returns the positions with contact after each play of a roll, another
// roll for each position.
func results(positions []board.Position) (all []board.Position) {
	var gen board.Generator
	for i := range positions {
		for _, play := range gen.Plays(&positions[i], board.Rolls[i%len(board.Rolls)]) {
			if play.Result.Contact() {
				all = append(all, play.Result)
			}
		}
	}
	return all
}

func benchmarkSet(b *testing.B, set features.Set, positions []board.Position) {
	idx, val := make([]int32, set.Len()), make([]float32, set.Len())
	forms := map[string]func(*board.Position){
		"dense":  func(pos *board.Position) { set.Extract(val, pos) },
		"sparse": func(pos *board.Position) { set.ExtractSparse(idx, val, pos) },
	}
	for _, form := range []string{"dense", "sparse"} {
		extract := forms[form]
		b.Run("form="+form, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				extract(&positions[i%len(positions)])
				i++
			}
			b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
