package features_test

import (
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/longtest"
	"gammonlab/internal/must"
)

// lookup returns a set that the test knows is there.
func lookup(t testing.TB, id string) features.Set {
	t.Helper()
	return must.Get(features.Lookup(id))(t)
}

// parse returns the backgammon position of an ID that the test knows is good.
func parse(t testing.TB, id string) board.Position {
	t.Helper()
	return must.Get(board.ParseID(id, board.Backgammon))(t)
}

// realPositions returns the positions of testdata/positions.txt by class.
func realPositions(t testing.TB) map[string][]board.Position {
	t.Helper()
	text := must.Get(os.ReadFile("testdata/positions.txt"))(t)
	all := map[string][]board.Position{}
	for line := range strings.Lines(string(text)) {
		if id, class, ok := strings.Cut(strings.TrimSpace(line), " "); ok && id != "#" {
			all[class] = append(all[class], parse(t, id))
		}
	}
	return all
}

// scattered returns a legal position, or a finished one, in which the checkers
// stand anywhere: many blots, many on the bar, buried, far back or few.
func scattered(rng *rand.Rand, v board.Variant) board.Position {
	for {
		var p board.Position
		scatter(rng, &p.Own, &p.Opp, v)
		scatter(rng, &p.Opp, &p.Own, v)
		if p.Validate(v) == nil {
			return p
		}
	}
}

// scatter puts one side's checkers on a range of places, where the other side
// has left them free, and some off.
func scatter(rng *rand.Rand, s, other *board.Side, v board.Variant) {
	ranges := [][2]int{{0, 6}, {1, 3}, {1, 7}, {1, 18}, {1, 24}, {1, 25}, {0, 25}, {13, 25}, {18, 25}, {25, 25}}
	stack := 1 + rng.IntN(5)
	if rng.IntN(4) == 0 {
		s[board.Off] = uint8(rng.IntN(v.Checkers() + 1))
	}
	for left := v.Checkers() - int(s[board.Off]); left > 0; {
		r := ranges[rng.IntN(len(ranges))]
		point := r[0] + rng.IntN(r[1]-r[0]+1)
		if point != board.Off && point != board.Bar && other[board.Bar-point] > 0 {
			continue
		}
		n := min(left, 1+rng.IntN(stack))
		s[point] += uint8(n)
		left -= n
	}
}

// checkSet compares a set's inputs of a position with the expected ones, bit by
// bit.
func checkSet(t *testing.T, set features.Set, pos *board.Position, want []float32) {
	t.Helper()
	got := make([]float32, set.Len())
	set.Extract(got, pos)
	for k := range want {
		if math.Float32bits(got[k]) != math.Float32bits(want[k]) {
			t.Fatalf("%s of %s: input %d, %s, is %v, want %v (own %v, opp %v)", features.ID(set), pos.ID(),
				k, set.Inputs()[k].Name, got[k], want[k], pos.Own, pos.Opp)
		}
	}
}

// TestGnubgEqualsNaive compares the sets with their slow description, on
// positions of play, random positions and those of other variants.
func TestGnubgEqualsNaive(t *testing.T) {
	var positions []board.Position
	for _, class := range realPositions(t) {
		positions = append(positions, class...)
	}
	played, strewn := 30_000, 8000
	if longtest.On() {
		played, strewn = 120_000, 30_000
	} else if testing.Short() {
		played, strewn = 6000, 1000
	}
	positions = append(positions, samplePositions(played)...)
	rng := rand.New(rand.NewPCG(7, 7))
	for _, v := range board.Variants() {
		for range strewn {
			positions = append(positions, scattered(rng, v))
		}
	}
	base, race := lookup(t, "gnubg-base200@1"), lookup(t, "gnubg-race214@1")
	contact := []features.Set{lookup(t, "gnubg-contact250@1"), lookup(t, "gnubg-contact250@2")}
	crashed := []features.Set{lookup(t, "gnubg-crashed250@1"), lookup(t, "gnubg-crashed250@2")}
	for i := range positions {
		pos := &positions[i]
		wantBase, wantRace := naiveBase(pos), naiveRace(pos)
		checkSet(t, base, pos, wantBase[:])
		checkSet(t, race, pos, wantRace[:])
		version := 1 + i%2
		wantContact, wantCrashed := naiveExpert(pos, version)
		checkSet(t, contact[version-1], pos, wantContact[:])
		checkSet(t, crashed[version-1], pos, wantCrashed[:])
	}
}

