package board

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestRandomDiceAreFair(t *testing.T) {
	dice := NewDice(rand.NewPCG(1, 2))
	const each = 10_000
	counts := map[Roll]int{}
	for range 36 * each {
		roll, err := dice.Roll()
		if err != nil || !roll.Valid() {
			t.Fatalf("rolled %v, %v", roll, err)
		}
		counts[roll]++
	}
	chi := 0.0
	for _, n := range counts {
		chi += float64((n-each)*(n-each)) / each
	}
	// 35 degrees of freedom: one stream in a thousand exceeds 66.6.
	if len(counts) != 36 || chi > 66.6 {
		t.Errorf("%d of 36 throws, chi-square %.1f, want at most 66.6", len(counts), chi)
	}
}

func TestRandomDiceFollowTheSeed(t *testing.T) {
	a, b := NewDice(rand.NewPCG(7, 7)), NewDice(rand.NewPCG(7, 7))
	for i := range 100 {
		if x, y := a.Next(), b.Next(); x != y {
			t.Fatalf("roll %d: %v and %v from the same seed", i, x, y)
		}
	}
}

func TestRandomDiceAllocateNothing(t *testing.T) {
	dice := NewDice(rand.NewPCG(1, 1))
	if n := testing.AllocsPerRun(100, func() { dice.Next() }); n != 0 {
		t.Errorf("%v allocations a roll, want none", n)
	}
}

func TestFileDice(t *testing.T) {
	var dice Dice = NewFileDice("game.txt", strings.NewReader("# opening\n31 42\n\n\t66 # a joker\r\n12"))
	for _, want := range []Roll{{3, 1}, {4, 2}, {6, 6}, {1, 2}} {
		if got, err := dice.Roll(); got != want || err != nil {
			t.Fatalf("got %v, %v, want %v", got, err, want)
		}
	}
	_, err := dice.Roll()
	if want := "game.txt:5: no more rolls after 4"; !errors.Is(err, ErrNoRolls) || err.Error() != want {
		t.Errorf("got error %q, want %q", err, want)
	}
}

func TestFileDiceNameTheLineOfAnError(t *testing.T) {
	dice := NewFileDice("game.txt", strings.NewReader("31\n37"))
	if _, err := dice.Roll(); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the bad roll stays in the way
		_, err := dice.Roll()
		if err == nil || !strings.HasPrefix(err.Error(), "game.txt:2: ") {
			t.Errorf("got error %v, want one of line 2", err)
		}
	}
}

func TestFileDiceNameALongLine(t *testing.T) {
	dice := NewFileDice("game.txt", strings.NewReader("31\n"+strings.Repeat("3", 1<<17)))
	if _, err := dice.Roll(); err != nil {
		t.Fatal(err)
	}
	if _, err := dice.Roll(); err == nil || err.Error() != "game.txt:2: longer than 65536 bytes" {
		t.Errorf("got %v", err)
	}
}

func TestOpeningRollIsNoDouble(t *testing.T) {
	d := NewFileDice("rolls", strings.NewReader("33 11 # thrown again\n25 44"))
	if roll, err := OpeningRoll(d); err != nil || roll != (Roll{2, 5}) {
		t.Errorf("got %v, %v, want 25", roll, err)
	}
	if roll, err := OpeningRoll(d); !errors.Is(err, ErrNoRolls) {
		t.Errorf("got %v, %v, want %v once the doubles are used up", roll, err, ErrNoRolls)
	}
}
