package features

import (
	"math/rand/v2"
	"testing"

	"gammonlab/board"
)

// TestEscapes compares sums and values with gnubg's tables. Patterns are given
// as the distances of made points.
func TestEscapes(t *testing.T) {
	sum, sumPast := 0, 0
	for pattern := range escapes {
		sum += int(escapes[pattern])
		sumPast += int(pastFirst[pattern])
	}
	if sum != 52224 || sumPast != 48255 {
		t.Errorf("the tables add up to %d and %d, want 52224 and 48255", sum, sumPast)
	}
	for _, c := range []struct {
		made      []int
		all, past uint8
	}{
		{nil, 36, 0},
		{[]int{1}, 35, 35},
		{[]int{6}, 30, 20},
		{[]int{12}, 35, 0},
		{[]int{2, 4, 6}, 21, 21},
		{[]int{1, 2, 3, 4, 5, 6}, 0, 0},
		{[]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 0, 0},
	} {
		pattern := 0
		for _, d := range c.made {
			pattern |= 1 << (d - 1)
		}
		if escapes[pattern] != c.all || pastFirst[pattern] != c.past {
			t.Errorf("made %v: %d escapes, %d past the first point, want %d and %d",
				c.made, escapes[pattern], pastFirst[pattern], c.all, c.past)
		}
	}
}

func TestThrowSets(t *testing.T) {
	for _, c := range []struct {
		name string
		set  throwSet
		want int
	}{
		{"with a die of none", withDie[0], 0},
		{"with a 6", withDie[1<<5], 11},
		{"with a 1 or a 6", withDie[1|1<<5], 20},
		{"with any die", withDie[63], 36},
		{"6 and 1", ofDice[1|1<<5], 2},
		{"of any different dice", ofDice[63], 30},
		{"of sum 7", bySum[1<<(7-3)], 6},
		{"of sum 4, no double", bySum[1<<(4-3)], 2},
		{"of any sum", bySum[511], 30},
	} {
		if got := c.set.count(); got != c.want {
			t.Errorf("throws %s: %d, want %d", c.name, got, c.want)
		}
	}
}

func TestStepSets(t *testing.T) {
	// 12 pips are 4 steps of 3, 3 of 4, 2 of 6.
	const want = stepSet(1)<<(6*3+3-1) | 1<<(6*2+4-1) | 1<<(6*1+6-1)
	if got := stepsTo(1 << 12); got != want {
		t.Errorf("ways to 12: %#x, want %#x", got, want)
	}
	if got, want := want.doubles(), throwSet(1<<(3-1)|1<<(4-1)|1<<(6-1)); got != want {
		t.Errorf("doubles that make 12: %#x, want %#x", got, want)
	}
	// Past 12 there is only the third and the fourth step of 6 and the fourth of 4.
	const past = stepSet(1)<<(6*2+6-1) | 1<<(6*3+6-1) | 1<<(6*3+4-1)
	if got := stepsPast(1 << 12); got != past {
		t.Errorf("ways past 12: %#x, want %#x", got, past)
	}
}

// TestPacked compares sums over all points at once with sums point by point.
func TestPacked(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 2000 {
		var s board.Side
		for left := rng.IntN(board.MaxCheckers + 1); left > 0; {
			n := 1 + rng.IntN(left)
			s[1+rng.IntN(24)] += uint8(n)
			left -= n
		}
		from := rng.IntN(26)
		var held uint32
		var sum, first, second int
		for p := from + 1; p <= 24; p++ {
			n := int(s[p])
			sum, first, second = sum+n, first+(p-1)*n, second+(p-1)*(p-1)*n
			if n > 0 {
				held |= 1 << p
			}
		}
		c := pack(&s).above(from)
		if c.held() != held || c.sum() != sum || c.firstMoment() != first || c.secondMoment() != second {
			t.Fatalf("%v above %d: held %b, sums %d, %d, %d, want %b, %d, %d, %d", s, from,
				c.held(), c.sum(), c.firstMoment(), c.secondMoment(), held, sum, first, second)
		}
	}
}

func TestMirror(t *testing.T) {
	for p := 1; p <= 24; p++ {
		if got := mirror(1 << p); got != 1<<(board.Bar-p) {
			t.Errorf("point %d mirrored is %b, want the %d point", p, got, board.Bar-p)
		}
	}
	if got := mirror(onBar | 1<<board.Off); got != 0 {
		t.Errorf("bar and off mirrored are %b, want nothing", got)
	}
}