// TestGnubgUnits compares the hand-crafted units with those of gnubg 1.07.001
// and, for version 2, 1.08.001, printed with seven digits. Missing units are 0.
func TestGnubgUnits(t *testing.T) {
	for _, c := range []struct {
		id   string
		set  string
		from int
		want map[int]float32
	}{
		{"4HPwATDgc/ABMA", "gnubg-contact250@1", 200, map[int]float32{
			3: 1, 4: 0.9583333, 5: 0.9583333, 6: 0.1666667, 10: 0.6666667,
			11: 0.3888889, 12: 0.1512346, 13: 0.3888889, 14: 0.1512346, 15: 0.6205556,
			16: 0.105, 18: 0.3055556, 19: 0.52, 20: 0.9393939, 22: 0.25, 24: 0.5,
		}},
		{"4HPwATDgc/ABMA", "gnubg-contact250@1", 225, map[int]float32{
			3: 1, 4: 0.9583333, 5: 0.9583333, 6: 0.1666667, 10: 0.6666667,
			11: 0.3888889, 12: 0.1512346, 13: 0.3888889, 14: 0.1512346, 15: 0.6205556,
			16: 0.105, 18: 0.3055556, 19: 0.52, 20: 0.9393939, 22: 0.25, 24: 0.5,
		}},
		{"OxoQ8CF+xwASQg", "gnubg-contact250@1", 200, map[int]float32{
			3: 0.6646706, 4: 1, 5: 0.2083333, 6: 2, 7: 0.849537, 8: 0.6111111,
			9: 0.3055556, 10: 0.6388889, 11: 0.3611111, 12: 0.1304012, 13: 0.3611111,
			14: 0.1304012, 15: 0.4472222, 16: 0.3675, 17: 0.244898, 18: 0.75, 19: 0.66,
			24: 0.6388889,
		}},
		{"OxoQ8CF+xwASQg", "gnubg-contact250@1", 225, map[int]float32{
			3: 1.05988, 4: 0.9583333, 5: 0.7916667, 6: 0.8333333, 7: 0.6342593,
			8: 0.8611111, 9: 0.3055556, 10: 0.6111111, 11: 0.3888889, 12: 0.1512346,
			13: 0.2222222, 14: 0.04938272, 15: 0.8655556, 16: 0.2075, 18: 0.75,
			19: 0.79, 20: 1, 22: 0.75, 24: 0.6111111,
		}},
		{"3HUCAimwBQXgbQ", "gnubg-contact250@1", 200, map[int]float32{
			3: 1.461078, 4: 1, 5: 0.9583333, 6: 0.3333333, 7: 0.5092593, 8: 0.3055556,
			10: 0.6944444, 11: 0.3055556, 12: 0.09336419, 13: 0.3055556, 14: 0.09336419,
			15: 1.022222, 16: 0.1175, 17: 0.6190476, 18: 0.75, 19: 1.09, 20: 0.6666666,
			21: 1.25, 24: 0.6111111,
		}},
		{"3HUCAimwBQXgbQ", "gnubg-contact250@1", 225, map[int]float32{
			3: 0.8982036, 4: 0.9583333, 5: 0.2083333, 6: 2, 7: 1.44213, 8: 1, 9: 0.5,
			10: 0.5, 11: 0.5, 12: 0.25, 13: 0.3888889, 14: 0.1512346, 15: 0.4891667,
			16: 0.3775, 18: 0.5555556, 19: 0.9, 24: 0.4722222,
		}},
		{"GzcJgyA+AADEAA", "gnubg-crashed250@1", 200, map[int]float32{
			0: 1, 1: 0.4, 3: 0.491018, 4: 1, 5: 0.04166667, 6: 2, 10: 0.9722222,
			11: 0.02777778, 12: 0.0007716049, 13: 0.02777778, 14: 0.0007716049,
			15: 0.2572222, 16: 0.4275, 17: 0.6666667, 18: 0.8888889, 19: 0.62,
			24: 0.9722222,
		}},
		{"GzcJgyA+AADEAA", "gnubg-crashed250@1", 225, map[int]float32{
			3: 0.8203593, 4: 0.9583333, 5: 0.5416667, 6: 1.833333, 7: 0.1944444,
			8: 0.7777778, 9: 0.05555556, 10: 0.3611111, 11: 0.6388889, 12: 0.408179,
			13: 0.3888889, 14: 0.1512346, 15: 0.525, 16: 0.19, 18: 0.3055556, 19: 0.51,
			20: 0.7272727, 24: 0.3611111,
		}},
		{"hjEM4hPkhgWQUw", "gnubg-contact250@1", 200, map[int]float32{
			3: 1.083832, 4: 1, 5: 0.875, 6: 0.5, 7: 0.1412037, 8: 0.3611111,
			10: 0.6388889, 11: 0.3888889, 12: 0.1512346, 13: 0.3888889, 14: 0.1512346,
			15: 0.7383333, 16: 0.1875, 17: 0.1632653, 18: 0.5555556, 19: 1.09, 20: 1,
			22: 0.75, 24: 0.6111111,
		}},
		{"hjEM4hPkhgWQUw", "gnubg-contact250@2", 200, map[int]float32{
			3: 1.083832, 4: 1, 5: 0.875, 6: 0.5, 7: 0.1782407, 8: 0.3055556,
			10: 0.6388889, 11: 0.3888889, 12: 0.1512346, 13: 0.3888889, 14: 0.1512346,
			15: 0.7383333, 16: 0.1875, 17: 0.1632653, 18: 0.5555556, 19: 1.09, 20: 1,
			22: 0.75, 24: 0.6111111,
		}},
		{"hjEM4hPkhgWQUw", "gnubg-contact250@1", 225, map[int]float32{
			3: 1.323353, 4: 0.9166667, 5: 0.8333333, 6: 0.6666667, 7: 1.071759,
			8: 0.8333333, 9: 0.08333334, 10: 0.6111111, 11: 0.3888889, 12: 0.1512346,
			13: 0.3888889, 14: 0.1512346, 15: 0.8552778, 16: 0.1225, 18: 0.5555556,
			19: 0.97, 20: 0.8863636, 22: 0.75, 24: 0.6111111,
		}},
	} {
		pos := parse(t, c.id)
		set := lookup(t, c.set)
		x := make([]float32, set.Len())
		set.Extract(x, &pos)
		for k, got := range x[c.from : c.from+25] {
			if want := c.want[k]; math.Abs(float64(got-want)) > 1e-6*math.Abs(float64(want)) {
				t.Errorf("%s of %s: unit %d of the block at %d, %s, is %v, want %v", c.set, c.id,
					k, c.from, set.Inputs()[c.from+k].Name, got, want)
			}
		}
	}
}

