package features

import (
	"fmt"

	"gammonlab/board"
)

// Perspective196 describes the board as seen by the player on roll, without expert
// knowledge: a block of 98 inputs for that player's own checkers, then one for the
// opponent's. A block has four units for each of the points 1 to 24 of the player on roll
// (n ≥ 1, n ≥ 2, n ≥ 3, (n-3)/2), then half the number of checkers on the bar and a
// fifteenth of the number borne off. These are Tesauro's raw units without the two units
// for the player on roll.
type Perspective196 struct{}

const (
	perspectivePoints = 24 * unitsPerPoint   // index of a block's bar input
	perspectiveBar    = perspectivePoints    // offset in the block
	perspectiveOff    = perspectiveBar + 1   // offset in the block
	perspectiveBlock  = perspectiveOff + 1   // inputs of a block
	perspectiveLen    = 2 * perspectiveBlock // inputs of the set
)

// Name returns "perspective196".
func (Perspective196) Name() string { return "perspective196" }

// Version returns 1.
func (Perspective196) Version() int { return 1 }

// Len returns 196.
func (Perspective196) Len() int { return perspectiveLen }

// Extract implements [Set].
func (Perspective196) Extract(dst []float32, pos *board.Position) {
	own := (*[perspectiveBlock]float32)(dst)
	opp := (*[perspectiveBlock]float32)(dst[perspectiveBlock:])
	for point := 1; point <= 24; point++ {
		base := (point - 1) * unitsPerPoint
		*(*[unitsPerPoint]float32)(own[base:]) = thermometer[pos.Own[point]&15]
		*(*[unitsPerPoint]float32)(opp[base:]) = thermometer[pos.Opp[board.Bar-point]&15]
	}
	own[perspectiveBar] = float32(pos.Own[board.Bar]) / 2
	opp[perspectiveBar] = float32(pos.Opp[board.Bar]) / 2
	own[perspectiveOff] = float32(pos.Own[board.Off]) / board.MaxCheckers
	opp[perspectiveOff] = float32(pos.Opp[board.Off]) / board.MaxCheckers
}

// ExtractSparse implements [Set].
func (Perspective196) ExtractSparse(idx []int32, val []float32, pos *board.Position) int {
	w := sparseWriter{idx: idx, val: val}
	for point := 1; point <= 24; point++ {
		w.addUnits((point-1)*unitsPerPoint, &thermometer[pos.Own[point]&15])
	}
	w.add(perspectiveBar, float32(pos.Own[board.Bar])/2)
	w.add(perspectiveOff, float32(pos.Own[board.Off])/board.MaxCheckers)
	for point := 1; point <= 24; point++ {
		w.addUnits(perspectiveBlock+(point-1)*unitsPerPoint, &thermometer[pos.Opp[board.Bar-point]&15])
	}
	w.add(perspectiveBlock+perspectiveBar, float32(pos.Opp[board.Bar])/2)
	w.add(perspectiveBlock+perspectiveOff, float32(pos.Opp[board.Off])/board.MaxCheckers)
	return w.n
}

// Inputs implements [Set].
func (Perspective196) Inputs() []Input {
	all := make([]Input, 0, perspectiveLen)
	for _, side := range []struct{ prefix, whose string }{{"own", "own"}, {"opp", "opponent's"}} {
		for point := 1; point <= 24; point++ {
			all = append(all, unitInputs(side.prefix, side.whose, side.prefix, point, "1+", "2+")...)
		}
		all = append(all,
			Input{side.prefix + ".bar", groupBar, fmt.Sprintf("%s checkers on the bar / 2", side.whose)},
			Input{side.prefix + ".off", groupOff, fmt.Sprintf("%s checkers borne off / 15", side.whose)})
	}
	return all
}
