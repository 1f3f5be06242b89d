package rollout

import (
	"fmt"
	"testing"

	"gammonlab/board"
)

// throwOf numbers the 36 throws.
func throwOf(r board.Roll) int { return int(r[0]-1)*6 + int(r[1]-1) }

// Each throw comes once at each turn of 36 trials, at the first turn wherever
// they begin.
func TestDiceAreStratified(t *testing.T) {
	d := newDice(7, false, false)
	for turn := range spreadTurns {
		for block := range 40 {
			var seen [throws]int
			for trial := range throws {
				from := block * throws
				if turn == 0 {
					from += block // need not begin at a multiple
				}
				seen[throwOf(d.Roll(from+trial, turn))]++
			}
			for throw, n := range seen {
				if n != 1 {
					t.Fatalf("turn %d, block %d: %v comes %d times, want once", turn, block, rollOf(throw), n)
				}
			}
		}
	}
}

// Each sequence of the first n throws comes once in 36^n trials, wherever the
// multiple of 36^n they begin at.
func TestDiceRotate(t *testing.T) {
	d := newDice(3, false, false)
	turns, count := 3, throws*throws*throws
	if testing.Short() {
		turns, count = 2, throws*throws
	}
	for _, block := range []int{0, 1, 17} {
		seen := make([]bool, count)
		for trial := range count {
			sequence := 0
			for turn := range turns {
				sequence = sequence*throws + throwOf(d.Roll(block*count+trial, turn))
			}
			if seen[sequence] {
				t.Fatalf("block %d: trial %d repeats the rolls of another", block, trial)
			}
			seen[sequence] = true
		}
	}
}

// An opening has no double at the first turn, and each other throw once in 30
// trials; the turns that follow hold all throws.
func TestOpeningDice(t *testing.T) {
	for _, plain := range []bool{false, true} {
		d := newDice(5, plain, true)
		var first, second [throws]int
		const blocks = 100
		for trial := range blocks * len(d.opening) {
			first[throwOf(d.Roll(trial, 0))]++
			second[throwOf(d.Roll(trial, 1))]++
		}
		for throw, n := range first {
			double := rollOf(throw).Double()
			if double && n != 0 || !double && !plain && n != blocks || second[throw] == 0 {
				t.Errorf("plain %t: %v comes %d times first, %d times second", plain, rollOf(throw), n, second[throw])
			}
		}
	}
}

// Plain dice and those of later turns are fair: the 36 throws of 36,000 rolls
// come 1000 times each, with a deviation of 31.
func TestDrawnDiceAreFair(t *testing.T) {
	const each, most = 1000, 5 * 31
	for _, c := range []struct {
		plain bool
		turn  int
	}{{true, 0}, {true, 1}, {false, spreadTurns}} {
		d := newDice(1, c.plain, false)
		var seen [throws]int
		for trial := range each * throws {
			seen[throwOf(d.Roll(trial, c.turn))]++
		}
		for throw, n := range seen {
			if n < each-most || n > each+most {
				t.Errorf("%+v: %v comes %d times of %d", c, rollOf(throw), n, each*throws)
			}
		}
	}
}

// Different seeds, trials and turns have different dice, equal ones the same.
func TestDiceDependOnTheSeed(t *testing.T) {
	rolls := func(seed uint64) string {
		d := newDice(seed, false, false)
		text := ""
		for trial := range 20 {
			for _, turn := range []int{0, 1, 50, 127, 128, 1000} {
				text += fmt.Sprint(d.Roll(trial, turn))
			}
		}
		return text
	}
	first, again := rolls(1), rolls(1)
	if first != again || first == rolls(2) {
		t.Error("want the same dice for the same seed and others for another")
	}
}

func BenchmarkDice(b *testing.B) {
	d := newDice(1, false, false)
	trial := 0
	for b.Loop() {
		d.Roll(trial, 40)
		trial++
	}
}
