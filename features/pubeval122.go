package features

import (
	"fmt"

	"gammonlab/board"
)

// Pubeval122 is the input of pubeval, Tesauro's public benchmark player: five units for
// each point from the 24 point down, the opponent's checkers on the bar and the own
// checkers borne off. pubeval scores a position for the side that has just moved. This
// side is Position.Own here, so swap the result of a play before extraction. The own bar
// is not an input, and of the opponent's points only blots are.
type Pubeval122 struct{}

const (
	pubevalPerPoint = 5
	pubevalBar      = 24 * pubevalPerPoint
	pubevalOff      = pubevalBar + 1
	pubevalLen      = pubevalOff + 1
)

// Name returns "pubeval122".
func (Pubeval122) Name() string { return "pubeval122" }

// Version returns 1.
func (Pubeval122) Version() int { return 1 }

// Len returns 122.
func (Pubeval122) Len() int { return pubevalLen }

// pubevalUnits returns the five units of a point: the opponent has a blot; n =
// 1; n ≥ 2; n = 3; (n-3)/2 above three.
func pubevalUnits(own, opp uint8) (u [pubevalPerPoint]float32) {
	u[0] = indicator(opp == 1)
	u[1] = indicator(own == 1)
	u[2] = indicator(own >= 2)
	u[3] = indicator(own == 3)
	u[4] = float32(max(int(own)-3, 0)) / 2
	return u
}

// Extract implements [Set].
func (Pubeval122) Extract(dst []float32, pos *board.Position) {
	in := (*[pubevalLen]float32)(dst)
	for point := 24; point >= 1; point-- {
		*(*[pubevalPerPoint]float32)(in[(24-point)*pubevalPerPoint:]) =
			pubevalUnits(pos.Own[point], pos.Opp[board.Bar-point])
	}
	in[pubevalBar] = float32(pos.Opp[board.Bar]) / 2
	in[pubevalOff] = float32(pos.Own[board.Off]) / board.MaxCheckers
}

// ExtractSparse implements [Set].
func (Pubeval122) ExtractSparse(idx []int32, val []float32, pos *board.Position) int {
	w := sparseWriter{idx: idx, val: val}
	for point := 24; point >= 1; point-- {
		for k, v := range pubevalUnits(pos.Own[point], pos.Opp[board.Bar-point]) {
			w.add((24-point)*pubevalPerPoint+k, v)
		}
	}
	w.add(pubevalBar, float32(pos.Opp[board.Bar])/2)
	w.add(pubevalOff, float32(pos.Own[board.Off])/board.MaxCheckers)
	return w.n
}

// Inputs implements [Set].
func (Pubeval122) Inputs() []Input {
	all := make([]Input, 0, pubevalLen)
	for point := 24; point >= 1; point-- {
		name := func(unit string) string { return fmt.Sprintf("point%d.%s", point, unit) }
		on := fmt.Sprintf("n = own checkers on the %d point", point)
		own := pointGroup("own", point)
		all = append(all,
			Input{name("hit"), "opp blots", fmt.Sprintf("1 if the opponent has a blot on the %d point", point)},
			Input{name("1"), own, "1 if n = 1; " + on},
			Input{name("2+"), own, "1 if n ≥ 2; " + on},
			Input{name("3"), own, "1 if n = 3; " + on},
			Input{name("spares"), own, "(n-3)/2 if n > 3; " + on})
	}
	return append(all,
		Input{"opp.bar", groupBar, "opponent's checkers on the bar / 2"},
		Input{"own.off", groupOff, "own checkers borne off / 15"})
}
