package board

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The IDs are gnubg's: the start from its manual, the others as version
// 1.07.001 prints them.
func TestPositionIDs(t *testing.T) {
	for _, c := range []struct {
		id       string
		own, opp Side
	}{
		{"4HPwATDgc/ABMA", variantTable[Backgammon].start, variantTable[Backgammon].start},
		{"4Dl4ADbgOXgANg", variantTable[Nackgammon].start, variantTable[Nackgammon].start},
		{"AAAMgAMAAAAAAA", Side{5: 3, Off: 12}, Side{19: 2, Off: 13}},
		{"CgAAEAEAAAAAAA", Side{5: 1, 2: 1, Off: 13}, Side{3: 1, 2: 1, Off: 13}},
		{"4HPwARDwOfgAGA", Side{24: 2, 13: 5, 8: 3, 6: 5}, Side{Off: 1, 24: 1, 13: 5, 8: 3, 6: 5}},
	} {
		want := Position{Own: c.own, Opp: c.opp}
		if got := parse(t, c.id); got != want {
			t.Errorf("%s reads as %v, want %v", c.id, got, want)
		}
		if got := want.ID(); got != c.id {
			t.Errorf("%v has ID %s, want %s", want, got, c.id)
		}
	}
}

func TestStartHasTheKeyOfTheManual(t *testing.T) {
	want := Key{0xE0, 0x73, 0xF0, 0x01, 0x30, 0xE0, 0x73, 0xF0, 0x01, 0x30}
	if got := Backgammon.Start().Key(); got != want {
		t.Errorf("key %x, want %x", got, want)
	}
}

func TestKeysAndIDsReadBackAsThePosition(t *testing.T) {
	for _, s := range samples(7, 2, 200) {
		if got, err := s.pos.Key().Position(s.variant); got != s.pos || err != nil {
			t.Fatalf("%v: key reads as %v, %v", s.pos, got, err)
		}
		if got, err := ParseID(s.pos.ID(), s.variant); got != s.pos || err != nil {
			t.Fatalf("%v: ID reads as %v, %v", s.pos, got, err)
		}
	}
}

func TestParseIDSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		id      string
		variant Variant
		want    string
	}{
		{"", Backgammon, "has 0 characters, want 14"},
		{"4HPwATDgc/ABM", Backgammon, "has 13 characters, want 14"},
		{"4HPwATDgc/ABMA=", Backgammon, "has 15 characters, want 14"},
		{"4HPwATDgc-ABMA", Backgammon, "character 10 is '-'"},
		{"4HPwATDgc/ABM\n", Backgammon, `character 14 is '\n'`},
		{"4HPwATDgc/ABMB", Backgammon, "the last character"},
		{"//8AAAAAAAAAAA", Backgammon, "the opponent has 16 checkers"},
		{"4HPwATDgc/ABMA", Hypergammon3, "has 15 checkers on the board, at most 3 in hypergammon3"},
		{"AAAAAAAAAAAAgA", Backgammon, "has bits after both sides"},
		{"AAAIQAAAAAAAAA", Backgammon, "both sides hold the 5 point"},
	} {
		_, err := ParseID(c.id, c.variant)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got error %v, want one with %q", c.id, err, c.want)
		}
	}
}

func TestAppendIDAllocatesNothing(t *testing.T) {
	p := Backgammon.Start()
	buf := []byte("id ")
	buf = append(make([]byte, 0, 64), buf...)
	if got := p.AppendID(buf); !bytes.Equal(got, []byte("id 4HPwATDgc/ABMA")) {
		t.Errorf("got %q", got)
	}
	if n := testing.AllocsPerRun(100, func() { p.AppendID(buf) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// A side that is read run by run equals the side that is read bit by bit.
func TestSidesByRuns(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	read := 0
	for range 200_000 {
		var k Key
		for i := range k { // ones are rare enough for both sides to end
			a, b := byte(rng.Uint32()), byte(rng.Uint32())
			k[i] = a & b & byte(rng.Uint32()>>rng.IntN(8))
		}
		var byRuns, byBits Position
		bit := k.side(k.side(0, &byBits.Opp), &byBits.Own)
		rest := false
		for ; bit < keyBits; bit++ {
			rest = rest || k.bit(bit)
		}
		if !k.sides(&byRuns) {
			if most := max(slices.Max(byBits.Own[:]), slices.Max(byBits.Opp[:])); !rest && most <= MaxCheckers {
				t.Fatalf("key %x is not read by runs", k[:])
			}
			continue
		}
		read++
		if rest || byRuns != byBits {
			t.Fatalf("key %x: by runs %+v, by bits %+v, bits left over: %v", k[:], byRuns, byBits, rest)
		}
	}
	if read < 10_000 {
		t.Errorf("%d keys were read, want many", read)
	}
}
