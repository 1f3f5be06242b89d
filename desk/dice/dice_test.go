package dice

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/internal/must"
)

// The first outputs and the 10,000th are those that the C++ standard and the
// generator's authors publish: of the seed 5489, and of the key 0x123, 0x234, 0x345,
// 0x456.
func TestMersenneIsThePublishedOne(t *testing.T) {
	g := newMersenne(5489)
	for i, want := range []uint32{3499211612, 581869302, 3890346734, 3586334585, 545404204} {
		if got := g.Uint32(); got != want {
			t.Errorf("output %d is %d, want %d", i, got, want)
		}
	}
	for range 10_000 - 6 {
		g.Uint32()
	}
	if got := g.Uint32(); got != 4123659995 {
		t.Errorf("output 10,000 is %d, want 4123659995", got)
	}
	g.SeedFromKeys([]uint32{0x123, 0x234, 0x345, 0x456})
	for i, want := range []uint32{1067595299, 955945823, 477289528, 4107218783, 4228976476} {
		if got := g.Uint32(); got != want {
			t.Errorf("output %d of the key is %d, want %d", i, got, want)
		}
	}
}

// The numbers are from Jenkins' randvect.txt: the second and third block of 256 of
// the key 0. A wrong bit anywhere would change the last line.
func TestISAACIsThePublishedOne(t *testing.T) {
	g := newISAAC(make([]uint32, 256), 8)
	g.refill()
	got := slices.Clone(g.results)
	g.refill()
	got = append(got, g.results...)
	for at, want := range map[int][]uint32{
		0:   {0xf650e4c8, 0xe448e96d, 0x98db2fb4, 0xf5fad54f, 0x433f1afb, 0xedec154a, 0xd8370487, 0x46ca4f9a},
		504: {0x9d8d1908, 0x86ba527f, 0xf943f672, 0xef73fbf0, 0x46d95ca5, 0xc54cd95b, 0x9d855e89, 0x4bb5af29},
	} {
		if !slices.Equal(got[at:at+8], want) {
			t.Errorf("from %d: got %x, want %x", at, got[at:at+8], want)
		}
	}
	if last := g.next(); last != 0x4bb5af29 {
		t.Errorf("the first number given out is %#x, want the last of the block", last)
	}
}

// The digests of the words 0 and 1 are by md5sum(1).
func TestDigestsCountUp(t *testing.T) {
	g := newDigests(0)
	for i, want := range []uint32{0x84ffd3f1, 0x32772943, 0x8ad85243, 0x7539aa78} {
		if got := g.next(); got != want {
			t.Errorf("number %d is %#x, want %#x", i, got, want)
		}
	}
	if g := newDigests(1<<32 + 7); g.counter != 8 {
		t.Errorf("the counter begins at %d, want the sum of the seed's halves, 8", g.counter)
	}
}

// The worked example of the literature: 3 squared again and again modulo 11 · 23.
func TestSquaresOfAWorkedExample(t *testing.T) {
	g := newSquares(big.NewInt(11*23), 3)
	for i, want := range []int64{9, 81, 236, 36, 31, 202} {
		bit := g.bit()
		if g.x.Int64() != want || int64(bit) != want%2 {
			t.Errorf("square %d is %v with the bit %d, want %d", i, g.x, bit, want)
		}
	}
	g = newSquares(big.NewInt(11*23), 3)
	if roll := must.Get(g.Roll())(t); roll != (board.Roll{3, 1}) {
		t.Errorf("rolled %v, want 31", roll)
	}
	four := big.NewInt(4)
	if bbsModulus.ProbablyPrime(20) || new(big.Int).Mod(bbsModulus, four).Int64() != 1 {
		t.Error("the modulus is no product of two primes that are 3 modulo 4")
	}
}

// Words at the ends of each sixth, and those that are skipped.
func TestWordsBecomeDice(t *testing.T) {
	words := []uint32{0, part - 1, part, 2*part - 1, usable, 5*part - 1, 1<<32 - 1, 5 * part, usable - 1, 3 * part}
	d := &wordDice{func() uint32 { w := words[0]; words = words[1:]; return w }}
	for _, want := range []board.Roll{{1, 1}, {2, 2}, {5, 6}, {6, 4}} {
		if got := must.Get(d.Roll())(t); got != want {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}

// Every generator is fair, and repeats itself if it has a seed.
func TestGenerators(t *testing.T) {
	const n = 3600
	for _, name := range Names() {
		a, b := must.Get(New(name, 7))(t), must.Get(New(name, 7))(t)
		var counts [6][6]int
		same := true
		for range n {
			x, y := must.Get(a.Roll())(t), must.Get(b.Roll())(t)
			counts[x[0]-1][x[1]-1]++
			same = same && x == y
		}
		if same != Seeded(name) {
			t.Errorf("%s: the same dice again: %t, want %t", name, same, Seeded(name))
		}
		chi := 0.0
		for _, row := range counts {
			for _, c := range row {
				chi += float64((c-n/36)*(c-n/36)) / (n / 36)
			}
		}
		if chi > 90 { // 35 degrees of freedom: one sequence in a million
			t.Errorf("%s: chi-square of the 36 throws is %.1f", name, chi)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, tt := range []struct {
		name string
		seed uint64
		want string
	}{
		{"dicebot", 1, `no generator "dicebot", want one of pcg, mersenne`},
		{BBS, 1, "seed 1, want 2 or more"},
	} {
		if _, err := New(tt.name, tt.seed); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
	}
}

// The dice of a seed never change: players compare games by them.
func TestDiceOfASeed(t *testing.T) {
	dice := must.Get(New(PCG, 7))(t)
	var got []string
	for range 8 {
		got = append(got, must.Get(dice.Roll())(t).String())
	}
	if text := strings.Join(got, " "); text != "36 25 42 14 65 62 22 46" {
		t.Errorf("seed 7 throws %s", text)
	}
}