// TestGnubgRace compares the inputs of a race with gnubg's.
func TestGnubgRace(t *testing.T) {
	pos := parse(t, "d+cRCAD71iwAAA")
	want := make([]float32, 214)
	for _, k := range []int{2, 6, 10, 18, 28, 52, 108, 113, 114, 116, 119, 124, 132, 135} {
		want[k] = 1
	}
	want[19], want[106], want[213] = 0.5, 0.3, 0.3
	got := make([]float32, 214)
	lookup(t, "gnubg-race214").Extract(got, &pos)
	for k := range want {
		if math.Abs(float64(got[k]-want[k])) > 1e-7 {
			t.Errorf("input %d is %v, want %v", k, got[k], want[k])
		}
	}
}

// TestGnubgStartCount: gnubg's contact net sees 44 inputs of the starting
// position that are not zero.
func TestGnubgStartCount(t *testing.T) {
	pos := board.Backgammon.Start()
	set := lookup(t, "gnubg-contact250")
	if n := set.ExtractSparse(make([]int32, 250), make([]float32, 250), &pos); n != 44 {
		t.Errorf("%d inputs are not zero, want 44", n)
	}
}

// TestGnubgMenOff checks the units of the checkers off, which contact nets get
// in the block of the other side.
func TestGnubgMenOff(t *testing.T) {
	pos := board.Position{
		Own: board.Side{6: 2, 5: 2, 24: 4, board.Off: 7},
		Opp: board.Side{6: 2, 5: 2, 24: 7, board.Off: 4},
	}
	must.OK(t, pos.Validate(board.Backgammon))
	for set, want := range map[string]map[string]float32{
		"gnubg-contact250": {"own.off1": 1, "own.off2": 1, "own.off3": 1.0 / 3, "opp.off1": 1, "opp.off2": 1.0 / 3},
		"gnubg-crashed250": {"own.off1": 1, "own.off2": 0.4, "opp.off1": 0.8},
		"gnubg-race214":    {"own.off7": 1, "opp.off4": 1},
	} {
		s := lookup(t, set)
		x := make([]float32, s.Len())
		s.Extract(x, &pos)
		for k, input := range s.Inputs() {
			if input.Group == "off" && math.Abs(float64(x[k]-want[input.Name])) > 1e-7 {
				t.Errorf("%s: %s is %v, want %v", set, input.Name, x[k], want[input.Name])
			}
		}
	}
}

// TestGnubgNeverPanics extracts the inputs of impossible boards: any number of
// checkers anywhere.
func TestGnubgNeverPanics(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	var pos board.Position
	boards := 20_000
	if testing.Short() {
		boards = 2000
	}
	for range boards {
		most := []int{2, 4, 16, 256}[rng.IntN(4)]
		for p := range pos.Own {
			pos.Own[p], pos.Opp[p] = uint8(rng.IntN(most)), uint8(rng.IntN(most))
		}
		for _, set := range features.Sets() {
			idx, val := make([]int32, set.Len()), make([]float32, set.Len())
			set.Extract(val, &pos)
			set.ExtractSparse(idx, val, &pos)
		}
	}
}
