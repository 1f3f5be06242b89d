package features

import (
	"fmt"

	"gammonlab/board"
)

const unitsPerPoint = 4

// pointUnits gives the four units for each number of checkers.
type pointUnits [board.MaxCheckers + 1][unitsPerPoint]float32

// thermometer units fill up with the number of checkers n: n ≥ 1, n ≥ 2, n ≥ 3,
// (n-3)/2 above three.
var thermometer = newPointUnits(func(n int) float32 { return indicator(n >= 1) })

// blotted units differ from thermometer units in the first unit, which marks a blot:
// n = 1, n ≥ 2, n ≥ 3, (n-3)/2 above three.
var blotted = newPointUnits(func(n int) float32 { return indicator(n == 1) })

func newPointUnits(first func(n int) float32) *pointUnits {
	var u pointUnits
	for n := range u {
		u[n] = [unitsPerPoint]float32{
			first(n), indicator(n >= 2), indicator(n >= 3), float32(max(n-3, 0)) / 2,
		}
	}
	return &u
}

func indicator(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// sparseWriter collects the nonzero inputs.
type sparseWriter struct {
	idx []int32
	val []float32
	n   int
}

func (w *sparseWriter) add(i int, v float32) {
	if v != 0 {
		w.idx[w.n], w.val[w.n] = int32(i), v
		w.n++
	}
}

func (w *sparseWriter) addUnits(base int, units *[unitsPerPoint]float32) {
	for k, v := range units {
		w.add(base+k, v)
	}
}

// unitInputs documents the four units of one point of the player on roll, for
// the checkers of one side: "own" or "opp" in the group. firstTwo names the
// first two units.
func unitInputs(prefix, whose, side string, point int, firstTwo ...string) []Input {
	name := func(unit string) string { return fmt.Sprintf("%s%d.%s", prefix, point, unit) }
	on := fmt.Sprintf("n = %s checkers on the %d point of the player on roll", whose, point)
	group := pointGroup(side, point)
	if side == "opp" {
		group = pointGroup(side, board.Bar-point)
	}
	meaning := map[string]string{
		"1+": "1 if n ≥ 1",
		"1":  "1 if n = 1 (a blot)",
		"2+": "1 if n ≥ 2 (a made point)",
		"2":  "1 if n = 2 (a point without a spare)",
	}
	return []Input{
		{name(firstTwo[0]), group, meaning[firstTwo[0]] + "; " + on},
		{name(firstTwo[1]), group, meaning[firstTwo[1]] + "; " + on},
		{name("3+"), group, "1 if n ≥ 3 (a spare); " + on},
		{name("spares"), group, "(n-3)/2 if n > 3; " + on},
	}
}
